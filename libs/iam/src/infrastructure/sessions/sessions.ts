import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { Outbox, type SupportedLocale } from '@libs/kernel';
import type { AdminSessionView, MemberSessionView } from '../../domain/sessions/session';
import type { Surface } from '../../domain/sessions/session-lifetimes';
import { SessionRevoked } from '../../domain/sessions/session.events';
import { EMAIL_OF_USER } from '../accounts/identifier-views';
import { PERMISSIONS_OF_USER } from '../roles/role-holders';
import { KnownSessions, type Usable } from './known-sessions';
import {
  ADMIN_HAS_ACCESS,
  IS_NOT_CUT_OFF,
  MEMBER_HAS_ACCESS,
  MUST_ENROL,
  SIGNED_IN_WITH_SECOND_FACTOR,
  WITH_ADMIN_OWNERS,
  WITH_MEMBER_OWNERS,
} from './session-access';
import { WITHOUT_PUSH } from './silent-devices';
import type { AdminSession, MemberSession } from './signed-in';

/** Selects sessions of a user that match every given field. */
export interface SessionSelection {
  readonly tenantId: string;
  readonly userId: string;
  readonly surface?: Surface;
  readonly appId?: string;
  readonly deviceId?: string;
  readonly ids?: readonly string[];
  readonly exceptId?: string;
}

interface EndedSession extends Record<string, unknown> {
  readonly id: string;
  readonly user_id: string;
  /** Null for one of the administration. */
  readonly app_id: string | null;
  readonly device_id: string | null;
}

interface AdminRow {
  display_name: string | null;
  email: string | null;
  permissions: string[];
  must_enrol: boolean;
  lifetime_ms: number;
}

interface MemberRow {
  locale: SupportedLocale | null;
  lifetime_ms: number;
}

const IS_LIVE = `s.revoked_at IS NULL AND s.expires_at > now()`;

/** What the owner sees of a session, at an App or not. */
const SEEN = `s.id, host(s.ip) AS ip, s.user_agent AS "userAgent", s.login_method AS "loginMethod",
  s.created_at AS "createdAt", s.last_active_at AS "lastActiveAt", s.expires_at AS "expiresAt"`;

const LIFETIME_MS = `(extract(epoch FROM s.expires_at - now()) * 1000)::float8 AS lifetime_ms`;

type AdminClaims = Pick<AdminSession, 'tenantId' | 'userId' | 'sessionId'>;
type MemberClaims = Omit<MemberSession, 'locale'>;

