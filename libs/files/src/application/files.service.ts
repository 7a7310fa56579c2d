import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AuditTrail, Outbox, type ListPage, type ListRequest, Transactions } from '@libs/kernel';
import type { ByteRange } from '../domain/file-storage';
import { ContentReleased, ScanRequested } from '../domain/file.events';
import { FileInUseError } from '../domain/files.errors';
import type { StoredFile } from '../domain/stored-file';
import { ContentExamination } from '../infrastructure/content-examination';
import { type FileFilter, FileQueries, type FileView } from '../infrastructure/file-queries';
import { StoredContents } from '../infrastructure/stored-contents';
import { StoredFiles } from '../infrastructure/stored-files';
import { auditedFile } from './audited-file';

@Injectable()
export class FilesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly files: StoredFiles,
    private readonly queries: FileQueries,
    private readonly contents: StoredContents,
    private readonly examination: ContentExamination,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  list(tenantId: string, filter: FileFilter, request: ListRequest): Promise<ListPage<FileView>> {
    return this.queries.list(tenantId, filter, request);
  }

  /** @throws ResourceNotFoundError */
  get(tenantId: string, id: string): Promise<FileView> {
    return this.queries.get(tenantId, id);
  }

  /** False also where there is no such file. */
  async isUploadedBy(tenantId: string, id: string, userId: string): Promise<boolean> {
    const file = await this.transactions.run(tenantId, () => this.files.find(tenantId, id));
    return file?.createdBy === userId;
  }

  /**
   * @param range within the size of the file.
   * @throws ResourceNotFoundError, FileNotCleanError, DependencyUnavailableError when the storage is away.
   */
  async openContent(tenantId: string, id: string, range?: ByteRange): Promise<Readable> {
    const file = await this.transactions.run(tenantId, () => this.files.get(tenantId, id));
    file.expectClean();
    return this.contents.open(file, range);
  }

  /**
   * Scans for malware again. While the scanner is away the file is `pending`, whatever it was before.
   *
   * @throws ResourceNotFoundError, DependencyUnavailableError when the storage is away.
   */
  async rescan(tenantId: string, id: string): Promise<FileView> {
    const known = await this.transactions.run(tenantId, () => this.files.get(tenantId, id));
    const verdict = await this.examination.scan(known, this.contents.sourceOf(known));
    await this.transactions.run(tenantId, async () => {
      const file = await this.files.getForUpdate(tenantId, id);
      const before = auditedFile(file);
      file.recordScan(verdict);
      await this.files.save(file);
      if (file.scanStatus === 'pending') await this.outbox.add(new ScanRequested(file));
      this.record(file, before, auditedFile(file));
    });
    return this.queries.get(tenantId, id);
  }

  /**
   * The content is removed with the last file that has it.
   *
   * @throws ResourceNotFoundError, FileInUseError
   */
  async delete(tenantId: string, id: string): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const file = await this.files.getForUpdate(tenantId, id);
      if (await this.files.isInUse(file)) throw new FileInUseError();
      await this.files.remove(file);
      await this.outbox.add(new ContentReleased(file));
      this.record(file, auditedFile(file), null);
    });
  }

  private record(file: StoredFile, before: object, after: object | null): void {
    this.audit.record({ resourceType: 'file', resourceId: file.id, appId: file.appId, before, after });
  }
}
