import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { NotificationScope } from '../../domain/notification-scope';
import type { PushNotification, PushProviderName } from '../../domain/push/push-provider';

export type PushDevice = PushNotification['device'] & { readonly id: string };

/** More than a member has. */
const MAX_DEVICES = 20;

/** The devices of members that may be reached by push. */
@Injectable()
export class PushDevices {
  constructor(private readonly database: Database) {}

  /**
   * Those that a provider reaches: of its own tokens, or of all for one that is for all. Null if it is no active member of
   * the App.
   */
  async ofMember(
    { tenantId, appId }: NotificationScope,
    userId: string,
    provider: PushProviderName,
  ): Promise<PushDevice[] | null> {
    const isForAll = provider === 'webhook' || provider === 'log';
    const rows = await this.database.read<{ id: string | null } & PushDevice>(
      tenantId,
      `SELECT d.id, d.push_provider AS provider, d.push_token AS token, d.platform
         FROM app_memberships m
         LEFT JOIN devices d ON d.tenant_id = $1 AND d.app_id = $2 AND d.user_id = m.user_id AND d.push_enabled
               AND d.push_token IS NOT NULL AND ($4::text IS NULL OR d.push_provider = $4)
        WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.user_id = $3 AND m.status = 'active'
        ORDER BY d.last_seen_at DESC LIMIT ${MAX_DEVICES}`,
      [tenantId, appId, userId, isForAll ? null : provider],
    );
    return rows.length === 0 ? null : rows.filter(({ id }) => id !== null);
  }
}
