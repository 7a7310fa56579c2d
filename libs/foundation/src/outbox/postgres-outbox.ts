import { Injectable } from '@nestjs/common';
import { type DomainEvent, newId, type Outbox } from '@libs/kernel';
import { Database } from '../database/database';

/** Called after a transaction that left messages has committed, so that a relay in this process need not wait. */
type Wake = () => void;

@Injectable()
export class PostgresOutbox implements Outbox {
  private wake: Wake = () => undefined;

  constructor(private readonly database: Database) {}

  onMessages(wake: Wake): void {
    this.wake = wake;
  }

  async add(event: DomainEvent): Promise<void> {
    await this.database.query(
      'INSERT INTO outbox_messages (tenant_id, id, app_id, type, data) VALUES ($1, $2, $3, $4, $5)',
      [event.tenantId, newId(), event.appId, event.type, JSON.stringify(event.data)],
    );
    this.database.afterCommit(this.wake);
  }
}
