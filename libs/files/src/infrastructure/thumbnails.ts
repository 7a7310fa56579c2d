import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import type { StoredFile } from '../domain/stored-file';
import type { Thumbnail, ThumbnailWidth } from '../domain/thumbnail';
import { StoredFileSchema } from './file.schema';

const FIELDS = ['mediaType', 'sizeBytes', 'storageKey'] as const;

/** The thumbnail of one file in one width. */
export interface ThumbnailRef {
  readonly tenantId: string;
  readonly fileId: string;
  readonly width: ThumbnailWidth;
}

/** A clean image, and what is known of its thumbnail. */
export interface PictureFile extends Pick<StoredFile, (typeof FIELDS)[number]> {
  readonly thumbnail: Thumbnail | null;
  /** Whether none can be made of it, by what was tried not long ago. */
  readonly isRefused: boolean;
}

/** Longer than the decoder lets anything wait and work, and the storage. */
const MAKING = `now() + interval '3 minutes'`;
const REFUSED = `now() + interval '1 hour'`;

const SELECT = `
  SELECT ${columnsOf(StoredFileSchema, 'f', FIELDS)}, coalesce(t.is_refused AND t.made_until > now(), false) AS "isRefused",
         CASE WHEN t.storage_key IS NOT NULL THEN
           json_build_object('sizeBytes', t.size_bytes, 'sha256', t.sha256, 'storageKey', t.storage_key) END AS thumbnail
    FROM files f
    LEFT JOIN file_thumbnails t ON t.tenant_id = f.tenant_id AND t.file_id = f.id AND t.width = $3
   WHERE f.tenant_id = $1 AND f.id = $2 AND f.scan_status = 'clean' AND f.image IS NOT NULL`;

/** A file that is being deleted is waited for, and then is not there. */
const CLAIM = `
  INSERT INTO file_thumbnails AS t (tenant_id, file_id, width, maker, made_until)
  SELECT f.tenant_id, f.id, $3, $4, ${MAKING} FROM files f WHERE f.tenant_id = $1 AND f.id = $2 FOR KEY SHARE
      ON CONFLICT (tenant_id, file_id, width) DO UPDATE
         SET maker = excluded.maker, made_until = excluded.made_until, is_refused = false
       WHERE t.storage_key IS NULL AND t.made_until <= now()
  RETURNING 1`;

const OWN = 'tenant_id = $1 AND file_id = $2 AND width = $3 AND maker = $4 AND storage_key IS NULL';

/** Pictures made small. Of all that would make one, in whichever process, one claims it; others see when it is there. */
@Injectable()
export class Thumbnails {
  constructor(private readonly database: Database) {}

  /** Null if the file does not exist, is not clean or is no image. */
  find({ tenantId, fileId, width }: ThumbnailRef): Promise<PictureFile | null> {
    return this.database.readOne<PictureFile & Record<string, unknown>>(tenantId, SELECT, [tenantId, fileId, width]);
  }

  /** Whether the maker is to make it. A claim ends by itself, as its process may die. */
  async claim(ref: ThumbnailRef, maker: string): Promise<boolean> {
    return (await this.database.write(ref.tenantId, CLAIM, valuesOf(ref, maker))).length > 0;
  }

  /** In the current transaction. @returns false if the claim has ended, or the file is deleted. */
  async keep(ref: ThumbnailRef, maker: string, { sizeBytes, sha256, storageKey }: Thumbnail): Promise<boolean> {
    return this.database.hasRows(
      `UPDATE file_thumbnails SET size_bytes = $5, sha256 = $6, storage_key = $7 WHERE ${OWN} RETURNING 1`,
      [...valuesOf(ref, maker), sizeBytes, sha256, storageKey],
    );
  }

  /** Ends the claim: none can be made, and nobody is to try again soon. */
  async refuse(ref: ThumbnailRef, maker: string): Promise<void> {
    const refusal = `UPDATE file_thumbnails SET is_refused = true, made_until = ${REFUSED} WHERE ${OWN}`;
    await this.database.write(ref.tenantId, refusal, valuesOf(ref, maker));
  }

  /** Ends the claim: another may try. */
  async release(ref: ThumbnailRef, maker: string): Promise<void> {
    await this.database.write(ref.tenantId, `DELETE FROM file_thumbnails WHERE ${OWN}`, valuesOf(ref, maker));
  }
}

function valuesOf({ tenantId, fileId, width }: ThumbnailRef, maker: string): unknown[] {
  return [tenantId, fileId, width, maker];
}
