import { Injectable } from '@nestjs/common';
import { type DomainEvent, newId, type Outbox } from '@libs/kernel';
import { Database } from '../database/database';
import { OutboxHandlers } from './outbox-handlers';
import { familyOf, LANES } from './outbox-lanes';

/** Called when a transaction that added messages has committed, so that a relay in this process need not wait. */
type Wake = () => void;

@Injectable()
export class PostgresOutbox implements Outbox {
  private wake: Wake = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly handlers: OutboxHandlers,
  ) {}

  onMessages(wake: Wake): void {
    this.wake = wake;
  }

  async add(event: DomainEvent): Promise<void> {
    const lane = event.lane ?? this.handlers.laneOf(event.type);
    if (!(familyOf(lane) in LANES)) throw new Error(`The outbox has no lane ${lane}`);
    await this.database.withCommit(
      `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data, lane, available_at)
       VALUES ($1, $2, $3, $4, $5, $6, coalesce($7, now()))`,
      [event.tenantId, newId(), event.appId, event.type, JSON.stringify(event.data), lane, event.deliverAt ?? null],
    );
    this.database.afterCommit(this.wake);
  }
}
