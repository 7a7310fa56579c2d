import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inShortTurn } from './support/short-turns';
import { wallOf, wallOfMany } from './support/tables';

const TABLES = ['users', 'login_identifiers', 'app_memberships'];

/** Administrators' lists count members and search their names and identifiers, of which there may be millions. See docs/decisions/0073. */
export class WallsOfMembers1763712000097 implements MigrationInterface {
  /** Each table by itself, as everybody waits for it meanwhile. Every step is repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await rebuild(runner, wallOfMany('tenant_id'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await rebuild(runner, wallOf('tenant_id'));
  }
}

async function rebuild(runner: QueryRunner, condition: string): Promise<void> {
  for (const table of TABLES) {
    await inShortTurn(runner, { table }, () =>
      runner.query(`ALTER POLICY tenant_wall ON ${table} USING (${condition}) WITH CHECK (${condition})`),
    );
  }
}
