import { Injectable } from '@nestjs/common';
import { columnsOf, Database, ListOrder, nullable, sorted, sortedCode, sortedText } from '@libs/foundation';
import { but, found, likePattern, type ListPage, type ListRequest, namesOf, type ValuesOf } from '@libs/kernel';
import { type PackageType, type Platform, type PublishStatus, release } from '../domain/release-settings';
import { ReleaseSchema } from './release.schema';

const MANAGED = but(release, 'tenantId', 'healthTrippedAt', 'deletedAt');

/** A release as administrators see it. */
export interface ReleaseDetails extends ValuesOf<typeof MANAGED> {
  readonly publishStatus: PublishStatus;
  /** Where it is current. */
  readonly publishedPlatforms: readonly Platform[];
  /** Where it is the fallback, for clients that the rollout of the current release excludes. */
  readonly fallbackPlatforms: readonly Platform[];
  readonly file: ReleaseFile | null;
  readonly downloadCount: number;
}

export interface ReleaseFile {
  readonly id: string;
  readonly filename: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** Selects the releases that meet all given conditions. */
export interface ReleaseFilter {
  /** A part of version_name or of the title in any language, in either case. */
  readonly q?: string | undefined;
  readonly platform?: Platform | undefined;
  readonly packageType?: PackageType | undefined;
  readonly publishStatus?: PublishStatus | undefined;
}

interface ReleaseRow extends Omit<ReleaseDetails, 'rolloutPercent' | 'downloadCount'> {
  rolloutPercent: string;
  downloadCount: string;
}

function placesBy(column: 'release_id' | 'fallback_release_id'): string {
  return `
    (SELECT ${column},
            array_agg(platform ORDER BY array_position(ARRAY['android', 'ios', 'harmony'], platform)) AS platforms
       FROM release_pointers WHERE tenant_id = $1 AND app_id = $2 GROUP BY ${column})`;
}

/** The releases of an App with the data of its few pointers. */
const RELEASES = `
  (SELECT r.*, coalesce(p.platforms, '{}') AS platforms, coalesce(f.platforms, '{}') AS fallback_platforms,
          CASE WHEN r.first_published_at IS NULL THEN 'draft'
               WHEN p.platforms IS NULL THEN 'offline'
               WHEN p.platforms @> r.target_platforms THEN 'online'
               ELSE 'partial' END AS publish_status
     FROM releases r
     LEFT JOIN ${placesBy('release_id')} p ON p.release_id = r.id
     LEFT JOIN ${placesBy('fallback_release_id')} f ON f.fallback_release_id = r.id
    WHERE r.tenant_id = $1 AND r.app_id = $2 AND r.deleted_at IS NULL)`;

const DETAILS = `
  ${columnsOf(ReleaseSchema, 'r', namesOf(MANAGED))},
  r.publish_status AS "publishStatus",
  r.platforms AS "publishedPlatforms", r.fallback_platforms AS "fallbackPlatforms",
  (SELECT jsonb_build_object('id', f.id, 'filename', f.filename, 'sizeBytes', f.size_bytes, 'sha256', f.sha256)
     FROM files f WHERE f.tenant_id = r.tenant_id AND f.id = r.file_id) AS file,
  (SELECT coalesce(sum(d.count), 0) FROM release_downloads d
    WHERE d.tenant_id = r.tenant_id AND d.release_id = r.id) AS "downloadCount"`;

const MATCHES = `
  ($3::text IS NULL OR r.version_name ILIKE $3
    OR EXISTS (SELECT FROM jsonb_each_text(r.title) AS t WHERE t.value ILIKE $3))
  AND ($4::text IS NULL OR r.platform = $4)
  AND ($5::text IS NULL OR r.package_type = $5)
  AND ($6::text IS NULL OR r.publish_status = $6)
  AND ($9::uuid[] IS NULL OR r.id = ANY ($9))`;

const NEWEST_FIRST = 'r.created_at DESC, r.id DESC';

/** The releases of an App. Those that are deleted, unknown, another App's or another tenant's are not found. */
@Injectable()
export class ReleaseQueries {
  static readonly order = new ListOrder(
    {
      title: sortedText('r.title'),
      version_code: sorted('r.version_code'),
      platform: sortedCode('r.platform'),
      package_type: sortedCode('r.package_type'),
      publish_status: sortedCode('r.publish_status'),
      published_at: nullable(sorted('r.published_at')),
      created_at: sorted('r.created_at'),
      updated_at: sorted('r.updated_at'),
    },
    { usual: NEWEST_FIRST, tie: 'r.id' },
  );

  constructor(private readonly database: Database) {}

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, appId: string, id: string): Promise<ReleaseDetails> {
    const [row] = await this.database.read<ReleaseRow>(
      tenantId,
      `SELECT ${DETAILS} FROM ${RELEASES} r WHERE r.id = $3`,
      [tenantId, appId, id],
    );
    return detailsOf(found(row));
  }

  /** Newest first, unless the request says otherwise. */
  async list(
    tenantId: string,
    appId: string,
    { q, platform, packageType, publishStatus }: ReleaseFilter,
    request: ListRequest,
  ): Promise<ListPage<ReleaseDetails>> {
    const { page, pageSize, ids } = request;
    const rows = await this.database.read<{ total: string; place: string } & (ReleaseRow | { id: null })>(
      tenantId,
      `WITH matching AS MATERIALIZED (SELECT r.* FROM ${RELEASES} r WHERE ${MATCHES})
       SELECT counted.total, l.*
         FROM (SELECT count(*) AS total FROM matching) counted
         LEFT JOIN (
           SELECT ${DETAILS}, row_number() OVER () AS place
             FROM (SELECT r.* FROM matching r ORDER BY ${ReleaseQueries.order.of(request)} LIMIT $7 OFFSET $8) r
         ) l ON true
        ORDER BY l.place`,
      [tenantId, appId, likePattern(q), platform, packageType, publishStatus, pageSize, (page - 1) * pageSize, ids],
    );
    return {
      items: rows.filter((row) => row.id !== null).map(({ total: _total, place: _place, ...row }) => detailsOf(row)),
      total: Number(rows[0]?.total ?? 0),
    };
  }

  /** The newest ones, up to `limit`. */
  async newest(tenantId: string, appId: string, limit: number): Promise<ReleaseDetails[]> {
    const rows = await this.database.read<ReleaseRow>(
      tenantId,
      `SELECT ${DETAILS} FROM ${RELEASES} r ORDER BY ${NEWEST_FIRST} LIMIT $3`,
      [tenantId, appId, limit],
    );
    return rows.map(detailsOf);
  }
}

/** PostgreSQL returns exact and large numbers as text. */
function detailsOf({ rolloutPercent, downloadCount, ...row }: ReleaseRow): ReleaseDetails {
  return { ...row, rolloutPercent: Number(rolloutPercent), downloadCount: Number(downloadCount) };
}
