import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { AuditTrail, Outbox, ResourceNotFoundError, Transactions, ValidationFailedError } from '@libs/kernel';
import { expectNamedApp, expectOfApps } from '../../domain/sessions/app-limit';
import { SessionsCutOff } from '../../domain/sessions/session.events';
import { OnlineSessions } from '../../infrastructure/administration/online-sessions';
import { SessionCutoffs } from '../../infrastructure/sessions/session-cutoffs';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';
import type { Administrator } from '../roles/administrator';
import { BY_ADMINISTRATOR, SessionEndings } from '../sessions/session-endings';
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
    private readonly endings: SessionEndings,
    private readonly cutoffs: SessionCutoffs,
  ) {}

  /** Ends one live session. @throws ResourceNotFoundError, PermissionDeniedError */
  async end(admin: AdminSession, id: string): Promise<void> {
    const { tenantId } = admin;
    await this.transactions.run(tenantId, async () => {
      const { userId, appId } = await this.online.get(tenantId, id);
      expectOfApps(admin, appId);
      await this.managed.lockManaged(admin, userId);
      const selection = { tenantId, userId, ids: [id], ...(appId === null ? {} : { appId }) };
      if (!(await this.endings.end(selection, REASON, BY_ADMINISTRATOR))) throw new ResourceNotFoundError();
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
   * Ends the sessions, except for the one that asks, and announces them together. All of an App end at once with the
   * commit; that is written into their rows afterwards.
   *
   * @returns how many.
   * @throws ValidationFailedError if neither is given, or one does not exist. PermissionDeniedError
   * @throws AppsLimitedError, ResourceNotFoundError for a caller that is limited to others.
   */
  async revoke(admin: AdminSession, { userId, appId }: SessionsToRevoke): Promise<number> {
    expectNamedApp(admin, appId);
    if (appId !== undefined && !(await this.apps.find(admin.tenantId, appId))) {
      throw ValidationFailedError.of('app_id', 'unknown_app');
    }
    if (userId !== undefined) return this.revokeOfUser(admin, userId, appId);
    if (appId !== undefined) return this.revokeAtApp(admin, appId);
    throw ValidationFailedError.of('user_id', 'required');
  }

  /** Ends all of a user's, of every surface. @throws ResourceNotFoundError, PermissionDeniedError */
  async revokeAllOf(administrator: Administrator, userId: string): Promise<void> {
    const { tenantId } = administrator;
    await this.transactions.run(tenantId, async () => {
      await this.managed.lockManaged(administrator, userId);
      const count = await this.endings.endAll({ tenantId, userId }, REASON, BY_ADMINISTRATOR);
      const [before, after] = [{ live_sessions: count }, { live_sessions: 0 }];
      this.audit.record({ resourceType: 'user', resourceId: userId, before, after });
    });
  }

  private async revokeOfUser(admin: AdminSession, userId: string, appId: string | undefined): Promise<number> {
    const { tenantId, sessionId: exceptId } = admin;
    return this.transactions.run(tenantId, async () => {
      await this.managed.lockManaged(admin, userId).catch((error: unknown) => {
        throw error instanceof ResourceNotFoundError ? ValidationFailedError.of('user_id', 'unknown_user') : error;
      });
      const selection = { tenantId, userId, exceptId, ...(appId === undefined ? {} : { appId }) };
      const count = await this.endings.endTogether(selection, REASON);
      this.recordEnd({ user_id: userId, app_id: appId ?? null, revoked: count });
      return count;
    });
  }

  private recordEnd(after: { user_id: string | null; app_id: string | null; revoked: number }): void {
    this.audit.record({ resourceType: 'session', resourceId: null, appId: after.app_id, before: null, after });
  }

  private revokeAtApp({ tenantId }: AdminSession, appId: string): Promise<number> {
    return this.transactions.run(tenantId, async () => {
      const count = await this.online.countAt(tenantId, appId);
      await this.cutoffs.add(tenantId, appId);
      await this.outbox.add(new SessionsCutOff({ tenantId, appId }, REASON, null));
      await this.endings.announce({ tenantId, appId, userId: null }, count, REASON);
      this.recordEnd({ user_id: null, app_id: appId, revoked: count });
      return count;
    });
  }
}
