import type { TestOutbox } from './outbox';
import { queryAs } from './database';

export const DAY = 86_400_000;

interface Part extends Record<string, unknown> {
  readonly partition: string;
  readonly begins: number | null;
  readonly ends: number;
}

/** What suites of partitions ask and do, in the database of the test that runs. */
export function partitionsIn(outbox: () => TestOutbox) {
  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(outbox().test.superuserUrl, text, values);
  const asApplication = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(outbox().test.applicationUrl, text, values);
  const partitionsOf = (table: string) =>
    query<Part>('SELECT partition, begins::float8, ends::float8 FROM partitions_of($1) ORDER BY ends', [table]);
  const endOf = async (table: string) => (await partitionsOf(table)).at(-1)!.ends;
  const add = async (table: string, time: number) =>
    (await query<{ made: string | null }>('SELECT add_partition($1, $2) AS made', [table, new Date(time)]))[0]!.made;
  /** @returns the oldest of those due that could be dropped. */
  const retire = async (table: string, time: number) => {
    const at = new Date(time);
    for (const { partition } of await query<Part>('SELECT partition FROM due_partitions($1, $2)', [table, at])) {
      const [kept] = await query<{ why: string | null }>('SELECT retire_partition($1, $2, $3) AS why', [
        table,
        partition,
        at,
      ]);
      if (kept!.why === null) return partition;
    }
    return null;
  };
  const addAll = async (table: string, time: number) => {
    for (let made = await add(table, time); made !== null;) made = await add(table, time);
  };
  /** Which rows are where. */
  const placesOf = async (table: string, column = 'id') =>
    Object.fromEntries(
      (
        await query<{ row: string; part: string }>(
          `SELECT ${column}::text AS row, tableoid::regclass::text AS part FROM ${table}`,
        )
      ).map(({ row, part }) => [row, part]),
    );
  const aMessage = async (id: string, columns: Readonly<Record<string, string>> = {}) => {
    const [names, values] = [Object.keys(columns), Object.values(columns)];
    await query(
      `INSERT INTO outbox_messages (${['tenant_id', 'id', 'type', 'data', ...names].join()})
       VALUES (${['$1', '$2', `'test.kept'`, `'{"text": "kept"}'`, ...values].join()})`,
      [outbox().tenantId, id],
    );
    return id;
  };
  /** From now on all that has ended by then goes. */
  const keepNothingAfter = (end: number) =>
    query(
      `UPDATE partitioned_tables SET kept = floor(extract(epoch FROM now()) * 1000) - $1::bigint - 1000 WHERE kept IS NOT NULL`,
      [end],
    );
  return { query, asApplication, partitionsOf, endOf, add, retire, addAll, placesOf, aMessage, keepNothingAfter };
}
