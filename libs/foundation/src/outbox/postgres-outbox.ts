import { Injectable } from '@nestjs/common';
import { type DelayedEvent, type DomainEvent, newId, type Outbox } from '@libs/kernel';
import { Database } from '../database/database';
import { originUnderWay } from '../diagnostics/channels';
import { OutboxAnnouncements } from './outbox-announcements';
import { OutboxHandlers } from './outbox-handlers';
import { familyOf, LANES } from './outbox-lanes';

/** Called after the commit of a transaction that added messages. */
type Wake = () => void;

/** The message is found by its time, which a claim changes. */
const WITHDRAW = `
  UPDATE outbox_messages SET completed_at = now()
   WHERE tenant_id = $1 AND lane = $2 AND available_at = $3 AND type = $4 AND data = $5::jsonb AND attempts = 0
     AND completed_at IS NULL AND dead_at IS NULL`;

@Injectable()
export class PostgresOutbox implements Outbox {
  private wake: Wake = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly handlers: OutboxHandlers,
    private readonly announcements: OutboxAnnouncements = new OutboxAnnouncements(database),
  ) {}

  onMessages(wake: Wake): void {
    this.wake = wake;
  }

  async add(event: DomainEvent): Promise<void> {
    const lane = this.laneOf(event);
    await this.database.withCommit(
      `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data, lane, available_at, traceparent)
       VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, now()), $8)`,
      [
        ...[event.tenantId, newId(), event.appId, event.type, JSON.stringify(event.data), lane],
        ...[event.deliverAt ?? null, originUnderWay()],
      ],
    );
    await this.announcements.make();
    this.database.afterCommit(this.wake);
  }

  async withdraw(event: DelayedEvent): Promise<void> {
    const { tenantId, deliverAt, type, data } = event;
    await this.database.query(WITHDRAW, [tenantId, this.laneOf(event), deliverAt, type, JSON.stringify(data)]);
  }

  private laneOf(event: DomainEvent): string {
    const lane = event.lane ?? this.handlers.laneOf(event.type);
    if (!(familyOf(lane) in LANES)) throw new Error(`The outbox has no lane ${lane}`);
    return lane;
  }
}
