import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** Events of which several are told, each by a message of its own. */
@Injectable()
export class ToldEvents {
  constructor(private readonly database: Database) {}

  /** Whether messages of the type have been made of the event. What follows an event has a later id. */
  async areTold(tenantId: string, type: string, eventId: string): Promise<boolean> {
    const told = await this.database.read(
      tenantId,
      `SELECT FROM outbox_messages WHERE tenant_id = $1 AND id > $2 AND type = $3 AND data ->> 'event_id' = $2::text LIMIT 1`,
      [tenantId, eventId, type],
    );
    return told.length > 0;
  }
}
