import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, wallOf } from './support/tables';

/** The column of a wall that looks at the settings for each row; not of those that do so once a statement. */
const COLUMN = `substring(qual FROM '(\\w+) = \\(?NULLIF\\(current_setting')`;

/**
 * PostgreSQL took one row in two hundred to pass a wall, and collected and sorted whole tables rather than read the first
 * rows by an index. See docs/decisions/0073.
 */
export class WallsThatLetRowsPass1763712000061 implements MigrationInterface {
  /** Each table by itself, as it is locked for a moment: every step must be repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await rewrite(runner, `qual NOT LIKE '%CASE%'`, wallOf);
  }

  async down(runner: QueryRunner): Promise<void> {
    await rewrite(runner, `qual LIKE '%CASE%'`, formerly);
  }
}

async function rewrite(runner: QueryRunner, which: string, wall: (column: string) => string): Promise<void> {
  const walls = (await runner.query(
    `SELECT tablename AS table, ${COLUMN} AS column FROM pg_policies
      WHERE schemaname = current_schema() AND policyname = 'tenant_wall' AND ${COLUMN} IS NOT NULL AND ${which}
      ORDER BY 1`,
  )) as { table: string; column: string }[];
  const statements = walls.map(({ table, column }) => {
    const condition = wall(column);
    return `ALTER POLICY tenant_wall ON ${table} USING (${condition}) WITH CHECK (${condition})`;
  });
  await execute(runner, statements);
}

function formerly(column: string): string {
  return (
    `${column} = nullif(current_setting('app.tenant_id', true), '')::uuid` +
    ` OR current_setting('app.system', true) = 'on'`
  );
}
