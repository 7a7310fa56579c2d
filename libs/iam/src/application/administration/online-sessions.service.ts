import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { AuditTrail, Outbox, ResourceNotFoundError, Transactions, ValidationFailedError } from '@libs/kernel';
import { SessionsCutOff } from '../../domain/sessions/session.events';
import { OnlineSessions } from '../../infrastructure/administration/online-sessions';
import { type SecurityEvent, SecurityEvents } from '../../infrastructure/history/security-events';
import { SessionCutoffs } from '../../infrastructure/sessions/session-cutoffs';
import { Sessions } from '../../infrastructure/sessions/sessions';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';
import { ManagedUsers } from './managed-users';

/** Which sessions of a tenant are ended: those of a user, at an App, or both. */
export interface SessionsToRevoke {
  readonly userId?: string | undefined;
  readonly appId?: string | undefined;
}

const REASON = 'revoked_by_administrator';

/** The end of sessions that administrators see, whosever they are. */
@Injectable()
export class OnlineSessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    private readonly apps: ManagedApps,
    private readonly managed: ManagedUsers,
    private readonly online: OnlineSessions,
    private readonly sessions: Sessions,
    private readonly cutoffs: SessionCutoffs,
    private readonly securityEvents: SecurityEvents,
  ) {}

  /** Ends one live session. @throws ResourceNotFoundError, PermissionDeniedError */
  async end(admin: AdminSession, id: string): Promise<void> {
    const { tenantId } = admin;
    await this.transactions.run(tenantId, async () => {
      const { userId, appId } = await this.online.get(tenantId, id);
      await this.managed.lockManaged(admin, userId);
      const ended = await this.sessions.revokeAll({ tenantId, userId, ids: [id] }, REASON);
      if (ended === 0) throw new ResourceNotFoundError();
      await this.tellOwner({ tenantId, userId, appId, type: 'session_revoked', sessionId: id }, {});
      this.audit.record({
        resourceType: 'session',
        resourceId: id,
        appId,
        before: { revoked: false },
        after: { revoked: true },
      });
    });
  }

  /**
   * Ends the sessions, except for the one that asks. All of an App end at once with the commit; that is written into
   * their rows afterwards.
   *
   * @returns how many; null for all of an App, which are not counted.
   * @throws ValidationFailedError if neither is given, or one does not exist. PermissionDeniedError
   */
  async revoke(admin: AdminSession, { userId, appId }: SessionsToRevoke): Promise<number | null> {
    if (userId === undefined && appId === undefined) throw ValidationFailedError.of('user_id', 'required');
    if (appId !== undefined && !(await this.apps.find(admin.tenantId, appId))) {
      throw ValidationFailedError.of('app_id', 'unknown_app');
    }
    if (userId !== undefined) return this.revokeOfUser(admin, userId, appId);
    if (appId !== undefined) await this.revokeAtApp(admin, appId);
    return null;
  }

  private async revokeOfUser(admin: AdminSession, userId: string, appId: string | undefined): Promise<number> {
    const { tenantId, sessionId: exceptId } = admin;
    return this.transactions.run(tenantId, async () => {
      await this.managed.lockManaged(admin, userId).catch((error: unknown) => {
        throw error instanceof ResourceNotFoundError ? ValidationFailedError.of('user_id', 'unknown_user') : error;
      });
      const selection = { tenantId, userId, exceptId, ...(appId === undefined ? {} : { appId }) };
      const count = await this.sessions.revokeAll(selection, REASON);
      const event = { tenantId, userId, appId: appId ?? null, type: 'sessions_revoked', sessionId: null } as const;
      if (count > 0) await this.tellOwner(event, { count });
      const [before, after] = [{ live_sessions: count }, { live_sessions: 0 }];
      this.audit.record({ resourceType: 'user', resourceId: userId, appId: appId ?? null, before, after });
      return count;
    });
  }

  private async revokeAtApp({ tenantId }: AdminSession, appId: string): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const former = await this.cutoffs.add(tenantId, appId);
      await this.outbox.add(new SessionsCutOff({ tenantId, appId }, REASON, null));
      this.audit.record({
        resourceType: 'app',
        resourceId: appId,
        appId,
        before: { sessions_revoked_at: former },
        after: { sessions_revoked_at: await this.transactions.now() },
      });
    });
  }

  /** Without the address of the administrator. */
  private async tellOwner(
    event: Omit<SecurityEvent, 'ip' | 'userAgent' | 'details'>,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await this.securityEvents.record({ ...event, ip: null, userAgent: null, details: { reason: REASON, ...details } });
  }
}
