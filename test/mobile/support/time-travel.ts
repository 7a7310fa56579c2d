import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';

/**
 * Lets time pass for everything that the database remembers of the tenants: every instant of every row becomes that
 * much older. Token signatures are not in the database and stay as young as they are, as do published revisions, which
 * never change.
 *
 * @param duration an interval of PostgreSQL, such as `61 seconds`.
 * @param of the tables for which it passes: without them, all. The chains of the audit logs do not survive it.
 */
export async function later(api: Pick<TestApi, 'urls'>, duration: string, of?: readonly string[]): Promise<void> {
  const columns = await queryAs<{ table_name: string; column_name: string; data_type: string }>(
    api.urls.superuserUrl,
    `SELECT c.table_name, c.column_name, c.data_type
       FROM information_schema.columns c
       JOIN information_schema.columns owner USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND owner.column_name = 'tenant_id' AND c.udt_name IN ('timestamptz', '_timestamptz')
        AND c.table_name NOT LIKE '%\\_revisions' AND ($1::text[] IS NULL OR c.table_name = ANY ($1))`,
    [of ?? null],
  );
  const assignments = Map.groupBy(columns, ({ table_name }) => table_name);
  const interval = `interval '${duration}'`;
  const statements = [...assignments].map(([table, ofTable]) => {
    const older = ofTable.map(({ column_name: column, data_type }) =>
      data_type === 'ARRAY'
        ? `${column} = coalesce((SELECT array_agg(moment - ${interval} ORDER BY place)
                                   FROM unnest(${column}) WITH ORDINALITY AS list (moment, place)), '{}')`
        : `${column} = ${column} - ${interval}`,
    );
    // A message that a worker has just taken must not look abandoned, or another one would take it, too.
    const condition =
      table === 'outbox_messages' ? 'WHERE coalesce(completed_at, dead_at) IS NOT NULL OR last_error IS NOT NULL' : '';
    return `UPDATE ${table} SET ${older.join(', ')} ${condition}`;
  });
  await queryAs(api.urls.superuserUrl, `BEGIN; ${statements.join('; ')}; COMMIT`);
}

/** Where nobody has quiet hours now, whatever the time of the day. The signs of these zones are the other way round. */
export function zoneWhereItIsNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
