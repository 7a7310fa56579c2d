import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, deleteExpired, Sweeps } from '@libs/foundation';
import { PREVIEW_MINUTES } from '../../domain/audience/audience';

/** What administrators were told of audiences. */
@Injectable()
export class AudiencePreviews implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly sweeps: Sweeps,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('notifications.previews', () =>
      deleteExpired(this.database, {
        table: 'notification_previews',
        since: 'created_at',
        after: '1 hour',
        isWriteOnce: true,
      }),
    );
  }

  /** In the current transaction. @returns until when it can be referred to. */
  async remember(tenantId: string, id: string, messageId: string, hash: string): Promise<Date> {
    const [preview] = await this.database.query<{ expiresAt: Date }>(
      `INSERT INTO notification_previews (tenant_id, id, message_id, audience_hash) VALUES ($1, $2, $3, $4)
       RETURNING created_at + interval '${PREVIEW_MINUTES} minutes' AS "expiresAt"`,
      [tenantId, id, messageId, hash],
    );
    if (!preview) throw new Error('An INSERT without conflict returns its row');
    return preview.expiresAt;
  }

  /** In the current transaction: the hash of a preview; null if the message has no such preview, or not any more. */
  async findHash(tenantId: string, id: string, messageId: string): Promise<string | null> {
    const [preview] = await this.database.query<{ hash: string }>(
      `SELECT audience_hash AS hash FROM notification_previews
        WHERE tenant_id = $1 AND id = $2 AND message_id = $3
          AND created_at > now() - interval '${PREVIEW_MINUTES} minutes'`,
      [tenantId, id, messageId],
    );
    return preview?.hash ?? null;
  }
}
