import { Injectable } from '@nestjs/common';
import { ChangeFeed, columnsOf, Database, InvalidatedCache } from '@libs/foundation';
import type { ContentScope } from '../../domain/content-scope';
import type { Dictionary } from '../../domain/dictionaries/dictionary';
import { itemsForClients } from '../../domain/dictionaries/dictionary-item';
import { DictionarySchema } from './dictionary.schema';

/** A dictionary as clients see it: its active items, in their order. */
export type PublicDictionary = Pick<Dictionary, (typeof FIELDS)[number]>;

const FIELDS = ['code', 'name', 'items'] as const;

/** To clients no other ones exist: a nearer one that is disabled or not public hides none that is farther. */
const READABLE = `
  is_public AND status = 'active'
  AND (tenant_id = $1 AND (scope = 'tenant' OR scope = 'app' AND app_id = $2) OR scope = 'global')`;

const SELECT_CODES = `SELECT DISTINCT code FROM content_dictionaries WHERE ${READABLE}`;

const SELECT_NEAREST = `
  SELECT ${columnsOf(DictionarySchema, 'd', FIELDS)}
    FROM content_dictionaries d WHERE ${READABLE} AND code = $3
   ORDER BY array_position(ARRAY['app', 'tenant', 'global'], scope) LIMIT 1`;

const MAX_BYTES = 16 * 1024 * 1024;
const BYTES_PER_APP = 500;
const BYTES_PER_CODE = 200;

/** The dictionaries that the clients of an App read. */
@Injectable()
export class PublicDictionaries {
  /** Which codes an App has, so that one that does not exist is known without another query. */
  private readonly codes: InvalidatedCache<ReadonlySet<string>>;

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
   * Not from memory: the caller keeps the answer it makes of it.
   *
   * @throws DependencyUnavailableError when the database is away.
   */
  async find({ tenantId, appId }: ContentScope, code: string): Promise<PublicDictionary | null> {
    const codes = await this.codes.get(tenantId, appId, () => this.readCodes(tenantId, appId));
    if (!codes?.has(code)) return null;
    const [dictionary] = await this.database.readAsSystem<PublicDictionary>(SELECT_NEAREST, [tenantId, appId, code]);
    return dictionary ? { ...dictionary, items: itemsForClients(dictionary.items) } : null;
  }

  private async readCodes(tenantId: string, appId: string): Promise<ReadonlySet<string>> {
    const rows = await this.database.readAsSystem<{ code: string }>(SELECT_CODES, [tenantId, appId]);
    return new Set(rows.map(({ code }) => code));
  }
}
