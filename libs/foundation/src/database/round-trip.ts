import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { repeated } from './repeated';
import { sentTogether } from './sent-together';
import { clientOf, type PreparedQuery } from './unit-of-work';

/**
 * A transaction of one statement in a single round trip.
 *
 * @param scope sets the tenant, or that there is none.
 */
export function inOneRoundTrip<Row extends QueryResultRow>(
  dataSource: DataSource,
  begin: string,
  scope: PreparedQuery,
  statement: PreparedQuery,
): Promise<Row[]> {
  return repeated(async () => {
    const runner = dataSource.createQueryRunner();
    try {
      const client = await clientOf(runner);
      // Pipelined: the four are sent without waiting. When one fails, COMMIT ends the transaction as a rollback.
      const before = [client.query(begin), client.query(scope)];
      const read = client.query<Row>(statement);
      await sentTogether([...before, read, client.query('COMMIT')]);
      return (await read).rows;
    } finally {
      await runner.release().catch(() => undefined);
    }
  });
}
