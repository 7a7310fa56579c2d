import { Injectable } from '@nestjs/common';
import { AuditTrail, Transactions } from '@libs/kernel';
import { InvalidTokenError } from '../../domain/sessions/sessions.errors';
import { Users } from '../../infrastructure/accounts/users';
import { Sessions } from '../../infrastructure/sessions/sessions';
import type { AdminSession } from '../../infrastructure/sessions/signed-in';
import type { Client } from '../accounts/app-scope';
import { SessionEndings } from '../sessions/session-endings';

/** The sessions of an administrator but the one that asks. */
@Injectable()
export class OtherAdminSessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly endings: SessionEndings,
  ) {}

  /**
   * Ends them, and sign-ins that wait for the second factor.
   *
   * @returns how many sessions.
   * @throws InvalidTokenError when another session ended this one first: if two do so at once, one stays.
   */
  async revoke(admin: AdminSession, { ip, userAgent }: Client): Promise<number> {
    const { homeTenantId: tenantId, userId, sessionId } = admin;
    const revoked = await this.transactions.run(tenantId, async () => {
      await this.users.findForUpdate(tenantId, userId);
      if (!(await this.sessions.isLive(tenantId, sessionId))) return null;
      const others = { tenantId, userId, surface: 'admin', exceptId: sessionId } as const;
      const count = await this.endings.endAll(others, 'revoked_by_user', { ip, userAgent, sessionId });
      this.audit.record({ resourceType: 'session', resourceId: null, before: null, after: { revoked: count } });
      return count;
    });
    if (revoked === null) throw new InvalidTokenError();
    return revoked;
  }
}
