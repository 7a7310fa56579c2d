import { Injectable } from '@nestjs/common';
import { newId, NIL_UUID } from '@libs/kernel';
import { Database } from '../database/database';
import { OutboxHandlers } from './outbox-handlers';
import { Sweeps } from './sweeps';

/** Rows that are each to be processed at their own time. */
export interface Schedule {
  readonly table: string;
  /** The column of the time, with an index over scheduled rows. */
  readonly time: string;
  /** Which rows are scheduled; by default those with this status. */
  readonly where?: string;
  /** The type of the outbox message that is due then. */
  readonly type: string;
  /** The field of its data with the id of the row. */
  readonly field: string;
  /** The name of the sweep for rows whose message was lost or given up. */
  readonly sweep: string;
}

export interface ScheduledRow {
  readonly tenantId: string;
  readonly appId: string;
  readonly id: string;
}

const BATCH_SIZE = 20;
const BEFORE_ALL = `-infinity ${NIL_UUID}`;

const overdue = ({ table, time, where = `status = 'scheduled'` }: Schedule) => `
  SELECT tenant_id AS "tenantId", app_id AS "appId", id, ${time}::text || ' ' || id AS position
    FROM ${table}
   WHERE ${where} AND ${time} < now() - interval '1 minute' AND (${time}, id) > ($1::timestamptz, $2::uuid)
   ORDER BY ${time}, id LIMIT ${BATCH_SIZE}`;

/** Processes scheduled rows at their time. */
@Injectable()
export class Schedules {
  constructor(
    private readonly database: Database,
    private readonly handlers: OutboxHandlers,
    private readonly sweeps: Sweeps,
  ) {}

  /**
   * @param perform processes the row if it is still due: the message of a cancelled schedule is delivered as well. The
   * cause identifies the trigger in the audit log.
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
