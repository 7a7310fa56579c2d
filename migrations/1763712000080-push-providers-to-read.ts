import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

/**
 * Push providers are listed by a permission of their own: whoever could change them still sees them. Built-in roles
 * follow the catalogue of the program at its start.
 */
export class PushProvidersToRead1763712000080 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const before = `array_position(permissions, 'notifications.configure')`;
    await changeRoles(
      runner,
      `permissions[:${before} - 1] || 'push_providers.read'::text || permissions[${before}:]`,
      `'notifications.configure' = ANY (permissions) AND NOT 'push_providers.read' = ANY (permissions)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeRoles(
      runner,
      `array_remove(permissions, 'push_providers.read')`,
      `'push_providers.read' = ANY (permissions)`,
    );
  }
}

/** Custom ones, of all tenants. */
async function changeRoles(runner: QueryRunner, permissions: string, condition: string): Promise<void> {
  await execute(runner, [
    `SELECT set_config('app.system', 'on', true)`,
    `UPDATE roles SET permissions = ${permissions}, lock_version = lock_version + 1, updated_at = now()
      WHERE NOT built_in AND ${condition}`,
    `SELECT set_config('app.system', 'off', true)`,
  ]);
}
