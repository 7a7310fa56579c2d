import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

/** The modules before `content` in the catalogue, by which the permissions of a role are ordered. */
const BEFORE = `split_part(p, '.', 1) = ANY ('{tenants,users,roles,apps,members,pages,legal}')`;

const those = (condition: string) =>
  `ARRAY(SELECT p FROM unnest(permissions) WITH ORDINALITY AS u (p, n) WHERE ${condition} ORDER BY n)`;

/**
 * Texts are previewed by a permission of their own: whoever writes any has it. Built-in roles follow the catalogue of the
 * program at its start.
 */
export class ContentPreviews1763712000085 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await changeRoles(
      runner,
      `${those(BEFORE)} || 'content.preview'::text || ${those(`NOT ${BEFORE}`)}`,
      `permissions && '{pages.write,legal.write,articles.write}' AND NOT 'content.preview' = ANY (permissions)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await changeRoles(runner, `array_remove(permissions, 'content.preview')`, `'content.preview' = ANY (permissions)`);
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
