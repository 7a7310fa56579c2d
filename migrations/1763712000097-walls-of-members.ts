import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, wallOf, wallOfMany } from './support/tables';

const TABLES = ['users', 'login_identifiers', 'app_memberships'];

/** Administrators' lists count members and search their names and identifiers, of which there may be millions. See docs/decisions/0073. */
export class WallsOfMembers1763712000097 implements MigrationInterface {
  /** Each table by itself, as it is locked for a moment: every step is repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, TABLES.map(wall(wallOfMany('tenant_id'))));
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, TABLES.map(wall(wallOf('tenant_id'))));
  }
}

function wall(condition: string) {
  return (table: string) => `ALTER POLICY tenant_wall ON ${table} USING (${condition}) WITH CHECK (${condition})`;
}
