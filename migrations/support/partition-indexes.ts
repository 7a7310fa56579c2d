import type { QueryRunner } from 'typeorm';
import { shortened } from './index-names';
import { buildConcurrently, execute } from './tables';

/**
 * Indexes by name of a table with partitions, each given by what follows the table: built concurrently in one partition
 * after the other, as PostgreSQL builds none of the whole table so. Only outside a transaction, and repeatable.
 */
export async function buildOnPartitions(
  runner: QueryRunner,
  table: string,
  indexes: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) {
    // It is not valid before all partitions have it; those made meanwhile get it with the others.
    await runner.query(`CREATE INDEX IF NOT EXISTS ${name} ON ONLY ${table} ${definition}`);
    for (const partition of await partitionsWithout(runner, table, name)) {
      const part = shortened(`${partition}_${name}`);
      await execute(runner, [
        ...buildConcurrently({ [part]: `${partition} ${definition}` }),
        `ALTER INDEX ${name} ATTACH PARTITION ${part}`,
      ]);
    }
  }
}

async function partitionsWithout(runner: QueryRunner, table: string, index: string): Promise<string[]> {
  const rows = (await runner.query(
    `SELECT p.relid::regclass::text AS name FROM pg_partition_tree($1) p
      WHERE p.isleaf AND NOT EXISTS (SELECT FROM pg_inherits i JOIN pg_index x ON x.indexrelid = i.inhrelid
                                      WHERE i.inhparent = $2::regclass AND x.indrelid = p.relid)
      ORDER BY 1`,
    [table, index],
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}
