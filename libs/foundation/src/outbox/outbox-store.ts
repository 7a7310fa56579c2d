import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import type { OutboxMessage } from './outbox-message';

interface MessageRow {
  id: string;
  tenant_id: string;
  app_id: string | null;
  type: string;
  data: Record<string, unknown>;
  created_at: Date;
  attempts: number;
}

const COLUMNS = 'o.id, o.tenant_id, o.app_id, o.type, o.data, o.created_at, o.attempts';
const MAX_ERROR_LENGTH = 500;
const RETENTION_DAYS = 7;
const SWEEP_BATCH = 5_000;

/** The relay's view of the outbox table. */
@Injectable()
export class OutboxStore {
  constructor(private readonly database: Database) {}

  /**
   * Takes up to `limit` due messages for `leaseSeconds`. A message whose process dies is due again when the lease ends.
   */
  async claim(limit: number, leaseSeconds: number): Promise<OutboxMessage[]> {
    const rows = await this.database.runAsSystem(() =>
      this.database.query<MessageRow>(
        `UPDATE outbox_messages o SET attempts = o.attempts + 1, available_at = now() + make_interval(secs => $2)
           FROM (SELECT tenant_id, id FROM outbox_messages
                  WHERE completed_at IS NULL AND dead_at IS NULL AND available_at <= now()
                  ORDER BY available_at LIMIT $1 FOR UPDATE SKIP LOCKED) due
          WHERE o.tenant_id = due.tenant_id AND o.id = due.id
          RETURNING ${COLUMNS}`,
        [limit, leaseSeconds],
      ),
    );
    return rows.map(toMessage).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Takes messages that are under way for another `leaseSeconds`; what was settled meanwhile stays as it is. */
  async extend(messages: readonly OutboxMessage[], leaseSeconds: number): Promise<void> {
    await this.database.runAsSystem(() =>
      this.database.query(
        `UPDATE outbox_messages o SET available_at = now() + make_interval(secs => $4)
           FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS m (tenant_id, id, attempt)
          WHERE o.tenant_id = m.tenant_id AND o.id = m.id AND o.attempts = m.attempt
            AND o.completed_at IS NULL AND o.dead_at IS NULL AND o.available_at > now()`,
        [
          messages.map(({ tenantId }) => tenantId),
          messages.map(({ id }) => id),
          messages.map(({ attempt }) => attempt),
          leaseSeconds,
        ],
      ),
    );
  }

  /** The message, unless it has been dealt with. */
  async find(tenantId: string, id: string): Promise<OutboxMessage | null> {
    const [row] = await this.database.read<MessageRow>(
      tenantId,
      `SELECT ${COLUMNS} FROM outbox_messages o
        WHERE o.tenant_id = $1 AND o.id = $2 AND o.completed_at IS NULL AND o.dead_at IS NULL`,
      [tenantId, id],
    );
    return row ? toMessage(row) : null;
  }

  async complete({ tenantId, id }: OutboxMessage): Promise<void> {
    await this.database.write(
      tenantId,
      'UPDATE outbox_messages SET completed_at = now(), last_error = NULL WHERE tenant_id = $1 AND id = $2',
      [tenantId, id],
    );
  }

  /** Puts the message back for later, or to rest for good when there is no later. */
  async fail({ tenantId, id }: OutboxMessage, error: string, retryInSeconds: number | null): Promise<void> {
    await this.database.write(
      tenantId,
      `UPDATE outbox_messages
          SET last_error = $3, dead_at = CASE WHEN $4::float8 IS NULL THEN now() END,
              available_at = now() + make_interval(secs => coalesce($4::float8, 0))
        WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id, error.slice(0, MAX_ERROR_LENGTH), retryInSeconds],
    );
  }

  /** Deletes what was completed a week ago, in portions. */
  async sweep(): Promise<void> {
    await this.database.runAsSystem(() =>
      this.database.query(
        `DELETE FROM outbox_messages o USING (
           SELECT tenant_id, id FROM outbox_messages WHERE completed_at < now() - make_interval(days => ${RETENTION_DAYS})
            ORDER BY completed_at LIMIT ${SWEEP_BATCH} FOR UPDATE SKIP LOCKED) old
          WHERE o.tenant_id = old.tenant_id AND o.id = old.id`,
      ),
    );
  }
}

function toMessage(row: MessageRow): OutboxMessage {
  return {
    id: row.id,
    type: row.type,
    tenantId: row.tenant_id,
    appId: row.app_id,
    data: row.data,
    createdAt: row.created_at,
    attempt: row.attempts,
  };
}
