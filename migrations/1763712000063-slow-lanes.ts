import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

/** Members of a family of lanes behind which something hung, such as an endpoint that did not answer. */
export class SlowLanes1763712000063 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `CREATE TABLE outbox_slow_lanes (
         tenant_id uuid NOT NULL,
         lane text NOT NULL,
         -- In a row.
         hangs integer NOT NULL,
         -- Nothing of the lane is begun before.
         rests_until timestamptz NOT NULL,
         updated_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, lane)
       )`,
      'CREATE INDEX outbox_slow_lanes_updated ON outbox_slow_lanes (updated_at)',
      ...tenantWall('outbox_slow_lanes'),
      grant('outbox_slow_lanes', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE outbox_slow_lanes']);
  }
}
