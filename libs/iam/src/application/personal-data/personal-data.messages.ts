import type { DomainEvent, SupportedLocale } from '@libs/kernel';
import type { DataExport } from '../../domain/personal-data/data-export';

/** The types of outbox message that tell the owner what will happen to the account. */
export const DELETION_REQUESTED_MAIL = 'iam.deletion_requested_mail';
export const DELETION_CANCELLED_MAIL = 'iam.deletion_cancelled_mail';

/** The type that has a worker write an export. */
export const DATA_EXPORT_REQUESTED = 'iam.data_export_requested';

/** The type that tells the owner where the export can be downloaded. */
export const DATA_EXPORT_READY_MAIL = 'iam.data_export_ready_mail';

/** The type that puts the link into the owner's inbox. */
export const DATA_EXPORT_READY_INBOX = 'iam.data_export_ready_inbox';

/** An account, and the App in whose name its owner is written to; null for the tenant. */
interface Account {
  readonly tenantId: string;
  readonly appId: string | null;
  readonly userId: string;
}

abstract class DeletionMailDue implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId: string | null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, appId, userId }: Account, locale: SupportedLocale) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { user_id: userId, locale };
  }
}

export class DeletionRequestedMailDue extends DeletionMailDue {
  readonly type = DELETION_REQUESTED_MAIL;
}

export class DeletionCancelledMailDue extends DeletionMailDue {
  readonly type = DELETION_CANCELLED_MAIL;
}

abstract class DataExportMessage implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId: string;

  constructor(
    { tenantId, appId }: DataExport,
    readonly data: Readonly<Record<string, unknown>>,
  ) {
    this.tenantId = tenantId;
    this.appId = appId;
  }
}

export class DataExportRequested extends DataExportMessage {
  readonly type = DATA_EXPORT_REQUESTED;

  constructor(dataExport: DataExport) {
    super(dataExport, { export_id: dataExport.id });
  }
}

export class DataExportReadyMailDue extends DataExportMessage {
  readonly type = DATA_EXPORT_READY_MAIL;

  constructor(dataExport: DataExport) {
    const { id, userId, locale } = dataExport;
    super(dataExport, { user_id: userId, export_id: id, locale });
  }
}

export class DataExportReadyInboxDue extends DataExportMessage {
  readonly type = DATA_EXPORT_READY_INBOX;

  constructor(dataExport: DataExport) {
    super(dataExport, { export_id: dataExport.id });
  }
}
