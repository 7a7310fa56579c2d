import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AuditTrail, expectAll, Outbox, type ListPage, Transactions, type ListRequest } from '@libs/kernel';
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

  /** Whether all of them were. False also where there is no such file. @param ids each once. */
  async areUploadedBy(tenantId: string, ids: readonly string[], userId: string): Promise<boolean> {
    const count = await this.transactions.run(tenantId, () => this.files.countUploadedBy(tenantId, ids, userId));
    return count === ids.length;
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
      const unused = await this.files.unused(tenantId, [file]);
      if (unused.length === 0) throw new FileInUseError();
      await this.remove(tenantId, unused);
    });
  }

  /**
   * `delete` for all of them, or none.
   *
   * @param ids in lower case; duplicates count once.
   * @param among the Apps to which whoever asks is limited: other files are unknown; null for no limit.
   * @throws ResourceConflictError naming in `ids` those that are unknown or in use.
   */
  async deleteAll(tenantId: string, ids: readonly string[], among: readonly string[] | null): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const files = await this.files.findAllForUpdate(tenantId, ids, among);
      expectAll(ids, await this.files.unused(tenantId, files));
      await this.remove(tenantId, files);
    });
  }

  private async remove(tenantId: string, files: readonly StoredFile[]): Promise<void> {
    await this.files.removeAll(tenantId, files);
    for (const file of files) {
      await this.outbox.add(new ContentReleased(file));
      this.record(file, auditedFile(file), null);
    }
  }

  /** One of several files has a record of its own. */
  private record(file: StoredFile, before: object, after: object | null): void {
    const { id: resourceId, appId } = file;
    this.audit.record({ resourceType: 'file', resourceId, appId, before, after, isOwnRecord: true });
  }
}
