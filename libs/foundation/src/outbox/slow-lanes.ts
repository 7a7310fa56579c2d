import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { deleteExpired, type SweepBatch } from './sweeps';

/** The rest of a lane after each consecutive hang. The first ends before the second attempt of a webhook. */
const REST_SECONDS = [5, 15, 30, 60];

const HUNG = `
  INSERT INTO outbox_slow_lanes AS s (tenant_id, lane, hangs, rests_until)
  VALUES ($1, $2, 1, now() + make_interval(secs => ($3::float8[])[1]))
  ON CONFLICT (tenant_id, lane) DO UPDATE
    SET hangs = s.hangs + 1, updated_at = now(),
        rests_until = now() + make_interval(secs => ($3::float8[])[least(s.hangs + 1, cardinality($3::float8[]))])`;

/**
 * Lanes whose target hung the last time. They rest for a while, and then share the few slow places of their family until
 * the target answers. Stored in the database, as all processes need them.
 */
@Injectable()
export class SlowLanes {
  constructor(private readonly database: Database) {}

  async hung(tenantId: string, lane: string): Promise<void> {
    await this.database.write(tenantId, HUNG, [tenantId, lane, REST_SECONDS]);
  }

  /** To be called when the target answers or is replaced. Joins the current transaction, if there is one. */
  async answered(tenantId: string, lane: string): Promise<void> {
    await this.database.run(tenantId, () =>
      this.database.query('DELETE FROM outbox_slow_lanes WHERE tenant_id = $1 AND lane = $2', [tenantId, lane]),
    );
  }

  /** Forgets lanes that hung a week ago. */
  sweep(): Promise<SweepBatch> {
    return deleteExpired(this.database, { table: 'outbox_slow_lanes', since: 'updated_at', after: '7 days' });
  }
}
