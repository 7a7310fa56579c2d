import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Takes a fraction of a second, for which the rows cannot be changed. */
const BATCH = 2_000;

interface Place {
  readonly tenant_id: string;
  readonly id: string;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** Removes the registrations for pushes of devices that were signed out before that removed them. */
export class DevicesWithoutSessions1763712000095 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SELECT set_config('app.system', 'on', false)`);
    for (let last: Place | undefined = { tenant_id: NIL, id: NIL }; last;) last = await silenceFrom(runner, last);
    await runner.query(`SELECT set_config('app.system', '', false)`);
  }

  /** Nothing tells what was removed. Devices register again with the next sign-in. */
  async down(): Promise<void> {}
}

/** @returns the last row that was looked at; undefined at the end. */
async function silenceFrom(runner: QueryRunner, { tenant_id, id }: Place): Promise<Place | undefined> {
  const [last] = (await runner.query(
    `WITH batch AS MATERIALIZED (
       SELECT d.tenant_id, d.id, d.push_token FROM devices d WHERE (d.tenant_id, d.id) > ($1, $2)
        ORDER BY d.tenant_id, d.id LIMIT ${BATCH}
     ), silenced AS (
       UPDATE devices d
          SET push_provider = NULL, push_token = NULL, push_enabled = false, push_registered_at = NULL
         FROM batch b
        WHERE d.tenant_id = b.tenant_id AND d.id = b.id AND b.push_token IS NOT NULL
          AND NOT EXISTS (SELECT FROM sessions s
                           WHERE s.tenant_id = b.tenant_id AND s.device_id = b.id AND s.revoked_at IS NULL)
     )
     SELECT tenant_id, id FROM batch ORDER BY 1 DESC, 2 DESC LIMIT 1`,
    [tenant_id, id],
  )) as Place[];
  return last;
}
