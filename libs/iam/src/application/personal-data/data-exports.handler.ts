import { ArchivesService } from '@libs/files';
import { backoffSeconds, Handles, Logger, type OutboxHandler, type OutboxMessage, reasonOf } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { DATA_EXPORT_LIFETIME_HOURS, type DataExport, isReady } from '../../domain/personal-data/data-export';
import { DataExports } from '../../infrastructure/personal-data/data-exports';
import { TEXTS } from '../../locales/texts';
import { OwnerNotices } from '../history/owner-notices';
import { OwnerMails } from '../mails/owner-mails';
import { DataArchive } from './data-archive';
import { DataExportLinks } from './data-export-links';
import { DataExportReadyInboxDue, DataExportReadyMailDue, DataExportRequested } from './personal-data.messages';

const MAX_ATTEMPTS = 8;
const LIFETIME_SECONDS = DATA_EXPORT_LIFETIME_HOURS * 3_600;

/** Writes exports. However often the message arrives, and wherever a process dies: one archive, or none. */
@Handles(DataExportRequested.type, 'exports')
export class DataExportHandler implements OutboxHandler {
  readonly retryDelaySeconds = backoffSeconds;

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly exports: DataExports,
    private readonly archive: DataArchive,
    private readonly archives: ArchivesService,
    private readonly logger: Logger,
  ) {}

  async handle({ tenantId, data, attempt }: OutboxMessage): Promise<void> {
    const dataExport = await this.exports.find(tenantId, String(data['export_id']));
    // Already made, or its user is gone.
    if (dataExport?.status !== 'pending') return;
    try {
      await this.make(dataExport);
    } catch (error) {
      if (attempt < MAX_ATTEMPTS) throw error;
      this.logger.error({ export_id: dataExport.id, reason: reasonOf(error) }, 'a data export was given up');
      await this.exports.fail(tenantId, dataExport.id);
    }
  }

  private async make(dataExport: DataExport): Promise<void> {
    const { tenantId, id, userId } = dataExport;
    const madeAt = await this.transactions.run(tenantId, () => this.transactions.now());
    const content = this.archive.write({ tenantId, userId }, madeAt);
    await this.archives.create(tenantId, content, async (archive) => {
      if (!(await this.exports.makeReady(tenantId, id, archive.id))) return false;
      await this.outbox.add(new DataExportReadyMailDue(dataExport));
      await this.outbox.add(new DataExportReadyInboxDue(dataExport));
      return true;
    });
  }
}

/** Mails the link while the export can still be downloaded. */
@Handles(DataExportReadyMailDue.type, 'mail')
export class DataExportReadyMailHandler implements OutboxHandler {
  constructor(
    private readonly exports: DataExports,
    private readonly links: DataExportLinks,
    private readonly mails: OwnerMails,
  ) {}

  async handle(message: OutboxMessage): Promise<void> {
    const dataExport = await this.exports.find(message.tenantId, String(message.data['export_id']));
    if (!dataExport || !isReady(dataExport)) return;
    const link = this.links.urlOf(dataExport);
    await this.mails.send(message, (_owner, locale) => ({
      texts: TEXTS[locale].mails.exportReady,
      link,
      validSeconds: LIFETIME_SECONDS,
    }));
  }
}

/** Tells in the inbox where the export can be downloaded, as long as it can. */
@Handles(DataExportReadyInboxDue.type)
export class DataExportReadyInboxHandler implements OutboxHandler {
  constructor(
    private readonly exports: DataExports,
    private readonly links: DataExportLinks,
    private readonly notices: OwnerNotices,
  ) {}

  async handle({ tenantId, data }: OutboxMessage): Promise<void> {
    const dataExport = await this.exports.find(tenantId, String(data['export_id']));
    if (!dataExport || !isReady(dataExport)) return;
    const { id: causeId, appId, userId, expiresAt } = dataExport;
    const url = this.links.urlOf(dataExport);
    await this.notices.tell({ tenantId, appId, userId, causeId, messageType: 'system', url, expiresAt }, (locale) => ({
      texts: TEXTS[locale].mails.exportReadyInInbox,
      validSeconds: LIFETIME_SECONDS,
    }));
  }
}
