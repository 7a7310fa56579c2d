import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { NotificationScope } from '../../domain/notification-scope';

/** How far publications have come on their way into inboxes. */
@Injectable()
export class FanOuts {
  constructor(private readonly database: Database) {}

  /** In the transaction of the publication. */
  async add({ tenantId, appId }: NotificationScope, messageId: string, publicationId: string): Promise<void> {
    await this.database.query(
      `INSERT INTO notification_fan_outs (tenant_id, message_id, app_id, publication_id) VALUES ($1, $2, $3, $4)`,
      [tenantId, messageId, appId, publicationId],
    );
  }
}
