import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found } from '@libs/kernel';
import { type FindOptionsWhere, Not } from 'typeorm';
import { NotificationMessage } from '../../domain/messages/message';
import type { MessageKind } from '../../domain/messages/message-settings';
import type { NotificationScope } from '../../domain/notification-scope';

/** Keeps others from changing the row, but allows inserting rows that refer to it. */
const LOCK = { mode: 'for_no_key_update' } as const;

const BATCH_SIZE = 200;

const CANCEL_SCHEDULED = `
  WITH next AS MATERIALIZED (
    SELECT id, kind FROM notification_messages
     WHERE tenant_id = $1 AND app_id = $2 AND status = 'scheduled' AND origin <> 'product'
     ORDER BY id LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE
  ), cancelled AS (
    UPDATE notification_messages m
       SET status = 'cancelled', cancelled_at = now(), updated_at = now(), lock_version = lock_version + 1
      FROM next WHERE m.tenant_id = $1 AND m.id = next.id
  )
  SELECT id, kind FROM next`;

/** The notices and messages of an App but those of the product itself, which nobody changes. */
@Injectable()
export class MessageStore {
  constructor(private readonly database: Database) {}

  async add(message: NotificationMessage): Promise<void> {
    await this.database.manager.insert(NotificationMessage, message);
  }

  async save(message: NotificationMessage): Promise<void> {
    await this.database.manager.save(message);
  }

  async delete({ tenantId, id }: NotificationMessage): Promise<void> {
    await this.database.manager.delete(NotificationMessage, { tenantId, id });
  }

  /** @throws ResourceNotFoundError when the App has none of this kind with the id. */
  async getForUpdate({ tenantId, appId }: NotificationScope, kind: MessageKind, id: string) {
    const message = await this.lock({ tenantId, appId, kind, id });
    return found(message);
  }

  /** The same for the scheduler, which knows no kind; null when there is none. */
  findForUpdate({ tenantId, appId }: NotificationScope, id: string): Promise<NotificationMessage | null> {
    return this.lock({ tenantId, appId, id });
  }

  /** Cancels some of the scheduled ones of a deleted App, in the current transaction. None are left when it was none. */
  cancelScheduled({ tenantId, appId }: NotificationScope): Promise<Pick<NotificationMessage, 'id' | 'kind'>[]> {
    return this.database.query(CANCEL_SCHEDULED, [tenantId, appId]);
  }

  private lock(where: FindOptionsWhere<NotificationMessage>): Promise<NotificationMessage | null> {
    const ours = { ...where, origin: Not('product') } as FindOptionsWhere<NotificationMessage>;
    return this.database.manager.findOne(NotificationMessage, { where: ours, lock: LOCK });
  }
}
