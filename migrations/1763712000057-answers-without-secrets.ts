import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Takes a fraction of a second. */
const BATCH = 1_000;

interface Place {
  readonly tenant_id: string;
  readonly caller_id: string;
  readonly id: Buffer;
}

const NIL = '00000000-0000-0000-0000-000000000000';
const BEFORE_ALL: Place = { tenant_id: NIL, caller_id: NIL, id: Buffer.alloc(0) };

/**
 * Some of the answers that were kept for repetitions carry a secret that is shown once. They are encrypted, so that one
 * cannot be told from another: all are withdrawn. Their keys stay for the rest of their day, as those whose secret key
 * was withdrawn do: a repetition is refused, and nothing takes effect twice. Batches, so that no row is locked for longer.
 */
export class AnswersWithoutSecrets1763712000057 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT set_config('app.system', 'on', false)`);
    for (let last: Place | undefined = BEFORE_ALL; last;) last = await withdrawFrom(runner, last);
    await runner.query(`SELECT set_config('app.system', '', false)`);
  }

  /** What is withdrawn does not come back. */
  async down(): Promise<void> {}
}

/** @returns the last row that was read; undefined at the end. */
async function withdrawFrom(runner: QueryRunner, { tenant_id, caller_id, id }: Place): Promise<Place | undefined> {
  const [last] = (await runner.query(
    `WITH batch AS MATERIALIZED (
       SELECT tenant_id, caller_id, id FROM idempotency_keys
        WHERE (tenant_id, caller_id, id) > ($1, $2, $3) ORDER BY tenant_id, caller_id, id LIMIT ${BATCH}
     ), withdrawn AS (
       UPDATE idempotency_keys k SET answer = 'withdrawn.' FROM batch b
        WHERE k.tenant_id = b.tenant_id AND k.caller_id = b.caller_id AND k.id = b.id AND k.answer IS NOT NULL
     )
     SELECT * FROM batch ORDER BY 1 DESC, 2 DESC, 3 DESC LIMIT 1`,
    [tenant_id, caller_id, id],
  )) as Place[];
  return last;
}
