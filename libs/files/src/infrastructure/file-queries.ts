import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf, ListOrder, sorted, sortedCode, sortedName } from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest } from '@libs/kernel';
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
  AND ($6::uuid[] IS NULL OR f.app_id = ANY ($6))
  AND ($9::uuid[] IS NULL OR f.id = ANY ($9))`;

export const FILE_ORDER = new ListOrder(
  {
    filename: sortedName('f.filename'),
    purpose: sortedCode('f.purpose'),
    media_type: sortedCode('f.media_type'),
    size_bytes: sorted('f.size_bytes'),
    scan_status: sortedCode('f.scan_status'),
    created_at: sorted('f.created_at'),
  },
  { usual: 'f.created_at DESC, f.id DESC', tie: 'f.id' },
);

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

  /** Newest first, unless the request says otherwise. */
  async list(tenantId: string, filter: FileFilter, request: ListRequest): Promise<ListPage<FileView>> {
    const { page, pageSize, ids } = request;
    const rows = await this.database.readRecent<{ total: string; place: string } & (FileView | { id: null })>(
      tenantId,
      `SELECT matching.total, l.*
         FROM (SELECT count(*) AS total FROM files f WHERE ${MATCHES}) matching
         LEFT JOIN (
           SELECT ${COLUMNS}, row_number() OVER () AS place
             FROM (SELECT f.* FROM files f WHERE ${MATCHES} ORDER BY ${FILE_ORDER.of(request)} LIMIT $7 OFFSET $8) f
         ) l ON true
        ORDER BY l.place`,
      [
        tenantId,
        likePattern(filter.q?.trim()),
        filter.purpose,
        filter.appId,
        filter.scanStatus,
        filter.appIds,
        pageSize,
        (page - 1) * pageSize,
        ids,
      ],
    );
    return {
      items: rows.filter((row) => row.id !== null).map(({ total: _total, place: _place, ...file }) => file),
      total: Number(rows[0]?.total ?? 0),
    };
  }
}
