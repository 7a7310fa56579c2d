import { createHash } from 'node:crypto';
import type { QueryRunner } from 'typeorm';

const MOST_BYTES = 63;

/**
 * The name of an index, which may be the operator's, for the first partition of a table: like its own, so that nothing else
 * has it.
 *
 * @param index as it is written in SQL; so is what is returned.
 */
export function ofFirst(index: string, table: string, first: string): string {
  const bare = index.startsWith('"') ? index.slice(1, -1).replaceAll('""', '"') : index;
  const wanted = bare.startsWith(table) ? first + bare.slice(table.length) : `${bare}_first`;
  return `"${shortened(wanted).replaceAll('"', '""')}"`;
}

/** To what PostgreSQL takes for a name, without that two become one. */
export function shortened(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name;
  const end = `_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
  const letters = [...name];
  while (Buffer.byteLength(letters.join('')) > MOST_BYTES - end.length) letters.pop();
  return letters.join('') + end;
}

/** Of each index of a partition, its name in SQL and that of the index of the whole table that it belongs to. */
export async function inheritedNames(runner: QueryRunner, partition: string): Promise<ReadonlyMap<string, string>> {
  const rows = (await runner.query(
    `SELECT format('%I', own.relname) AS own, format('%I', whole.relname) AS whole
       FROM pg_index x
       JOIN pg_class own ON own.oid = x.indexrelid
       JOIN pg_inherits i ON i.inhrelid = own.oid
       JOIN pg_class whole ON whole.oid = i.inhparent
      WHERE x.indrelid = to_regclass($1)`,
    [partition],
  )) as { own: string; whole: string }[];
  return new Map(rows.map(({ own, whole }) => [whole, own]));
}
