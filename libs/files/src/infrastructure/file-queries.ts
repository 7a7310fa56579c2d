import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf } from '@libs/foundation';
import { found, likePattern, type ListPage, type PageRequest } from '@libs/kernel';
import type { FilePurpose } from '../domain/file-purpose';
import type { ScanStatus, StoredFile } from '../domain/stored-file';
import { StoredFileSchema } from './file.schema';

const FIELDS = fieldsOf(StoredFileSchema, { without: ['tenantId', 'storageKey'] });

/** A file as administrators see it. */
export interface FileView extends Pick<StoredFile, (typeof FIELDS)[number]> {
  readonly inUse: boolean;
}

/** Selects the files that meet all given conditions. */
export interface FileFilter {
  /** A part of the name, case-insensitive. */
  readonly q?: string | undefined;
  readonly purpose?: FilePurpose | undefined;
  readonly appId?: string | undefined;
  readonly scanStatus?: ScanStatus | undefined;
  /** Those to which whoever asks is limited; null for all. */
  readonly appIds?: readonly string[] | null | undefined;
}

const COLUMNS = `
  ${columnsOf(StoredFileSchema, 'f', FIELDS)},
  EXISTS (SELECT FROM file_usages u WHERE u.tenant_id = f.tenant_id AND u.file_id = f.id) AS "inUse"`;

const MATCHES = `f.tenant_id = $1
  AND ($2::text IS NULL OR f.filename ILIKE $2)
  AND ($3::text IS NULL OR f.purpose = $3)
  AND ($4::uuid IS NULL OR f.app_id = $4)
  AND ($5::text IS NULL OR f.scan_status = $5)
  AND ($6::uuid[] IS NULL OR f.app_id = ANY ($6))`;

@Injectable()
export class FileQueries {
  constructor(private readonly database: Database) {}

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, id: string): Promise<FileView> {
    const [file] = await this.database.read<FileView>(
      tenantId,
      `SELECT ${COLUMNS} FROM files f WHERE f.tenant_id = $1 AND f.id = $2`,
      [tenantId, id],
    );
    return found(file);
  }

  /** Newest first. */
  async list(tenantId: string, filter: FileFilter, { page, pageSize }: PageRequest): Promise<ListPage<FileView>> {
    const rows = await this.database.read<{ total: string } & (FileView | { id: null })>(
      tenantId,
      `SELECT matching.total, l.*
         FROM (SELECT count(*) AS total FROM files f WHERE ${MATCHES}) matching
         LEFT JOIN LATERAL (
           SELECT ${COLUMNS} FROM files f WHERE ${MATCHES} ORDER BY f.created_at DESC, f.id DESC LIMIT $7 OFFSET $8
         ) l ON true
        ORDER BY l."createdAt" DESC, l.id DESC`,
      [
        tenantId,
        likePattern(filter.q?.trim()),
        filter.purpose,
        filter.appId,
        filter.scanStatus,
        filter.appIds,
        pageSize,
        (page - 1) * pageSize,
      ],
    );
    return {
      items: rows.filter((row) => row.id !== null).map(({ total: _total, ...file }) => file),
      total: Number(rows[0]?.total ?? 0),
    };
  }
}
