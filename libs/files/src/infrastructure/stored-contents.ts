import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database, Logger, reasonOf } from '@libs/foundation';
import { DependencyUnavailableError, Transactions } from '@libs/kernel';
import { FileLimits, type FilePurpose } from '../domain/file-purpose';
import {
  type ByteRange,
  type Chunks,
  type ContentSource,
  FileStorage,
  type IncomingContent,
} from '../domain/file-storage';
import { FileTooLargeError } from '../domain/files.errors';
import type { StorageRoom } from '../domain/storage-room';
import type { StoredFile } from '../domain/stored-file';

interface UploadRow {
  storage_key: string | null;
}

/**
 * The contents in the storage, kept in step with the tables of files, pictures and thumbnails. A content may belong to several of
 * them in its tenant: it is put in place and removed under a lock, so that it is not removed while another one is about
 * to refer to it.
 *
 * An upload is recorded before it starts, and the record is deleted in the transaction that makes it a file or a
 * picture. Uploads still recorded were aborted, by a refusal or by the end of the process, and are removed with
 * everything they left.
 */
@Injectable()
export class StoredContents {
  constructor(
    private readonly transactions: Transactions,
    private readonly database: Database,
    private readonly storage: FileStorage,
    private readonly limits: FileLimits,
    private readonly logger: Logger,
  ) {}

  /**
   * @param options for the limit: what is known of the purpose so far, or the limit itself, and the room left.
   * @throws FileTooLargeError, StorageQuotaExceededError, the errors of the stream, DependencyUnavailableError
   */
  async receive(
    tenantId: string,
    uploadId: string,
    content: Readable,
    options: {
      readonly purpose?: FilePurpose | null;
      readonly maxBytes?: number;
      readonly room?: StorageRoom;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<IncomingContent> {
    await this.database.write(tenantId, 'INSERT INTO file_uploads (tenant_id, id) VALUES ($1, $2)', [
      tenantId,
      uploadId,
    ]);
    const { purpose = null, maxBytes = this.limits.maxBytes(purpose), room, signal } = options;
    const incoming = await this.put(tenantId, uploadId, content, maxBytes, room, signal);
    await this.database.write(tenantId, 'UPDATE file_uploads SET storage_key = $3 WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      uploadId,
      incoming.key,
    ]);
    return incoming;
  }

  /** @throws FileTooLargeError when it exceeds the limit of the purpose. */
  expectWithinLimit({ size }: IncomingContent, purpose: FilePurpose): void {
    const maxBytes = this.limits.maxBytes(purpose);
    if (size > maxBytes) throw new FileTooLargeError({ extra: { max_bytes: maxBytes } });
  }

  /** Puts the content in its place, in the transaction that adds its file or picture. */
  async keep(tenantId: string, uploadId: string, incoming: IncomingContent): Promise<void> {
    await this.lock(incoming.key);
    await incoming.keep();
    await this.database.query('DELETE FROM file_uploads WHERE tenant_id = $1 AND id = $2', [tenantId, uploadId]);
  }

  /**
   * Removes what an upload left, unless it became a file after all. A failure is tried again later.
   *
   * @param because why it was abandoned. Nobody waits for a storage that is away.
   */
  async abandon(tenantId: string, uploadId: string, because?: unknown): Promise<void> {
    const removed = this.remove(tenantId, uploadId);
    if (!(because instanceof DependencyUnavailableError)) await removed;
  }

  private async remove(tenantId: string, uploadId: string): Promise<void> {
    try {
      if (this.storage.sharesContents) await this.transactions.run(tenantId, () => this.takeAway(tenantId, uploadId));
      else await this.takeAwayOwn(tenantId, uploadId);
    } catch (error) {
      this.logger.warn({ upload: uploadId, reason: reasonOf(error) }, 'an upload left remains in the storage');
    }
  }

  /** Removes the content when nothing refers to it any more. */
  async release(tenantId: string, key: string): Promise<void> {
    if (this.storage.sharesContents) await this.transactions.run(tenantId, () => this.deleteUnlessUsed(tenantId, key));
    else if (!(await this.transactions.run(tenantId, () => this.isUsed(tenantId, key)))) await this.storage.delete(key);
  }

  /** @throws DependencyUnavailableError when the storage is away, or has lost the content. */
  async open({ storageKey }: Pick<StoredFile, 'storageKey'>, range?: ByteRange): Promise<Readable> {
    return found(storageKey, await this.storage.get(storageKey, range));
  }

  /** `open` for a caller that passes the chunks on at once. */
  async openChunks({ storageKey }: Pick<StoredFile, 'storageKey'>, range?: ByteRange): Promise<Chunks> {
    return found(storageKey, await this.storage.getChunks(storageKey, range));
  }

  sourceOf(file: Pick<StoredFile, 'storageKey' | 'sizeBytes'>): ContentSource {
    return { size: file.sizeBytes, read: (range) => this.open(file, range) };
  }

  private async put(
    tenantId: string,
    uploadId: string,
    content: Readable,
    limit: number,
    room: StorageRoom | undefined,
    signal: AbortSignal | undefined,
  ): Promise<IncomingContent> {
    const maxBytes = Math.min(limit, room?.leftBytes ?? Infinity);
    try {
      return await this.storage.put(tenantId, uploadId, content, { maxBytes, signal });
    } catch (error) {
      if (room && maxBytes < limit && error instanceof FileTooLargeError) throw room.exceeded();
      throw error;
    }
  }

  private async takeAway(tenantId: string, uploadId: string): Promise<void> {
    const upload = await this.lockUpload(tenantId, uploadId);
    if (!upload) return;
    await this.storage.discard(tenantId, uploadId);
    if (upload.storage_key) await this.deleteUnlessUsed(tenantId, upload.storage_key);
    await this.database.query('DELETE FROM file_uploads WHERE tenant_id = $1 AND id = $2', [tenantId, uploadId]);
  }

  /**
   * `takeAway` for a remote storage, which no transaction waits for. Nothing else refers to the content, and a transaction
   * that might still make a file of it has ended once the row is locked.
   */
  private async takeAwayOwn(tenantId: string, uploadId: string): Promise<void> {
    const upload = await this.transactions.run(tenantId, () => this.lockUpload(tenantId, uploadId));
    if (!upload) return;
    await this.storage.discard(tenantId, uploadId);
    await this.database.write(tenantId, 'DELETE FROM file_uploads WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      uploadId,
    ]);
  }

