import type { ListPage, PageRequest } from '@libs/kernel';
import type { Database } from './database';
import type { LargeTotals } from './large-totals';

interface List {
  /** What follows FROM: the table with its alias, and what its rows have to match. */
  readonly matching: string;
  readonly values: readonly unknown[];
  /** The statement for the rows of a page. @param limit its LIMIT and OFFSET. */
  readonly select: (limit: string) => string;
  /** For a list of which there may be millions: its rows may lack the last seconds (`Database.readRecent`), its total more. */
  readonly largeTotals?: LargeTotals;
}

/** One page of a list, and how many items there are on all. @param tenantId null for a list across tenants. */
export async function listPage<Row>(
  database: Database,
  tenantId: string | null,
  { page, pageSize }: PageRequest,
  { matching, values, select, largeTotals }: List,
): Promise<ListPage<Row>> {
  const read = <Found extends object>(text: string, given: readonly unknown[]) => {
    if (tenantId === null) return database.readAsSystem<Found & Record<string, unknown>>(text, [...given]);
    return database[largeTotals ? 'readRecent' : 'read']<Found & Record<string, unknown>>(tenantId, text, [...given]);
  };
  const counted = async () => {
    const [count] = await read<{ total: number }>(`SELECT count(*)::integer AS total FROM ${matching}`, values);
    const total = count?.total ?? 0;
    largeTotals?.set(total, tenantId, matching, values);
    return total;
  };
  const total = largeTotals?.get(tenantId, matching, values) ?? (await counted());
  const limit = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const items = await read<Row & object>(select(limit), [...values, pageSize, (page - 1) * pageSize]);
  return { items, total };
}
