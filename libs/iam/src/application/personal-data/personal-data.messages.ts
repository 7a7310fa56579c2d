import { domainEvent, type SupportedLocale } from '@libs/kernel';
import type { DataExport } from '../../domain/personal-data/data-export';

/** An account, and the App in whose name its owner is written to; null for the tenant. */
interface Account {
  readonly tenantId: string;
  readonly appId: string | null;
  readonly userId: string;
}

const ownerOf = ({ userId }: Account, locale: SupportedLocale) => ({ user_id: userId, locale });
const exportOf = ({ id }: DataExport) => ({ export_id: id });

/** Tell the owner what will happen to the account. */
export class DeletionRequestedMailDue extends domainEvent('iam.deletion_requested_mail', ownerOf) {}

export class DeletionCancelledMailDue extends domainEvent('iam.deletion_cancelled_mail', ownerOf) {}

/** Has a worker write an export. */
export class DataExportRequested extends domainEvent('iam.data_export_requested', exportOf) {}

/** Tells the owner where the export can be downloaded. */
export class DataExportReadyMailDue extends domainEvent('iam.data_export_ready_mail', (dataExport: DataExport) => ({
  ...ownerOf(dataExport, dataExport.locale),
  ...exportOf(dataExport),
})) {}

/** Puts the link into the owner's inbox. */
export class DataExportReadyInboxDue extends domainEvent('iam.data_export_ready_inbox', exportOf) {}
