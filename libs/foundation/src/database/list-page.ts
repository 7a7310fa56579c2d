import type { ListPage, PageRequest } from '@libs/kernel';
import type { Database } from './database';

interface List {
  /** What follows FROM: the table with its alias, and what its rows have to match. */
  readonly matching: string;
  readonly values: readonly unknown[];
  /** The statement for the rows of a page. @param limit its LIMIT and OFFSET. */
  readonly select: (limit: string) => string;
  /** Whether it may lack the last seconds (`Database.readRecent`). */
  readonly isLarge?: boolean;
}

/** One page of a list, and how many items there are on all. @param tenantId null for a list across tenants. */
export async function listPage<Row>(
  database: Database,
  tenantId: string | null,
  { page, pageSize }: PageRequest,
  { matching, values, select, isLarge = false }: List,
): Promise<ListPage<Row>> {
  const read = <Found extends object>(text: string, given: readonly unknown[]) => {
    if (tenantId === null) return database.readAsSystem<Found & Record<string, unknown>>(text, [...given]);
    return database[isLarge ? 'readRecent' : 'read']<Found & Record<string, unknown>>(tenantId, text, [...given]);
  };
  const [count] = await read<{ total: number }>(`SELECT count(*)::integer AS total FROM ${matching}`, values);
  const limit = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const items = await read<Row & object>(select(limit), [...values, pageSize, (page - 1) * pageSize]);
  return { items, total: count?.total ?? 0 };
}
