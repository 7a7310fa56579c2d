import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Takes a fraction of a second. */
const BATCH = 5_000;

interface Place {
  readonly tenant_id: string;
  readonly seq: string;
}

const BEFORE_ALL: Place = { tenant_id: '00000000-0000-0000-0000-000000000000', seq: '0' };

/**
 * Adds the lines of existing records, in separate steps: no row is locked for longer, and existing lines are left
 * unchanged.
 */
export class AuditSearchOfOlderRecords1763712000035 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT set_config('app.system', 'on', false)`);
    for (let last: Place | undefined = BEFORE_ALL; last;) last = await writeFrom(runner, last);
    await runner.query(`SELECT set_config('app.system', '', false)`);
  }

  /** The previous migration drops the table. */
  async down(): Promise<void> {}
}

/** @returns the last record that was read; undefined at the end. */
async function writeFrom(runner: QueryRunner, { tenant_id, seq }: Place): Promise<Place | undefined> {
  const [last] = (await runner.query(
    `WITH batch AS MATERIALIZED (
       SELECT l FROM audit_logs l WHERE (l.tenant_id, l.seq) > ($1, $2) ORDER BY l.tenant_id, l.seq LIMIT ${BATCH}
     ), written AS (
       INSERT INTO audit_search (tenant_id, seq, line)
       SELECT (l).tenant_id, (l).seq, audit_line(l) FROM batch ON CONFLICT DO NOTHING
     )
     SELECT (l).tenant_id, (l).seq FROM batch ORDER BY 1 DESC, 2 DESC LIMIT 1`,
    [tenant_id, seq],
  )) as Place[];
  return last;
}
