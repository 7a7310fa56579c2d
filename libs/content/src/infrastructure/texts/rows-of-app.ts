import type { Database } from '@libs/foundation';
import type { ContentScope } from '../../domain/content-scope';

const AT_ONCE = 5_000;

/** Deletes all rows of an App, step by step, each in a transaction of its own: there may be very many. */
export async function deleteRowsOfApp(
  database: Database,
  { tenantId, appId }: ContentScope,
  table: string,
): Promise<void> {
  const statement = `
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE tenant_id = $1 AND app_id = $2 LIMIT ${AT_ONCE}))
    RETURNING 1`;
  const step = () => database.write(tenantId, statement, [tenantId, appId]);
  while ((await step()).length === AT_ONCE);
}
