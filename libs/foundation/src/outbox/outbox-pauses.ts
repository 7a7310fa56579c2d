/**
 * In SQL, whether a queue, which is a family of lanes, is not paused: administrators pause those of their tenant. Whether
 * there are pauses at all is asked once a statement: mostly there are none.
 */
export function isNotPaused(tenantId: string, queue: string): string {
  return `((SELECT queue FROM outbox_pauses ORDER BY tenant_id, queue LIMIT 1) IS NULL OR (
    SELECT p.queue FROM outbox_pauses p WHERE p.tenant_id = ${tenantId} AND p.queue = ${queue}) IS NULL)`;
}
