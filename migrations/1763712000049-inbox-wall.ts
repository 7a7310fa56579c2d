import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

const TABLES = [
  'notification_inbox_items',
  ...Array.from({ length: 8 }, (_, part) => `notification_inbox_items_${part}`),
];

const TENANT = `nullif(current_setting('app.tenant_id', true), '')::uuid`;
const SYSTEM = `current_setting('app.system', true)`;

/** A batch of a fan-out writes ten thousand rows: the settings are looked at once for all of them, not for each. */
export class InboxWall1763712000049 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, TABLES.map(wall(`tenant_id = (SELECT ${TENANT}) OR (SELECT ${SYSTEM}) = 'on'`)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, TABLES.map(wall(`tenant_id = ${TENANT} OR ${SYSTEM} = 'on'`)));
  }
}

function wall(condition: string) {
  return (table: string) => `ALTER POLICY tenant_wall ON ${table} USING (${condition}) WITH CHECK (${condition})`;
}
