import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { deleteExpired, type SweepBatch } from './sweeps';

/** For how long a lane rests after each hang in a row. The first is over before the second try of a webhook. */
const REST_SECONDS = [5, 15, 30, 60];

const HUNG = `
  INSERT INTO outbox_slow_lanes AS s (tenant_id, lane, hangs, rests_until)
  VALUES ($1, $2, 1, now() + make_interval(secs => ($3::float8[])[1]))
  ON CONFLICT (tenant_id, lane) DO UPDATE
    SET hangs = s.hangs + 1, updated_at = now(),
        rests_until = now() + make_interval(secs => ($3::float8[])[least(s.hangs + 1, cardinality($3::float8[]))])`;

/**
 * Lanes of a family behind which something hung the last time. They rest for a while, and then have a place among the few
 * that such lanes have together, until something answers. In the database, as each process learns of some of them.
 */
@Injectable()
export class SlowLanes {
  constructor(private readonly database: Database) {}

  async hung(tenantId: string, lane: string): Promise<void> {
    await this.database.write(tenantId, HUNG, [tenantId, lane, REST_SECONDS]);
  }

  /** What is behind the lane has answered, or is something else from now on. Also within a transaction. */
  async answered(tenantId: string, lane: string): Promise<void> {
    await this.database.run(tenantId, () =>
      this.database.query('DELETE FROM outbox_slow_lanes WHERE tenant_id = $1 AND lane = $2', [tenantId, lane]),
    );
  }

  /** What has not been tried for a week is tried like anything else. */
  sweep(): Promise<SweepBatch> {
    return deleteExpired(this.database, { table: 'outbox_slow_lanes', since: 'updated_at', after: '7 days' });
  }
}
