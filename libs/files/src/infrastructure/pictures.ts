import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Picture } from '../domain/picture';

@Injectable()
export class Pictures {
  constructor(private readonly database: Database) {}

  /** Joins the current transaction. */
  async add({ tenantId, id, token, mediaType, sizeBytes, sha256, storageKey }: Picture): Promise<void> {
    await this.database.query(
      `INSERT INTO pictures (tenant_id, id, token, media_type, size_bytes, sha256, storage_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [tenantId, id, token, mediaType, sizeBytes, sha256, storageKey],
    );
  }

  /**
   * Joins the current transaction.
   *
   * @returns the storage key of the content; null when the picture does not exist.
   */
  async remove(tenantId: string, token: string): Promise<string | null> {
    const [row] = await this.database.query<{ storage_key: string }>(
      'DELETE FROM pictures WHERE tenant_id = $1 AND token = $2 RETURNING storage_key',
      [tenantId, token],
    );
    return row?.storage_key ?? null;
  }

  /** Searches all tenants: a request for a picture contains nothing but its token. */
  async findByToken(token: string): Promise<Picture | null> {
    return this.database.readOneAsSystem<Picture & Record<string, unknown>>(
      `SELECT tenant_id AS "tenantId", id, token, media_type AS "mediaType", size_bytes AS "sizeBytes", sha256,
              storage_key AS "storageKey"
         FROM pictures WHERE token = $1`,
      [token],
    );
  }
}
