import { repeated } from '../../libs/foundation/src/database/repeated';
import type { TestApi } from './api';
import { queryAs } from './database';

/**
 * Lets time pass for everything that the database remembers of the tenants: every instant of every row becomes that
 * much older. Token signatures are not in the database and stay as young as they are, as do published revisions, which
 * never change.
 *
 * @param duration an interval of PostgreSQL, such as `61 seconds`.
 * @param of the tables for which it passes: without them, all. The chains of the audit logs do not survive it.
 */
export async function later(api: Pick<TestApi, 'urls'>, duration: string, of?: readonly string[]): Promise<void> {
  const columns = (await momentsIn(api.urls)).filter(({ table }) => of?.includes(table) ?? true);
  const assignments = Map.groupBy(columns, ({ table }) => table);
  const interval = `interval '${duration}'`;
  const statements = [...assignments].map(([table, ofTable]) => {
    const older = ofTable.map(({ column, isList }) =>
      isList
        ? `${column} = coalesce((SELECT array_agg(moment - ${interval} ORDER BY place)
                                   FROM unnest(${column}) WITH ORDINALITY AS list (moment, place)), '{}')`
        : `${column} = ${column} - ${interval}`,
    );
    // A message that a worker has just taken must not look abandoned, or another one would take it, too.
    const condition =
      table === 'outbox_messages' ? 'WHERE coalesce(completed_at, dead_at) IS NOT NULL OR last_error IS NOT NULL' : '';
    return `UPDATE ${table} SET ${older.join(', ')} ${condition}`;
  });
  // A worker takes rows in an order of its own, and the database may end either of the two for a deadlock.
  await repeated(() => queryAs(api.urls.superuserUrl, `BEGIN; ${statements.join('; ')}; COMMIT`));
}

interface Moment {
  readonly table: string;
  readonly column: string;
  readonly isList: boolean;
}

/** The databases of a run are copies of one, so one answer holds for all. The views of the standard take 0.4 s. */
let moments: Promise<Moment[]> | undefined;

function momentsIn(urls: TestApi['urls']): Promise<Moment[]> {
  moments ??= queryAs<Moment & Record<string, unknown>>(
    urls.superuserUrl,
    `SELECT c.relname AS table, a.attname AS column, a.atttypid = 'timestamptz[]'::regtype AS "isList"
       FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND a.atttypid IN ('timestamptz'::regtype, 'timestamptz[]'::regtype)
        AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'tenant_id')
        AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname NOT LIKE '%\\_revisions'`,
  );
  return moments;
}

/** Where nobody has quiet hours now, whatever the time of the day. The signs of these zones are the other way round. */
export function zoneWhereItIsNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** Meanwhile the clock of this process, by which its servers judge tokens, is ahead; that of the database is not. */
export async function secondsLater(seconds: number, work: () => Promise<unknown>): Promise<void> {
  const now = Date.now.bind(Date);
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1_000);
  try {
    await work();
  } finally {
    clock.mockRestore();
  }
}

/**
 * What is answered shortly before a row expires, which is further ahead each time, until the machine was quick enough to
 * ask before it. Returns when it has expired.
 */
export async function askedBeforeItExpires<Answer>(
  rows: (statement: string, values: unknown[]) => Promise<unknown[]>,
  { table, id }: { readonly table: string; readonly id: string },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const hasExpired = async () =>
    (await rows(`SELECT FROM ${table} WHERE id = $1 AND expires_at <= clock_timestamp()`, [id])).length > 0;
  for (let milliseconds = 500; ; milliseconds *= 2) {
    await rows(`UPDATE ${table} SET expires_at = clock_timestamp() + $2 * interval '1 ms' WHERE id = $1`, [
      id,
      milliseconds,
    ]);
    const answer = await ask();
    if (await hasExpired()) continue;
    while (!(await hasExpired())) continue;
    return answer;
  }
}
