import { Injectable } from '@nestjs/common';
import { columnsOf, Database, fieldsOf, ListOrder, listPage, sorted, sortedCode, sortedText } from '@libs/foundation';
import { found, likePattern, type ListPage, type ListRequest } from '@libs/kernel';
import type { Dictionary, DictionaryScope } from '../../domain/dictionaries/dictionary';
import type { DictionaryStatus } from '../../domain/dictionaries/dictionary-item';
import { DictionarySchema } from './dictionary.schema';

const FIELDS = fieldsOf(DictionarySchema, { without: ['tenantId'] });
const SUMMARY_FIELDS = fieldsOf(DictionarySchema, { without: ['tenantId', 'items'] });

/** A dictionary as administrators see it. */
export type ManagedDictionary = Pick<Dictionary, (typeof FIELDS)[number]>;

/** The same for lists: with the number of its items, of which there can be many. */
export type ManagedDictionarySummary = Pick<Dictionary, (typeof SUMMARY_FIELDS)[number]> & {
  readonly itemCount: number;
};

export interface DictionaryFilter {
  readonly q?: string | undefined;
  readonly scope?: DictionaryScope | undefined;
  readonly appId?: string | undefined;
  readonly status?: DictionaryStatus | undefined;
  /** Those to which whoever asks is limited; null for all. */
  readonly appIds?: readonly string[] | null | undefined;
}

/** Those of the tenant and those that all tenants share. */
const VISIBLE = `content_dictionaries d WHERE (d.tenant_id = $1 OR d.scope = 'global')`;

const MATCHING = `${VISIBLE}
  AND ($2::text IS NULL OR d.code ILIKE $2 OR EXISTS (SELECT FROM jsonb_each_text(d.name) n WHERE n.value ILIKE $2))
  AND ($3::text IS NULL OR d.scope = $3) AND ($4::uuid IS NULL OR d.app_id = $4) AND ($5::text IS NULL OR d.status = $5)
  AND ($6::uuid[] IS NULL OR d.app_id = ANY ($6)) AND ($7::uuid[] IS NULL OR d.id = ANY ($7))`;

/**
 * The dictionaries that the administrators of a tenant see. Global ones belong to another tenant, so each statement
 * names the scope: row-level security does not.
 */
@Injectable()
export class ManagedDictionaries {
  static readonly order = new ListOrder(
    {
      code: sortedCode('d.code'),
      name: sortedText('d.name'),
      scope: sortedCode('d.scope'),
      status: sortedCode('d.status'),
      item_count: sorted('d.item_count'),
      created_at: sorted('d.created_at'),
      updated_at: sorted('d.updated_at'),
    },
    { usual: 'd.created_at DESC, d.id DESC', tie: 'd.id' },
  );

  constructor(private readonly database: Database) {}

  /** Newest first, unless the request says otherwise. @param filter `q` is a part of the code, or of the name in any language. */
  list(
    tenantId: string,
    { q, scope, appId, status, appIds }: DictionaryFilter,
    request: ListRequest,
  ): Promise<ListPage<ManagedDictionarySummary>> {
    return listPage<ManagedDictionarySummary>(this.database, null, request, {
      matching: MATCHING,
      values: [tenantId, likePattern(q), scope, appId, status, appIds, request.ids],
      select: (limit) => `SELECT ${columnsOf(DictionarySchema, 'd', SUMMARY_FIELDS)}, d.item_count AS "itemCount"
         FROM ${MATCHING} ORDER BY ${ManagedDictionaries.order.of(request)} ${limit}`,
    });
  }

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, id: string): Promise<ManagedDictionary> {
    const [dictionary] = await this.database.readAsSystem<ManagedDictionary>(
      `SELECT ${columnsOf(DictionarySchema, 'd', FIELDS)} FROM ${VISIBLE} AND d.id = $2`,
      [tenantId, id],
    );
    return found(dictionary);
  }

  /** What never changes about it. @throws ResourceNotFoundError */
  async placeOf(tenantId: string, id: string): Promise<Pick<Dictionary, 'tenantId' | 'scope'>> {
    const [place] = await this.database.readAsSystem<Pick<Dictionary, 'tenantId' | 'scope'>>(
      `SELECT ${columnsOf(DictionarySchema, 'd', ['tenantId', 'scope'])} FROM ${VISIBLE} AND d.id = $2`,
      [tenantId, id],
    );
    return found(place);
  }
}