  private async lockUpload(tenantId: string, uploadId: string): Promise<UploadRow | undefined> {
    const [upload] = await this.database.query<UploadRow>(
      'SELECT storage_key FROM file_uploads WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
      [tenantId, uploadId],
    );
    return upload;
  }

  private async deleteUnlessUsed(tenantId: string, key: string): Promise<void> {
    await this.lock(key);
    if (!(await this.isUsed(tenantId, key))) await this.storage.delete(key);
  }

  private async isUsed(tenantId: string, key: string): Promise<boolean> {
    return this.database.hasRows(
      `SELECT 1 WHERE EXISTS (SELECT FROM files WHERE tenant_id = $1 AND storage_key = $2)
                   OR EXISTS (SELECT FROM pictures WHERE tenant_id = $1 AND storage_key = $2)
                   OR EXISTS (SELECT FROM archives WHERE tenant_id = $1 AND storage_key = $2)
                   OR EXISTS (SELECT FROM file_thumbnails WHERE tenant_id = $1 AND storage_key = $2)`,
      [tenantId, key],
    );
  }

  /** Held until the end of the transaction. */
  private async lock(key: string): Promise<void> {
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtextextended('file content ' || $1, 0))`, [key]);
  }
}

function found<T>(key: string, content: T | null): T {
  if (content === null)
    throw new DependencyUnavailableError({ cause: new Error(`The storage has no content at ${key}`) });
  return content;
}
