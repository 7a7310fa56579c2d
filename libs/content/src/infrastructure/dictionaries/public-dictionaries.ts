import { Injectable } from '@nestjs/common';
import { ChangeFeed, columnsOf, Database, InvalidatedCache } from '@libs/foundation';
import type { ContentScope } from '../../domain/content-scope';
import type { Dictionary } from '../../domain/dictionaries/dictionary';
import { itemsForClients } from '../../domain/dictionaries/dictionary-item';
import { DictionarySchema } from './dictionary.schema';

/** A dictionary as clients see it: its active items, in their order. */
export type PublicDictionary = Pick<Dictionary, (typeof FIELDS)[number]>;

/** One of the dictionaries that there are, without its items. */
export type ListedDictionary = Pick<Dictionary, 'code' | 'name'>;

/** Codes that are read together. */
interface Batch {
  readonly codes: Set<string>;
  readonly dictionaries: Promise<ReadonlyMap<string, PublicDictionary>>;
}

const FIELDS = ['code', 'name', 'items'] as const;

/** To clients no other ones exist: a nearer one that is disabled or not public hides none that is farther. */
const READABLE = `
  is_public AND status = 'active'
  AND (tenant_id = $1 AND (scope = 'tenant' OR scope = 'app' AND app_id = $2) OR scope = 'global')`;

const SELECT_CODES = `SELECT DISTINCT code FROM content_dictionaries WHERE ${READABLE}`;

const NEAREST_FIRST = `code, array_position(ARRAY['app', 'tenant', 'global'], scope)`;

const SELECT_NEAREST = `
  SELECT DISTINCT ON (code) ${columnsOf(DictionarySchema, 'd', FIELDS)}
    FROM content_dictionaries d WHERE ${READABLE} AND code = ANY ($3) ORDER BY ${NEAREST_FIRST}`;

const SELECT_ALL = `
  SELECT DISTINCT ON (code) code, name FROM content_dictionaries WHERE ${READABLE} ORDER BY ${NEAREST_FIRST}`;

const MAX_BYTES = 16 * 1024 * 1024;
const BYTES_PER_APP = 500;
const BYTES_PER_CODE = 200;

/** The dictionaries that the clients of an App read. */
@Injectable()
export class PublicDictionaries {
  /** Which codes an App has, so that one that does not exist is known without another query. */
  private readonly codes: InvalidatedCache<ReadonlySet<string>>;
  /** Those of Apps that are about to be read. */
  private readonly batches = new Map<string, Batch>();

  constructor(
    private readonly database: Database,
    feed: ChangeFeed,
  ) {
    this.codes = new InvalidatedCache(feed, {
      // Announced with the tenant, or for all tenants at once.
      subject: 'dictionaries',
      maxBytes: MAX_BYTES,
      sizeOf: ({ size }) => BYTES_PER_APP + size * BYTES_PER_CODE,
    });
  }

  /**
   * The nearest dictionary with the code: of the App, else of its tenant, else the global one. The code may be any text.
   * Not from memory: the caller keeps the answer it makes of it. Several that are looked for at once are read at once.
   *
   * @throws DependencyUnavailableError when the database is away.
   */
  async find({ tenantId, appId }: ContentScope, code: string): Promise<PublicDictionary | null> {
    const codes = await this.codes.get(tenantId, appId, () => this.readCodes(tenantId, appId));
    if (!codes?.has(code)) return null;
    const batch = this.batches.get(appId) ?? this.newBatch(tenantId, appId);
    batch.codes.add(code);
    return (await batch.dictionaries).get(code) ?? null;
  }

  /** Those with different codes, the nearest of each code, ordered by code. Not from memory, as `find`. */
  async list({ tenantId, appId }: ContentScope): Promise<readonly ListedDictionary[]> {
    const rows = await this.database.readAsSystem<ListedDictionary>(SELECT_ALL, [tenantId, appId]);
    return rows.sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  /** Read once all have asked that do so now: later ones must not get what was read before they asked. */
  private newBatch(tenantId: string, appId: string): Batch {
    const codes = new Set<string>();
    const dictionaries = Promise.resolve().then(() => {
      this.batches.delete(appId);
      return this.readNearest(tenantId, appId, codes);
    });
    const batch = { codes, dictionaries };
    this.batches.set(appId, batch);
    return batch;
  }

  private async readNearest(
    tenantId: string,
    appId: string,
    codes: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, PublicDictionary>> {
    const rows = await this.database.readAsSystem<PublicDictionary>(SELECT_NEAREST, [tenantId, appId, [...codes]]);
    return new Map(rows.map((row) => [row.code, { ...row, items: itemsForClients(row.items) }]));
  }

  private async readCodes(tenantId: string, appId: string): Promise<ReadonlySet<string>> {
    const rows = await this.database.readAsSystem<{ code: string }>(SELECT_CODES, [tenantId, appId]);
    return new Set(rows.map(({ code }) => code));
  }
}
