import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Identifier } from '../../domain/accounts/login-identifier';

/** What changing a user's password requires. */
export interface Credentials {
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  /** The primary one first. */
  readonly identifiers: readonly Identifier[];
}

@Injectable()
export class CredentialQueries {
  constructor(private readonly database: Database) {}

  async get(tenantId: string, userId: string): Promise<Credentials> {
    const [row] = await this.database.read<Credentials>(
      tenantId,
      `SELECT u.password_hash AS "passwordHash", u.password_changed_at AS "passwordChangedAt",
              coalesce((SELECT json_agg(json_build_object('type', i.type, 'value', i.value)
                                        ORDER BY i.is_primary DESC, i.created_at, i.id)
                          FROM login_identifiers i
                         WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id), '[]') AS identifiers
         FROM users u WHERE u.tenant_id = $1 AND u.id = $2`,
      [tenantId, userId],
    );
    if (!row) throw new Error('The user is gone');
    return row;
  }

  /** The installation that a session was opened from; null when its record is gone. */
  async findDeviceKey(tenantId: string, sessionId: string): Promise<string | null> {
    const [row] = await this.database.read<{ key: string }>(
      tenantId,
      `SELECT d.device_key AS key FROM sessions s
         JOIN devices d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
        WHERE s.tenant_id = $1 AND s.id = $2`,
      [tenantId, sessionId],
    );
    return row?.key ?? null;
  }
}

export function emailsOf({ identifiers }: Credentials): string[] {
  return identifiers.filter(({ type }) => type === 'email').map(({ value }) => value);
}
