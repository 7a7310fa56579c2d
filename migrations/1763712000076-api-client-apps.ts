import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

/** The Apps to which an API client is limited decide what it may do, as its scopes do: a change is announced. */
export class ApiClientApps1763712000076 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // All of the tenant where there are none; never an empty list, which could be taken for either.
      `ALTER TABLE api_clients ADD COLUMN app_ids uuid[] CONSTRAINT api_clients_app_ids_check CHECK (cardinality(app_ids) > 0)`,
      'DROP TRIGGER api_clients_changed ON api_clients',
      announcement([...DECISIVE, 'app_ids']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TRIGGER api_clients_changed ON api_clients',
      announcement(DECISIVE),
      // What was limited would not be any more.
      `UPDATE api_clients SET status = 'disabled' WHERE app_ids IS NOT NULL`,
      'ALTER TABLE api_clients DROP COLUMN app_ids',
    ]);
  }
}

const DECISIVE = ['tenant_id', 'id', 'name', 'scopes', 'allowed_cidrs', 'expires_at', 'status', 'tokens_since'];

function announcement(columns: readonly string[]): string {
  const row = (of: string) => `(${columns.map((column) => `${of}.${column}`).join(', ')})`;
  return `CREATE TRIGGER api_clients_changed AFTER UPDATE ON api_clients
    FOR EACH ROW WHEN (${row('OLD')} IS DISTINCT FROM ${row('NEW')}) EXECUTE FUNCTION notify_change('api_client', 'id')`;
}
