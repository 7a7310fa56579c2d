import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { PushTokenProvider } from './member-devices';
import { WITHOUT_PUSH } from '../sessions/silent-devices';

/** A token that a provider refuses for good. */
export interface RefusedPushToken {
  readonly deviceId: string;
  readonly provider: PushTokenProvider;
  readonly token: string;
  /** When it ended, as far as the provider tells. */
  readonly since: Date | null;
}

/** The tokens by which devices are reached, as those who send to them see them. */
@Injectable()
export class PushTokens {
  constructor(private readonly database: Database) {}

  /**
   * Takes tokens from their devices, in the current transaction: each only if the device still has it, and has not
   * registered it again since it ended.
   *
   * @returns the devices that have none any more.
   */
  async forget(tenantId: string, refused: readonly RefusedPushToken[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ id: string }>(
      `UPDATE devices d
          SET ${WITHOUT_PUSH}
         FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) AS r (id, provider, token, since)
        WHERE d.tenant_id = $1 AND d.id = r.id AND d.push_provider = r.provider AND d.push_token = r.token
          AND (r.since IS NULL OR d.push_registered_at IS NULL OR d.push_registered_at < r.since)
       RETURNING d.id`,
      [
        tenantId,
        refused.map(({ deviceId }) => deviceId),
        refused.map(({ provider }) => provider),
        refused.map(({ token }) => token),
        refused.map(({ since }) => since),
      ],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
