import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import type { ByteRange, Chunks } from '../domain/file-storage';
import type { StoredFile } from '../domain/stored-file';
import { StoredFileSchema } from './file.schema';
import { StoredContents } from './stored-contents';

const FIELDS = ['id', 'purpose', 'appId', 'filename', 'mediaType', 'sizeBytes', 'sha256', 'storageKey'] as const;

/** What is needed to serve a clean file. */
export type FileAsset = Pick<StoredFile, (typeof FIELDS)[number]>;

const SELECT = `
  SELECT ${columnsOf(StoredFileSchema, 'files', FIELDS)}
    FROM files WHERE tenant_id = $1 AND id = $2 AND scan_status = 'clean'`;

/** Files for readers other than administrators. The caller decides who may see which. */
@Injectable()
export class FileAssets {
  constructor(
    private readonly database: Database,
    private readonly contents: StoredContents,
  ) {}

  /** Null if it does not exist or is not clean. May be cached until the change feed announces `file` with the id. */
  async find(tenantId: string, fileId: string): Promise<FileAsset | null> {
    return this.database.readOne<FileAsset>(tenantId, SELECT, [tenantId, fileId]);
  }

  /** @throws DependencyUnavailableError when the storage is away. */
  open(asset: FileAsset, range?: ByteRange): Promise<Readable> {
    return this.contents.open(asset, range);
  }

  /** `open` for a caller that passes the chunks on at once. */
  openChunks(asset: FileAsset, range?: ByteRange): Promise<Chunks> {
    return this.contents.openChunks(asset, range);
  }
}
