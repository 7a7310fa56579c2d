import { type Database, ListOrder, PLANNED_EACH_TIME, sorted } from '@libs/foundation';
import type { ListPage, ListRequest } from '@libs/kernel';

/** A list that may have millions of rows. */
interface BoundedList {
  readonly tenantId: string;
  /** The table with its alias. */
  readonly rows: string;
  /** Conditions that always hold; $1 is the tenant. */
  readonly matches: readonly string[];
  /** Those of single filters, with a question mark for the value. */
  readonly conditions: Readonly<Record<string, string>>;
  /** The values of the filters that are given. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly order: ListOrder;
  readonly columns: string;
  readonly joins: string;
}

/** Newest first by a time, the only column with which its index begins. */
export function byTime<Name extends string>(name: Name, time: string, tie: string): ListOrder<Name> {
  const column = { [name]: sorted(time) } as Record<Name, ReturnType<typeof sorted>>;
  return new ListOrder(column, { usual: `${time} DESC, ${tie} DESC`, tie });
}

/** More than these are neither counted nor shown: whoever looks for older ones says more about them. */
export const MOST_LISTED = 10_000;

/**
 * One page of the first rows that match, the newest unless the request says otherwise, at a cost that does not grow with the table: filters that are not given are
 * not in the statement, so that each combination finds its index.
 */
export async function boundedPage<Row>(
  database: Database,
  request: ListRequest,
  { tenantId, rows, matches, conditions, given, order, columns, joins }: BoundedList,
): Promise<ListPage<Row>> {
  const { page, pageSize, ids } = request;
  const values: unknown[] = [tenantId];
  const wanted = Object.entries(conditions).flatMap(([name, condition]) => {
    const value = given[name] ?? null;
    if (value === null) return [];
    values.push(value);
    return [condition.replaceAll('?', `$${values.length}`)];
  });
  const alias = rows.split(' ').at(-1) ?? rows;
  if (ids) wanted.push(`${alias}.id = ANY ($${values.push(ids)}::uuid[]) ${PLANNED_EACH_TIME}`);
  const where = [...matches, ...wanted].join(' AND ');
  const inOrder = order.of(request);
  const [count] = await database.readRecent<{ total: number }>(
    tenantId,
    `SELECT count(*)::integer AS total FROM (SELECT FROM ${rows} WHERE ${where} LIMIT ${MOST_LISTED}) AS matching`,
    values,
  );
  const offset = (page - 1) * pageSize;
  const total = count?.total ?? 0;
  if (offset >= total) return { items: [], total };
  const items = await database.readRecent<Row & Record<string, unknown>>(
    tenantId,
    `SELECT ${columns} FROM (
       SELECT ${alias}.* FROM ${rows} WHERE ${where} ORDER BY ${inOrder}
        LIMIT $${values.length + 1} OFFSET $${values.length + 2}
     ) AS ${alias} ${joins} ORDER BY ${inOrder}`,
    [...values, Math.min(pageSize, MOST_LISTED - offset), offset],
  );
  return { items, total };
}
