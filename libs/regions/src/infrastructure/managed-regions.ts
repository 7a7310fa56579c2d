import { Injectable } from '@nestjs/common';
import { Database, ListOrder, listPage, sorted, sortedCode, sortedText } from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest, ResourceNotFoundError } from '@libs/kernel';
import type { ManagedRegion, RegionDecisions, RegionStatus } from '../domain/region';

export interface ManagedRegionFilter {
  readonly q?: string | undefined;
  readonly parentCode?: string | undefined;
  readonly level?: number | undefined;
  readonly status?: RegionStatus | undefined;
  readonly isPublic?: boolean | undefined;
}

/** Of every region there is, so that another text is not looked for. */
const CODE = /^[A-Za-z0-9-]{1,32}$/;

const COLUMNS = `r.code, r.parent_code AS "parentCode", r.level, r.names, r.name_override AS "nameOverride",
  r.is_public AS "isPublic", r.status, r.successor_codes AS "successorCodes", r.dataset_version AS "datasetVersion",
  r.lock_version AS "lockVersion", r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  r.updated_by AS "updatedBy"`;

const MATCHING = `regions r
 WHERE ($1::text IS NULL OR r.code ILIKE $1
        OR EXISTS (SELECT FROM jsonb_each_text(r.names) n WHERE n.value ILIKE $1)
        OR EXISTS (SELECT FROM jsonb_each_text(r.name_override) n WHERE n.value ILIKE $1))
   AND ($2::text IS NULL OR r.parent_code = $2) AND ($3::smallint IS NULL OR r.level = $3)
   AND ($4::text IS NULL OR r.status = $4) AND ($5::boolean IS NULL OR r.is_public = $5)`;

const SELECT = `SELECT ${COLUMNS} FROM regions r WHERE r.code = $1`;

/** What an import sets and what operators decide are different columns: neither undoes the other. */
const DECIDE = `
  UPDATE regions r SET name_override = $2, is_public = $3, lock_version = r.lock_version + 1, updated_at = now()
   WHERE r.code = $1 RETURNING ${COLUMNS}`;

/** The regions for operators, from the database. They belong to no tenant. */
@Injectable()
export class ManagedRegions {
  static readonly order = new ListOrder(
    {
      code: sorted('r.code'),
      name: sortedText('r.name_override', 'r.names'),
      level: sorted('r.level'),
      status: sortedCode('r.status'),
      updated_at: sorted('r.updated_at'),
    },
    { usual: 'r.code', tie: 'r.code' },
  );

  constructor(private readonly database: Database) {}

  /** By their codes, unless the request says otherwise. @param filter `q` is a part of the code, or of a name in any language. */
  list(
    { q, parentCode, level, status, isPublic }: ManagedRegionFilter,
    request: ListRequest,
  ): Promise<ListPage<ManagedRegion>> {
    return listPage<ManagedRegion>(this.database, null, request, {
      matching: MATCHING,
      values: [likePattern(q), parentCode, level, status, isPublic],
      select: (limit) => `SELECT ${COLUMNS} FROM ${MATCHING} ORDER BY ${ManagedRegions.order.of(request)} ${limit}`,
    });
  }

  /** @throws ResourceNotFoundError */
  async get(code: string): Promise<ManagedRegion> {
    expectCode(code);
    return found(await this.database.readOneAsSystem<ManagedRegion>(SELECT, [code]));
  }

  /** In the current transaction, until the end of which nobody else changes it. @throws ResourceNotFoundError */
  async getForUpdate(code: string): Promise<ManagedRegion> {
    expectCode(code);
    return found(await this.database.queryOne<ManagedRegion>(`${SELECT} FOR UPDATE`, [code]));
  }

  /** In the current transaction. @throws ResourceNotFoundError */
  async decide(code: string, { nameOverride, isPublic }: RegionDecisions): Promise<ManagedRegion> {
    const override = nameOverride && JSON.stringify(nameOverride);
    return found(await this.database.queryOne<ManagedRegion>(DECIDE, [code, override, isPublic]));
  }
}

function expectCode(code: string): void {
  if (!CODE.test(code)) throw new ResourceNotFoundError();
}
