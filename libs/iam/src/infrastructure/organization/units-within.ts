/**
 * A subquery for the ids of units of the tenant and of all below them. For statements about many people.
 *
 * @param tenantId and `ids`, the parameters with the tenant and the ids of the units.
 */
export function unitsWithin(tenantId: string, ids: string): string {
  // Of an array the planner expects few: of the recursion so many that it would look through all of them for each person.
  return `(SELECT unnest(ARRAY(WITH RECURSIVE within AS (
      SELECT u.id FROM organization_units u WHERE u.tenant_id = ${tenantId} AND u.id = ANY (${ids}::uuid[])
       UNION
      SELECT u.id FROM within w JOIN organization_units u ON u.tenant_id = ${tenantId} AND u.parent_id = w.id
    ) SELECT id FROM within)))`;
}
