import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';
import type { MembershipStatus } from '../../domain/accounts/app-membership';
import type { MemberSession } from '../sessions/signed-in';

/** What a client shows about the signed-in member. */
export interface MemberContext {
  readonly user: {
    readonly id: string;
    readonly displayName: string | null;
    readonly avatarToken: string | null;
    readonly locale: SupportedLocale | null;
  };
  readonly tenant: { readonly id: string; readonly code: string; readonly name: string };
  readonly membership: { readonly status: MembershipStatus; readonly joinedAt: Date | null };
  readonly session: { readonly id: string; readonly createdAt: Date; readonly expiresAt: Date };
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

interface ContextRow {
  display_name: string | null;
  avatar_token: string | null;
  locale: SupportedLocale | null;
  tenant_code: string;
  tenant_name: string;
  status: MembershipStatus;
  joined_at: Date | null;
  created_at: Date;
  expires_at: Date;
  roles: string[];
  permissions: string[];
}

/** The signed-in member, as a client shows it. */
@Injectable()
export class MemberContexts {
  constructor(private readonly database: Database) {}

  /** Null when the session ended meanwhile. */
  async find(member: MemberSession): Promise<MemberContext | null> {
    const [row] = await this.database.read<ContextRow>(
      member.tenantId,
      `SELECT u.display_name, p.avatar_token, u.locale, t.code AS tenant_code, t.name AS tenant_name, m.status, m.joined_at,
              s.created_at, s.expires_at,
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
    return {
      user: {
        id: member.userId,
        displayName: row.display_name,
        avatarToken: row.avatar_token,
        locale: row.locale,
      },
      tenant: { id: member.tenantId, code: row.tenant_code, name: row.tenant_name },
      membership: { status: row.status, joinedAt: row.joined_at },
      session: { id: member.sessionId, createdAt: row.created_at, expiresAt: row.expires_at },
      roles: row.roles,
      permissions: row.permissions,
    };
  }
}
