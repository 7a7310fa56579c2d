/**
 * A query for the ids of units of the tenant and of all below them. For statements about many people.
 *
 * @param tenantId and `ids`, the parameters with the tenant and the ids of the units.
 */
export function unitsWithin(tenantId: string, ids: string): string {
  return `(WITH RECURSIVE within AS (
      SELECT u.id FROM organization_units u WHERE u.tenant_id = ${tenantId} AND u.id = ANY (${ids}::uuid[])
       UNION
      SELECT u.id FROM within w JOIN organization_units u ON u.tenant_id = ${tenantId} AND u.parent_id = w.id
    ) SELECT id FROM within)`;
}
