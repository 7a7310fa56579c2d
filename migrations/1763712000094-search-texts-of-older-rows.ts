import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute } from './support/tables';

/** Takes a fraction of a second, for which the rows cannot be changed. */
const BATCH = 2_000;

const TABLES = ['apps', 'users', 'content_pages', 'content_articles', 'files', 'notification_messages', 'releases'];

interface Place {
  readonly tenant_id: string;
  readonly id: string;
}

/** Built once the texts are there, which takes a tenth of the time. */
const INDEXES = {
  // Without the list of pending entries, which every search would have to read.
  search_texts_grams: `search_texts USING gin (app_id, search_grams(kind || tenant_id::text, line, 1)) WITH (fastupdate = off)`,
  search_texts_newest: 'search_texts (tenant_id, kind, at DESC, id DESC)',
  search_texts_newest_of_app: `search_texts (tenant_id, kind, app_id, at DESC, id DESC) WHERE app_id IS NOT NULL`,
};

const BEFORE_ALL: Place = {
  tenant_id: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

/** Adds the texts of existing rows in separate steps. Those that a trigger has written are left as they are. */
export class SearchTextsOfOlderRows1763712000094 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT set_config('app.system', 'on', false), set_config('lock_timeout', '5min', false)`);
    for (const table of TABLES) {
      for (let last: Place | undefined = BEFORE_ALL; last;) last = await writeFrom(runner, table, last);
    }
    await runner.query(`SELECT set_config('app.system', '', false), set_config('lock_timeout', '2000', false)`);
    await execute(runner, [
      // For an index of uuids and arrays together. Stays when this is reverted: others use it.
      'CREATE EXTENSION IF NOT EXISTS btree_gin',
      ...buildConcurrently(INDEXES),
      // The index of an expression is used once its values are known.
      'ANALYZE search_texts',
    ]);
  }

  /** The previous migration drops the table. */
  async down(): Promise<void> {}
}

/**
 * The rows are locked, so that none is changed between being read and being written of.
 *
 * @returns the last row that was read; undefined at the end.
 */
async function writeFrom(runner: QueryRunner, table: string, { tenant_id, id }: Place): Promise<Place | undefined> {
  const [last] = (await runner.query(
    `WITH batch AS MATERIALIZED (
       SELECT r FROM ${table} r WHERE (r.tenant_id, r.id) > ($1, $2) ORDER BY r.tenant_id, r.id LIMIT ${BATCH} FOR SHARE
     ), written AS (
       INSERT INTO search_texts
       SELECT (t.text).* FROM (SELECT search_text_of(r) AS text FROM batch) t WHERE (t.text).id IS NOT NULL
       ON CONFLICT DO NOTHING
     )
     SELECT (r).tenant_id, (r).id FROM batch ORDER BY 1 DESC, 2 DESC LIMIT 1`,
    [tenant_id, id],
  )) as Place[];
  return last;
}
