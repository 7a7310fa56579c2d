import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { AppMembership } from '../../domain/accounts/app-membership';
import type { User } from '../../domain/accounts/user';
import type { UserProfile } from '../../domain/accounts/user-profile';
import type { MemberSessionView } from '../../domain/sessions/session';
import type { TenantIdentity } from '../accounts/tenant-identities';
import type { MemberSession } from '../sessions/signed-in';

/** What a client shows about the signed-in member. */
export interface MemberContext {
  readonly user: Pick<User, 'id' | 'displayName' | 'locale'> & Pick<UserProfile, 'avatarToken'>;
  readonly tenant: TenantIdentity;
  readonly membership: Pick<AppMembership, 'status' | 'joinedAt'>;
  readonly session: Pick<MemberSessionView, 'id' | 'createdAt' | 'expiresAt'>;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

type ContextRow = Omit<MemberContext, 'membership' | 'session'> &
  MemberContext['membership'] &
  MemberContext['session'];

/** The signed-in member, as a client shows it. */
@Injectable()
export class MemberContexts {
  constructor(private readonly database: Database) {}

  /** Null when the session ended meanwhile. */
  async find(member: MemberSession): Promise<MemberContext | null> {
    const [row] = await this.database.read<ContextRow>(
      member.tenantId,
      `SELECT json_build_object('id', u.id, 'displayName', u.display_name, 'avatarToken', p.avatar_token,
                                'locale', u.locale) AS "user",
              json_build_object('id', t.id, 'code', t.code, 'name', t.name) AS tenant,
              m.status, m.joined_at AS "joinedAt", s.id, s.created_at AS "createdAt", s.expires_at AS "expiresAt",
              coalesce((SELECT array_agg(ur.role_code ORDER BY ur.role_code) FROM user_roles ur
                         WHERE ur.tenant_id = u.tenant_id AND ur.user_id = u.id), '{}') AS roles,
              coalesce((SELECT array_agg(DISTINCT p ORDER BY p)
                          FROM user_roles ur
                          JOIN roles r ON r.tenant_id = ur.tenant_id AND r.code = ur.role_code
                         CROSS JOIN unnest(r.permissions) p
                         WHERE ur.tenant_id = u.tenant_id AND ur.user_id = u.id), '{}') AS permissions
         FROM sessions s
         JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
         JOIN app_memberships m ON m.tenant_id = s.tenant_id AND m.app_id = s.app_id AND m.user_id = s.user_id
         JOIN tenants t ON t.id = s.tenant_id
         LEFT JOIN user_profiles p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
        WHERE s.tenant_id = $1 AND s.id = $2`,
      [member.tenantId, member.sessionId],
    );
    if (!row) return null;
    const { status, joinedAt, id, createdAt, expiresAt, ...rest } = row;
    return { ...rest, membership: { status, joinedAt }, session: { id, createdAt, expiresAt } };
  }
}