/** Sessions of both surfaces: their owners, and how they end. */
@Injectable()
export class Sessions {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly known: KnownSessions,
  ) {}

  /** The member behind the claims of an access token, if the session may be used now. */
  findMember(claims: MemberClaims): Promise<MemberSession | null> {
    return this.known.member(claims, () => this.readMember(claims));
  }

  /**
   * The administrator behind the claims of an access token, if session, user and tenant are alive now, and the second
   * factor was proven if the tenant requires one.
   */
  findAdmin(claims: AdminClaims): Promise<AdminSession | null> {
    return this.known.admin(claims, () => this.readAdmin(claims));
  }

  /** A member's live sessions at an App, most recently active first. Their number is limited. */
  async listOfMember(tenantId: string, appId: string, userId: string): Promise<MemberSessionView[]> {
    return this.database.read<MemberSessionView>(
      tenantId,
      `SELECT ${SEEN}, s.app_id AS "appId",
              CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'platform', d.platform, 'model', d.model) END
                AS device
         FROM sessions s
         LEFT JOIN devices d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
        WHERE s.tenant_id = $1 AND s.user_id = $3 AND s.app_id = $2 AND ${IS_LIVE} AND ${IS_NOT_CUT_OFF}
        ORDER BY s.last_active_at DESC, s.id DESC`,
      [tenantId, appId, userId],
    );
  }

  /** An administrator's usable sessions, newest first. In the current transaction. */
  async listOfAdmin(tenantId: string, userId: string): Promise<AdminSessionView[]> {
    return this.database.query<AdminSessionView>(
      `SELECT ${SEEN} FROM sessions s ${WITH_ADMIN_OWNERS}
        WHERE s.tenant_id = $1 AND s.user_id = $2 AND s.surface = 'admin' AND ${IS_LIVE} AND ${ADMIN_HAS_ACCESS}
        ORDER BY s.created_at DESC, s.id DESC LIMIT 100`,
      [tenantId, userId],
    );
  }

  /** Whether a second factor was required when the administrator signed in, and is still set up. */
  async isSignedInWithSecondFactor({ homeTenantId: tenantId, userId, sessionId }: AdminSession): Promise<boolean> {
    const rows = await this.database.read(
      tenantId,
      `SELECT FROM sessions s ${WITH_ADMIN_OWNERS}
        WHERE s.tenant_id = $1 AND s.id = $2 AND s.user_id = $3 AND s.surface = 'admin' AND ${IS_LIVE}
          AND ${ADMIN_HAS_ACCESS} AND ${SIGNED_IN_WITH_SECOND_FACTOR}`,
      [tenantId, sessionId, userId],
    );
    return rows.length > 0;
  }

  /** Whether the session has not ended; it cannot end before the current transaction does. */
  async isLive(tenantId: string, sessionId: string): Promise<boolean> {
    return this.database.hasRows(
      `SELECT FROM sessions s WHERE s.tenant_id = $1 AND s.id = $2 AND ${IS_LIVE} AND ${IS_NOT_CUT_OFF} FOR SHARE OF s`,
      [tenantId, sessionId],
    );
  }

  /**
   * Ends the selected live sessions, of either surface, for good, and emits an event for each. If all sessions of the
   * user are selected, sign-ins that wait for the second factor are ended, too. In the current transaction; a caller
   * that ends several at once locks the user first.
   *
   * @returns the ids of those that were alive.
   */
  async revoke(selection: SessionSelection, reason: string): Promise<string[]> {
    const live = await this.end(selection, [selection.userId], reason);
    await this.tell(selection.tenantId, live, reason);
    return live.map(({ id }) => id);
  }

  /** The same for all sessions of several users, or all that they have at one App. The caller has locked the users. */
  async revokeOfAll(
    userIds: readonly string[],
    selection: Pick<SessionSelection, 'tenantId' | 'appId'>,
    reason: string,
  ): Promise<void> {
    await this.tell(selection.tenantId, await this.end(selection, userIds, reason), reason);
  }

  /** The same, returning only their number. */
  async revokeAll(selection: SessionSelection, reason: string): Promise<number> {
    return (await this.revoke(selection, reason)).length;
  }

  /** The same without events: the caller announces them all together. */
  async revokeUnannounced(selection: SessionSelection, reason: string): Promise<number> {
    return (await this.end(selection, [selection.userId], reason)).length;
  }

  private async end(
    { tenantId, surface, appId, deviceId, ids, exceptId }: Omit<SessionSelection, 'userId'>,
    userIds: readonly string[],
    reason: string,
  ): Promise<EndedSession[]> {
    const ended = await this.database.query<EndedSession & { live: boolean }>(
      `UPDATE sessions SET revoked_at = now(), revoke_reason = $3
        WHERE tenant_id = $1 AND user_id = ANY ($2::uuid[]) AND ($4::uuid IS NULL OR app_id = $4)
          AND ($5::uuid IS NULL OR device_id = $5) AND ($6::uuid[] IS NULL OR id = ANY ($6))
          AND id IS DISTINCT FROM $7::uuid AND ($8::text IS NULL OR surface = $8) AND revoked_at IS NULL
        RETURNING id, user_id, app_id, device_id, expires_at > now() AS live`,
      [tenantId, userIds, reason, appId, deviceId, ids, exceptId, surface],
    );
    await this.silence(tenantId, ended);
    if (appId === undefined && deviceId === undefined && ids === undefined) {
      await this.database.query(
        `UPDATE mfa_challenges SET consumed_at = now()
          WHERE tenant_id = $1 AND user_id = ANY ($2::uuid[]) AND consumed_at IS NULL`,
        [tenantId, userIds],
      );
    }
    return ended.filter(({ live }) => live);
  }

  /** Nobody is signed in there any more: whoever holds the device is not to read what comes for the member. */
  private async silence(tenantId: string, ended: readonly EndedSession[]): Promise<void> {
    const deviceIds = ended.map(({ device_id: id }) => id).filter((id) => id !== null);
    if (deviceIds.length === 0) return;
    await this.database.query(
      `UPDATE devices d SET ${WITHOUT_PUSH}
        WHERE d.tenant_id = $1 AND d.id = ANY ($2::uuid[]) AND d.push_token IS NOT NULL
          AND NOT EXISTS (SELECT FROM sessions s WHERE s.tenant_id = $1 AND s.device_id = d.id AND ${IS_LIVE})`,
      [tenantId, deviceIds],
    );
  }

  private async tell(tenantId: string, ended: readonly EndedSession[], reason: string): Promise<void> {
    for (const { id: sessionId, user_id: userId, app_id: appId } of ended) {
      await this.outbox.add(new SessionRevoked({ tenantId, appId, userId, sessionId }, reason));
    }
  }

  /** Ends every session of an App, in the current transaction. */
  async revokeAllOfApp(tenantId: string, appId: string, reason: string): Promise<void> {
    await this.database.query(
      `UPDATE sessions SET revoked_at = now(), revoke_reason = $3
        WHERE tenant_id = $1 AND app_id = $2 AND revoked_at IS NULL`,
      [tenantId, appId, reason],
    );
  }

  private async readMember(claims: MemberClaims): Promise<Usable<MemberSession> | null> {
    const { tenantId, appId, userId, sessionId } = claims;
    const [row] = await this.database.read<MemberRow>(
      tenantId,
      `SELECT u.locale, ${LIFETIME_MS}
         FROM sessions s ${WITH_MEMBER_OWNERS}
        WHERE s.tenant_id = $1 AND s.id = $2 AND s.user_id = $3 AND s.app_id = $4 AND s.surface = 'mobile'
          AND ${IS_LIVE} AND ${MEMBER_HAS_ACCESS}`,
      [tenantId, sessionId, userId, appId],
    );
    if (!row) return null;
    return { session: { tenantId, appId, userId, sessionId, locale: row.locale }, lifetimeMs: row.lifetime_ms };
  }

  private async readAdmin(claims: AdminClaims): Promise<Usable<AdminSession> | null> {
    const { tenantId, userId, sessionId } = claims;
    const [row] = await this.database.read<AdminRow>(
      tenantId,
      `SELECT u.display_name, ${EMAIL_OF_USER} AS email, ${PERMISSIONS_OF_USER} AS permissions,
              ${MUST_ENROL} AS must_enrol, ${LIFETIME_MS}
         FROM sessions s ${WITH_ADMIN_OWNERS}
        WHERE s.tenant_id = $1 AND s.id = $2 AND s.user_id = $3 AND s.surface = 'admin'
          AND ${IS_LIVE} AND ${ADMIN_HAS_ACCESS}`,
      [tenantId, sessionId, userId],
    );
    if (!row) return null;
    const session: AdminSession = {
      tenantId,
      homeTenantId: tenantId,
      userId,
      sessionId,
      display: row.display_name ?? row.email ?? userId,
      permissions: new Set(row.permissions),
      appIds: null,
      mustEnrol: row.must_enrol,
    };
    return { session, lifetimeMs: row.lifetime_ms };
  }
}
