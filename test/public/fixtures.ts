import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { ANNOUNCED_WITHIN_MS } from '../support/api';
import { feedsHaveHeard } from '../support/database';

/** Whether the check becomes true, as it does within one second where the machine has nothing else to do. */
export async function withinOneSecond(check: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + ANNOUNCED_WITHIN_MS;
  while (Date.now() < end) {
    if (await check()) return true;
    await delay(10);
  }
  return false;
}

/** Lets the change feed announce what was just written, so that what is read next is cached. */
export function settled(): Promise<void> {
  return feedsHaveHeard();
}

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
