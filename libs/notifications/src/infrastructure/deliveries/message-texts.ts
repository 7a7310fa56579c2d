import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import type { NotificationMessage } from '../../domain/messages/message';
import type { NotificationScope } from '../../domain/notification-scope';
import { NotificationMessageSchema } from '../messages/message.schema';

const FIELDS = ['id', 'publicationId', 'messageType', 'title', 'body', 'action', 'expiresAt'] as const;

/** What a published message says. It does not change any more. */
export interface MessageText extends Pick<NotificationMessage, (typeof FIELDS)[number]> {
  readonly publicationId: string;
  /** Whether the product itself tells one member something: from where somebody signed in, or where the data are. */
  readonly isOfProduct: boolean;
}

@Injectable()
export class MessageTexts {
  constructor(private readonly database: Database) {}

  async read({ tenantId, appId }: NotificationScope, ids: readonly string[]): Promise<MessageText[]> {
    if (ids.length === 0) return [];
    return this.database.read<MessageText & Record<string, unknown>>(
      tenantId,
      `SELECT ${columnsOf(NotificationMessageSchema, 'm', FIELDS)}, origin = 'product' AND test_of IS NULL AS "isOfProduct"
         FROM notification_messages m
        WHERE tenant_id = $1 AND app_id = $2 AND id = ANY ($3) AND publication_id IS NOT NULL`,
      [tenantId, appId, ids],
    );
  }
}
