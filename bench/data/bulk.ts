import type pg from 'pg';

/** With a row or more for each member. */
const LARGE = [
  'users',
  'login_identifiers',
  'app_memberships',
  'user_profiles',
  'devices',
  'sessions',
  'refresh_tokens',
  'login_events',
  'notification_inbox_items',
];

/**
 * Fills the large tables, in the current transaction, while their indexes rest, and makes these anew in the end: entry by
 * entry, in no order, they would take many times as long. A superuser may say so in the catalogue, constraints included.
 */
export async function whileIndexesRest(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; oid: number }>(
    `SELECT tree.relid::regclass::text AS name, tree.relid::oid AS oid
       FROM unnest($1::text[]) AS large, pg_partition_tree(large::regclass) AS tree WHERE tree.isleaf
     UNION SELECT large, large::regclass::oid FROM unnest($1::text[]) AS large
            WHERE (SELECT relkind FROM pg_class WHERE oid = large::regclass) = 'r'`,
    [LARGE],
  );
  await client.query('UPDATE pg_index SET indisready = false, indisvalid = false WHERE indrelid = ANY ($1::oid[])', [
    rows.map(({ oid }) => oid),
  ]);
  await fill();
  await client.query(`SET LOCAL maintenance_work_mem = '1GB'`);
  for (const { name } of rows) await client.query(`REINDEX TABLE ${name}`);
}
