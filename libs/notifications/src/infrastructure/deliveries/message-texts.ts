import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { LocalizedText } from '@libs/kernel';
import type { MessageAction } from '../../domain/messages/message-settings';
import type { NotificationScope } from '../../domain/notification-scope';
import type { MessageType } from '../../domain/preferences/notification-preferences';

/** What a published message says. It does not change any more. */
export interface MessageText {
  readonly id: string;
  readonly publicationId: string;
  /** Whether the product itself tells one member something: from where somebody signed in, or where the data are. */
  readonly isOfProduct: boolean;
  /** Null for notices. */
  readonly messageType: MessageType | null;
  readonly title: LocalizedText;
  readonly body: LocalizedText;
  readonly action: MessageAction | null;
  readonly expiresAt: Date | null;
}

@Injectable()
export class MessageTexts {
  constructor(private readonly database: Database) {}

  async read({ tenantId, appId }: NotificationScope, ids: readonly string[]): Promise<MessageText[]> {
    if (ids.length === 0) return [];
    return this.database.read<MessageText & Record<string, unknown>>(
      tenantId,
      `SELECT id, publication_id AS "publicationId", origin = 'product' AS "isOfProduct", message_type AS "messageType", title, body, action,
              expires_at AS "expiresAt"
         FROM notification_messages
        WHERE tenant_id = $1 AND app_id = $2 AND id = ANY ($3) AND publication_id IS NOT NULL`,
      [tenantId, appId, ids],
    );
  }
}
