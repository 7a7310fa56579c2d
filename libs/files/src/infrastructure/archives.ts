import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Archive } from '../domain/archive';

interface ArchiveRow extends Omit<Archive, 'sizeBytes'> {
  /** The driver gives a bigint as text. */
  sizeBytes: string;
}

@Injectable()
export class Archives {
  constructor(private readonly database: Database) {}

  /** Joins the current transaction, as does `remove`. */
  async add({ tenantId, id, sizeBytes, sha256, storageKey }: Archive): Promise<void> {
    await this.database.query(
      'INSERT INTO archives (tenant_id, id, size_bytes, sha256, storage_key) VALUES ($1, $2, $3, $4, $5)',
      [tenantId, id, sizeBytes, sha256, storageKey],
    );
  }

  /** @returns the storage key of the content; null when the archive does not exist. */
  async remove(tenantId: string, id: string): Promise<string | null> {
    const [row] = await this.database.query<{ storage_key: string }>(
      'DELETE FROM archives WHERE tenant_id = $1 AND id = $2 RETURNING storage_key',
      [tenantId, id],
    );
    return row?.storage_key ?? null;
  }

  async find(tenantId: string, id: string): Promise<Archive | null> {
    const [row] = await this.database.read<ArchiveRow & Record<string, unknown>>(
      tenantId,
      `SELECT tenant_id AS "tenantId", id, size_bytes AS "sizeBytes", sha256, storage_key AS "storageKey"
         FROM archives WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id],
    );
    return row ? { ...row, sizeBytes: Number(row.sizeBytes) } : null;
  }
}
