import { Injectable } from '@nestjs/common';
import { newId } from '@libs/kernel';
import { Database } from '../database/database';
import { OutboxHandlers } from './outbox-handlers';
import { Sweeps } from './sweeps';

/** Rows that have something done to them at a time of their own, while their status is `scheduled`. */
export interface Schedule {
  readonly table: string;
  /** The column of the time. An index has it, of those that are scheduled. */
  readonly time: string;
  /** Of the message of the outbox that is due then, and what in its data names the row. */
  readonly type: string;
  readonly field: string;
  /** For those whose message was lost or given up. */
  readonly sweep: string;
}

export interface ScheduledRow {
  readonly tenantId: string;
  readonly appId: string;
  readonly id: string;
}

const BATCH_SIZE = 20;
const BEFORE_ALL = '-infinity 00000000-0000-0000-0000-000000000000';

const overdue = ({ table, time }: Schedule) => `
  SELECT tenant_id AS "tenantId", app_id AS "appId", id, ${time}::text || ' ' || id AS position
    FROM ${table}
   WHERE status = 'scheduled' AND ${time} < now() - interval '1 minute' AND (${time}, id) > ($1::timestamptz, $2::uuid)
   ORDER BY ${time}, id LIMIT ${BATCH_SIZE}`;

/** Does at its time what was scheduled. */
@Injectable()
export class Schedules {
  constructor(
    private readonly database: Database,
    private readonly handlers: OutboxHandlers,
    private readonly sweeps: Sweeps,
  ) {}

  /**
   * @param perform does it, if the row still says so: the message of a schedule that was called off comes all the same. It
   * is told what made it do so, as the audit log names it.
   */
  register(schedule: Schedule, perform: (row: ScheduledRow, cause: string) => Promise<void>): void {
    const { type, field, sweep } = schedule;
    this.handlers.register(type, {
      handle: async ({ id: cause, tenantId, appId, data }) => {
        if (appId !== null) await perform({ tenantId, appId, id: String(data[field]) }, cause);
      },
    });
    const statement = overdue(schedule);
    const find = async (position: string | null) => {
      const values = (position ?? BEFORE_ALL).split(/ (?=\S+$)/);
      const items = await this.database.readAsSystem<ScheduledRow & { position: string }>(statement, values);
      return { items, full: items.length === BATCH_SIZE, position: items.at(-1)?.position };
    };
    this.sweeps.registerEach(sweep, find, ({ tenantId, appId, id }) => perform({ tenantId, appId, id }, newId()));
  }
}
