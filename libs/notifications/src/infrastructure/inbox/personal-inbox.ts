import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, PersonalData } from '@libs/foundation';
import { INBOX_TYPES } from '../../domain/inbox/inbox-item';
import { LOWEST_ID } from './publication-ids';

/** At most, and as many as their texts leave room for: each may have ten thousand characters in four languages. */
const BATCH = 50;
const BATCH_BYTES = 256 * 1024;

const TEXT_BYTES = `octet_length(m.title::text) + octet_length(m.body::text) + coalesce(octet_length(m.action::text), 0)`;

/** As they are stored, in all languages. */
const ITEMS = `
  SELECT id, app_id, kind, message_type, title, body, action, delivered_at, read_at, opened_at
    FROM (SELECT i.id, i.app_id, m.kind, m.message_type, m.title, m.body, m.action, m.published_at AS delivered_at,
                 i.read_at, i.opened_at, sum(${TEXT_BYTES}) OVER (ORDER BY i.id) - (${TEXT_BYTES}) AS before
            FROM (SELECT * FROM notification_inbox_items
                   WHERE tenant_id = $1 AND user_id = $2 AND id > $3 ORDER BY id LIMIT ${BATCH}) i
            JOIN notification_messages m ON m.tenant_id = $1 AND m.publication_id = i.id) item
   WHERE before < ${BATCH_BYTES}
   ORDER BY id`;

const INBOXES = `
  SELECT app_id, ${INBOX_TYPES.map((type) => `unread_${type}`).join(', ')}
    FROM notification_inboxes WHERE tenant_id = $1 AND user_id = $2 ORDER BY app_id`;

/** What a user was told and what became of it, for the export of all data stored about the user. */
@Injectable()
export class PersonalInbox implements OnModuleInit {
  constructor(
    private readonly personalData: PersonalData,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    const { personalData } = this;
    personalData.register({ name: 'notifications', read: (tenantId, userId) => this.items(tenantId, userId) });
    personalData.register({ name: 'notification_inboxes', read: (tenantId, userId) => this.inboxes(tenantId, userId) });
  }

  private async *items(tenantId: string, userId: string): AsyncGenerator<object[], void, void> {
    let position = LOWEST_ID;
    for (;;) {
      const items = await this.database.read<{ id: string }>(tenantId, ITEMS, [tenantId, userId, position]);
      yield items;
      const last = items.at(-1);
      if (!last) return;
      position = last.id;
    }
  }

  private async *inboxes(tenantId: string, userId: string): AsyncGenerator<object[], void, void> {
    yield await this.database.read(tenantId, INBOXES, [tenantId, userId]);
  }
}
