import type { DueDelivery } from '../../domain/deliveries/due-delivery';

/**
 * SQL condition that `d` is one of the deliveries of the tenant $1 that `named` names by `id`, and that were created from
 * one time to before another, by which only the partitions of that time are looked into.
 *
 * Found by their keys, one by one, and asked for nothing else that has an index: without statistics the planner expects one
 * row that is pending, and would read all of them for each batch. Partitions have places of the same name, so that it takes
 * the id as well.
 */
export function areNamed(named: string, from: string, until: string): string {
  const isOfTime = (row: string) =>
    `${row}.created_at >= ${from}::timestamptz AND ${row}.created_at < ${until}::timestamptz`;
  return `d.ctid = ANY (ARRAY(
           SELECT (SELECT l.ctid FROM notification_deliveries l
                    WHERE l.tenant_id = $1 AND l.id = p.id AND ${isOfTime('l')}) FROM ${named} p))
       AND ${isOfTime('d')}`;
}

/** When the first was created, and the millisecond after the last: a `Date` has no microseconds. */
export function createdWithin(deliveries: readonly Pick<DueDelivery, 'createdAt'>[]): [Date, Date] {
  const times = deliveries.map(({ createdAt }) => createdAt.getTime());
  return [new Date(Math.min(...times)), new Date(Math.max(...times) + 1)];
}
