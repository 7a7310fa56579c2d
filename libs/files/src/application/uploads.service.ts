import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { FairTurns } from '@libs/foundation';
import { AuditTrail, newId, Outbox, Transactions } from '@libs/kernel';
import type { FilePurpose } from '../domain/file-purpose';
import type { IncomingContent } from '../domain/file-storage';
import { ScanRequested } from '../domain/file.events';
import { StoredFile } from '../domain/stored-file';
import { ContentExamination } from '../infrastructure/content-examination';
import { FileQueries, type FileView } from '../infrastructure/file-queries';
import { StorageUsages } from '../infrastructure/storage-usages';
import { StoredContents } from '../infrastructure/stored-contents';
import { StoredFiles } from '../infrastructure/stored-files';
import { auditedFile } from './audited-file';

/** The client's description of a file. The declared media type is ignored: it is detected from the content. */
export interface UploadDetails {
  readonly purpose: FilePurpose;
  readonly appId: string | null;
  readonly filename: string;
  readonly createdBy: string | null;
}

export interface UploadOptions {
  /** The purpose, if known when the content starts to arrive, for its limit. */
  readonly purpose?: FilePurpose;
  /** The minimum size in bytes, according to the client. */
  readonly announcedBytes?: number;
  /** Aborts the upload. */
  readonly signal?: AbortSignal;
  /** Calls `add`, which makes the content a file, in a transaction with what else is to happen once. */
  readonly once?: (sha256: string, add: () => Promise<FileView>) => Promise<FileView>;
}

/** Each upload holds a connection, a place to write to and, for S3, some 24 MiB. */
const TURNS = { atOnce: 20, eachAtOnce: 5, waitMs: 30_000 };

@Injectable()
export class UploadsService {
  private readonly turns = new FairTurns(TURNS);

  constructor(
    private readonly transactions: Transactions,
    private readonly usages: StorageUsages,
    private readonly files: StoredFiles,
    private readonly queries: FileQueries,
    private readonly contents: StoredContents,
    private readonly examination: ContentExamination,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Stores a content while it arrives, examines it, and makes it a file. Memory does not grow with its size. Nothing is
   * left of an upload that is refused, breaks off or is aborted.
   *
   * @param details may arrive after the content; if they are refused, so is the content.
   * @throws FileTooLargeError, StorageQuotaExceededError, ContentRefusedError, DependencyUnavailableError, the errors
   * of `content` and `details`.
   */
  async upload(
    tenantId: string,
    content: Readable,
    details: UploadDetails | Promise<UploadDetails>,
    options: UploadOptions = {},
  ): Promise<FileView> {
    const id = newId();
    const described = Promise.resolve(details);
    // Either may fail before it is awaited; both are awaited below.
    described.catch(() => undefined);
    content.on('error', () => undefined);
    try {
      const room = await this.usages.roomOf(tenantId);
      room.expectFor(options.announcedBytes ?? 0);
      // The turn ends when the content has arrived: no upload waits for the scan of another one.
      const incoming = await this.turns.take(
        tenantId,
        () => this.contents.receive(tenantId, id, content, { ...options, room }),
        options.signal,
      );
      const file = await this.examine(tenantId, id, incoming, await described);
      options.signal?.throwIfAborted();
      const add = () => this.add(file, incoming);
      return await (options.once ? options.once(incoming.sha256, add) : add());
    } catch (error) {
      content.destroy();
      await this.contents.abandon(tenantId, id, error);
      throw error;
    }
  }

  private async examine(
    tenantId: string,
    id: string,
    incoming: IncomingContent,
    details: UploadDetails,
  ): Promise<StoredFile> {
    const { purpose, filename } = details;
    this.contents.expectWithinLimit(incoming, purpose);
    const findings = await this.examination.examine(tenantId, purpose, filename, incoming);
    const { size: sizeBytes, sha256, key: storageKey } = incoming;
    return new StoredFile(tenantId, { id, ...details, ...findings, sizeBytes, sha256, storageKey });
  }

  private async add(file: StoredFile, incoming: IncomingContent): Promise<FileView> {
    await this.transactions.run(file.tenantId, async () => {
      await this.contents.keep(file.tenantId, file.id, incoming);
      await this.files.add(file);
      // Other uploads may have used the room meanwhile. From here on they wait.
      const room = await this.usages.roomOf(file.tenantId);
      if (room.isExceeded) throw room.exceeded();
      if (file.scanStatus === 'pending') await this.outbox.add(new ScanRequested(file));
      this.audit.record({
        resourceType: 'file',
        resourceId: file.id,
        appId: file.appId,
        before: null,
        after: auditedFile(file),
      });
    });
    return this.queries.get(file.tenantId, file.id);
  }
}
