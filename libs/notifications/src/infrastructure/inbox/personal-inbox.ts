import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, PersonalData } from '@libs/foundation';
import { NIL_UUID } from '@libs/kernel';
import { NOTIFICATION_TYPES } from '../../domain/preferences/notification-preferences';

/** At most, and as many as their texts leave room for: each may have ten thousand characters in four languages. */
const BATCH = 50;
const BATCH_BYTES = 256 * 1024;

const TEXT_BYTES = `octet_length(m.title::text) + octet_length(m.body::text) + coalesce(octet_length(m.action::text), 0)`;

/** What is in the inbox, and what the member got by push or mail alone. */
const SOURCES = [
  `SELECT id, app_id, read_at, opened_at FROM notification_inbox_items
    WHERE tenant_id = $1 AND user_id = $2 AND id > $3 ORDER BY id LIMIT ${BATCH}`,
  `SELECT o.publication_id AS id, d.app_id, min(d.read_at) AS read_at, min(d.opened_at) AS opened_at
     FROM notification_deliveries d
     JOIN notification_messages o ON o.tenant_id = $1 AND o.id = d.message_id
    WHERE d.tenant_id = $1 AND d.user_id = $2 AND d.is_outside_inbox AND o.publication_id > $3
    GROUP BY 1, 2 ORDER BY 1 LIMIT ${BATCH}`,
];

/** As they are stored, in all languages. */
const itemsOf = (source: string) => `
  SELECT id, app_id, kind, message_type, title, body, action, delivered_at, read_at, opened_at
    FROM (SELECT i.id, i.app_id, m.kind, m.message_type, m.title, m.body, m.action, m.published_at AS delivered_at,
                 i.read_at, i.opened_at, sum(${TEXT_BYTES}) OVER (ORDER BY i.id) - (${TEXT_BYTES}) AS before
            FROM (${source}) i
            JOIN notification_messages m ON m.tenant_id = $1 AND m.publication_id = i.id) item
   WHERE before < ${BATCH_BYTES}
   ORDER BY id`;

const INBOXES = `
  SELECT app_id, ${NOTIFICATION_TYPES.map((type) => `unread_${type}`).join(', ')}
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
    for (const source of SOURCES) {
      let position: string | undefined = NIL_UUID;
      while (position !== undefined) {
        const values = [tenantId, userId, position];
        const items: { id: string }[] = await this.database.read(tenantId, itemsOf(source), values);
        yield items;
        position = items.at(-1)?.id;
      }
    }
  }

  private async *inboxes(tenantId: string, userId: string): AsyncGenerator<object[], void, void> {
    yield await this.database.read(tenantId, INBOXES, [tenantId, userId]);
  }
}
