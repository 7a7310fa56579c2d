import type { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';

/** An active tenant of its own; returns its id. */
export async function aTenant(database: Database): Promise<string> {
  const id = newId();
  await asSystem(
    database,
    `INSERT INTO tenants (id, code, name, status, is_platform) VALUES ($1, $2, 'Tenant', 'active', false)`,
    [id, `t-${id}`],
  );
  return id;
}

/** One statement past row-level security. */
export async function asSystem(database: Database, statement: string, values: unknown[] = []): Promise<void> {
  await database.runAsSystem(() => database.query(statement, values));
}
