import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import { found } from '@libs/kernel';
import type { NotificationMessage } from '../../domain/messages/message';
import { NotificationMessageSchema } from './message.schema';

const FIELDS = ['id', 'appId', 'messageType', 'publishedAt', 'expiresAt', 'recalledAt'] as const;

/** A message as the systems know it that send them. */
export type SubmittedMessage = Pick<NotificationMessage, (typeof FIELDS)[number]>;

const SELECT = `
  SELECT ${columnsOf(NotificationMessageSchema, 'm', FIELDS)} FROM notification_messages m
   WHERE m.tenant_id = $1 AND m.id = $2 AND m.origin = 'service'`;

/** The messages that API clients of a tenant have sent: not those of administrators and of the product. */
@Injectable()
export class SubmittedMessages {
  constructor(private readonly database: Database) {}

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, id: string): Promise<SubmittedMessage> {
    return found(await this.database.readOne<SubmittedMessage>(tenantId, SELECT, [tenantId, id]));
  }
}
