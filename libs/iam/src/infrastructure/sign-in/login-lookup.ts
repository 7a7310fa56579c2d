import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { MembershipStatus } from '../../domain/accounts/app-membership';
import type { Identifier } from '../../domain/accounts/login-identifier';
import type { UserStatus } from '../../domain/accounts/user';
import { RegistrantKeys } from '../registration/registrant-keys';

/** What a sign-in needs to know about an account. */
export interface LoginAccount {
  readonly userId: string;
  readonly userStatus: UserStatus;
  readonly membershipStatus: MembershipStatus | null;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  /** The password of the newest unconfirmed registration at this App, of this installation if it sent one. */
  readonly pendingPasswordHash: string | null;
  /** Whether this installation has signed in to the account before. */
  readonly knownDevice: boolean;
}

@Injectable()
export class LoginLookup {
  constructor(
    private readonly database: Database,
    private readonly registrantKeys: RegistrantKeys,
  ) {}

  async byIdentifier(
    scope: { tenantId: string; appId: string },
    identifier: Identifier,
    deviceKey: string,
  ): Promise<LoginAccount | null> {
    const { type, value } = identifier;
    const ownHashes = this.registrantKeys.allOf(scope.appId, identifier, deviceKey);
    return this.database.readOne<LoginAccount>(
      scope.tenantId,
      `SELECT u.id AS "userId", u.status AS "userStatus", m.status AS "membershipStatus",
              u.password_hash AS "passwordHash", u.password_changed_at AS "passwordChangedAt",
              (SELECT r.password_hash FROM otp_requests r
                WHERE r.tenant_id = u.tenant_id AND r.app_id = $2 AND r.user_id = u.id AND r.password_hash IS NOT NULL
                ORDER BY (r.device_key_hash = ANY ($6)) IS TRUE DESC, r.created_at DESC, r.id DESC LIMIT 1)
                AS "pendingPasswordHash",
              EXISTS (SELECT FROM devices d
                WHERE d.tenant_id = u.tenant_id AND d.app_id = $2 AND d.user_id = u.id AND d.device_key = $4)
                AS "knownDevice"
         FROM login_identifiers i
         JOIN users u ON u.tenant_id = i.tenant_id AND u.id = i.user_id
         LEFT JOIN app_memberships m ON m.tenant_id = u.tenant_id AND m.app_id = $2 AND m.user_id = u.id
        WHERE i.tenant_id = $1 AND i.type = $5 AND i.value = $3`,
      [scope.tenantId, scope.appId, value, deviceKey, type, ownHashes],
    );
  }
}
