import { Handles, type OutboxHandler, type OutboxMessage, persistently } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import { ContentReleased, ScanRequested } from '../domain/file.events';
import { ContentExamination } from '../infrastructure/content-examination';
import { StoredContents } from '../infrastructure/stored-contents';
import { StoredFiles } from '../infrastructure/stored-files';

const MAX_RETRY_DELAY_SECONDS = 900;

/** Scans a pending file. Never gives up: the file is not served until the scanner has answered. */
@Handles(ScanRequested.type, 'scanner')
export class FileScanHandler implements OutboxHandler {
  readonly retryDelaySeconds = persistently(MAX_RETRY_DELAY_SECONDS);

  constructor(
    private readonly transactions: Transactions,
    private readonly files: StoredFiles,
    private readonly contents: StoredContents,
    private readonly examination: ContentExamination,
  ) {}

  async handle({ tenantId, data }: OutboxMessage): Promise<void> {
    const id = String(data['file_id']);
    const pending = await this.transactions.run(tenantId, () => this.files.find(tenantId, id));
    if (pending?.scanStatus !== 'pending') return;
    const verdict = await this.examination.scan(pending, this.contents.sourceOf(pending));
    if (verdict.status === 'pending') throw new Error(verdict.detail);
    await this.transactions.run(tenantId, async () => {
      const file = await this.files.findForUpdate(tenantId, id);
      // The file was deleted meanwhile, or scanned at an administrator's request.
      if (file?.scanStatus !== 'pending') return;
      file.recordScan(verdict);
      await this.files.save(file);
    });
  }
}

/** Removes the content of a deleted file, unless another file shares it. */
@Handles(ContentReleased.type, 'storage')
export class ContentReleaseHandler implements OutboxHandler {
  readonly retryDelaySeconds = persistently(MAX_RETRY_DELAY_SECONDS);

  constructor(private readonly contents: StoredContents) {}

  handle({ tenantId, data }: OutboxMessage): Promise<void> {
    return this.contents.release(tenantId, String(data['storage_key']));
  }
}
