import pg from 'pg';
import { eventually, type TestApi } from '../../support/api';

/**
 * Asks while somebody holds the first of the rows, and lets go once the request waits for it. That somebody then gets the
 * other rows at once: whoever locks in this order holds none of them yet.
 *
 * @param ids in their order.
 */
export async function whileLocked<Answer>(
  api: TestApi,
  table: 'files' | 'users',
  [first, ...others]: readonly string[],
  ask: () => PromiseLike<Answer>,
): Promise<Answer> {
  const client = new pg.Client(api.urls.superuserUrl);
  await client.connect();
  try {
    await client.query('BEGIN');
    const lock = (ids: unknown) =>
      client.query(`SELECT FROM ${table} WHERE id = ANY ($1::uuid[]) FOR UPDATE NOWAIT`, [ids]);
    await lock([first]);
    const asked = Promise.resolve(ask());
    await eventually(async () => {
      const { rows } = await client.query(
        'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
      );
      return rows.length > 0;
    });
    await lock(others);
    await client.query('COMMIT');
    return await asked;
  } finally {
    await client.end();
  }
}
