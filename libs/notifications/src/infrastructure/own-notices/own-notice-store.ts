import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { MemberNotice } from '@libs/kernel';
import type { MessageAction } from '../../domain/messages/message-settings';
import type { Channel } from '../../domain/preferences/notification-preferences';
import { THIS_HOUR } from '../messages/statistics-rows';

/** Under which ids a notice is published, and how it reaches the member. */
interface Publication {
  readonly messageId: string;
  readonly publicationId: string;
  readonly channels: readonly Channel[];
}

/**
 * The member is locked: one who is suspended or erased at the same time is so before or after it, and an erasure that
 * comes after it finds what is to be erased. A second statement with the same id waits for the first and then has
 * nothing to write.
 */
const PUBLISH = `
  WITH member AS (
    SELECT m.user_id FROM app_memberships m
     WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.user_id = $3 AND m.status = 'active' FOR SHARE
  ), message AS (
    INSERT INTO notification_messages
      (tenant_id, id, app_id, kind, message_type, origin, title, body, audience_mode, audience_user_ids, channels, action,
       status, expires_at, publication_id, published_at)
    SELECT $1, $4, $2, 'message', $5, 'product', $6, $7, 'users', ARRAY[user_id], $8::text[], $9, 'published', $10, $11,
           now()
      FROM member
        ON CONFLICT (tenant_id, id) DO NOTHING RETURNING id, publication_id
  ), item AS (
    INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id) SELECT $1, $2, $3, publication_id FROM message
  ), fan_out AS (
    INSERT INTO notification_fan_outs (tenant_id, message_id, app_id, publication_id, position, recipients, finished_at)
    SELECT $1, id, $2, publication_id, $3, 1, now() FROM message
  ), counted AS (
    INSERT INTO notification_statistics (tenant_id, message_id, hour, shard, delivered)
    SELECT $1, id, ${THIS_HOUR}, 0, 1 FROM message
  )
  SELECT FROM message`;

/** What follows a message by a foreign key goes with it. */
const ERASE = `
  WITH told AS (
    SELECT id, publication_id FROM notification_messages
     WHERE tenant_id = $1 AND origin = 'product' AND audience_user_ids = ARRAY[$2::uuid]
  ), items AS (
    DELETE FROM notification_inbox_items i USING told WHERE i.user_id = $2 AND i.id = told.publication_id
  ), deliveries AS (
    DELETE FROM notification_deliveries d USING told WHERE d.tenant_id = $1 AND d.message_id = told.id
  )
  DELETE FROM notification_messages m USING told WHERE m.tenant_id = $1 AND m.id = told.id`;

/** What the product told members: messages of one recipient each, published and delivered when they are written. */
@Injectable()
export class OwnNoticeStore {
  constructor(private readonly database: Database) {}

  /** In the current transaction. @returns false if it already was, or the recipient is no active member. */
  async publish(notice: MemberNotice, { messageId, publicationId, channels }: Publication): Promise<boolean> {
    const action: MessageAction | null = notice.url === undefined ? null : { type: 'url', target: notice.url };
    return this.database.hasRows(PUBLISH, [
      notice.tenantId,
      notice.appId,
      notice.userId,
      messageId,
      notice.messageType,
      JSON.stringify(notice.title),
      JSON.stringify(notice.body),
      channels,
      action && JSON.stringify(action),
      notice.expiresAt ?? null,
      publicationId,
    ]);
  }

  async erase(tenantId: string, userId: string): Promise<void> {
    await this.database.write(tenantId, ERASE, [tenantId, userId]);
  }
}
