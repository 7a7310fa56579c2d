import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import { expectNoneLeftBehind } from '../../domain/roles/grants';
import { AccountDeletions } from '../../infrastructure/personal-data/account-deletions';
import { Accounts } from '../../infrastructure/accounts/accounts';
import type { MemberSession } from '../../infrastructure/sessions/member-sessions';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { UserSessions } from '../../infrastructure/sessions/user-sessions';
import { DELETION_REQUESTED_MAIL } from './account-deletion-mails.handler';
import type { Client } from '../accounts/app-scope';
import { StepUps } from '../codes/step-ups.service';

/** The wish of a user to be forgotten. It is carried out after a grace, in which a sign-in takes it back. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly stepUps: StepUps,
    private readonly accounts: Accounts,
    private readonly holders: RoleHolders,
    private readonly deletions: AccountDeletions,
    private readonly sessions: UserSessions,
    private readonly securityEvents: SecurityEvents,
  ) {}

  /**
   * Signs the user out of every App and surface. Of several requests the first sets the date.
   *
   * @returns when the account will be erased.
   * @throws StepUpRequiredError
   * @throws LastOwnerError, LastPlatformAdminError where the tenant or the platform would be left to nobody.
   */
  async request(member: MemberSession, stepUpToken: string | null, client: Client): Promise<Date> {
    const { tenantId, appId, userId, sessionId } = member;
    const act = { purpose: 'account_delete', resource: userId } as const;
    return this.transactions.run(tenantId, async () => {
      await this.holders.lockIndispensable(tenantId);
      await this.accounts.getUserForUpdate(tenantId, userId);
      await this.stepUps.spend(member, act, stepUpToken);
      expectNoneLeftBehind(await this.holders.heldAlone(tenantId, userId));
      const { eraseAt, isNew } = await this.deletions.request(tenantId, userId);
      await this.sessions.revokeAll({ tenantId, userId }, 'account_deletion');
      if (!isNew) return eraseAt;
      await this.securityEvents.record({
        tenantId,
        appId: null,
        userId,
        type: 'account_deletion_requested',
        sessionId,
        ip: client.ip,
        userAgent: client.userAgent,
        details: { erase_at: eraseAt.toISOString() },
      });
      const data = { user_id: userId, locale: client.locale };
      await this.outbox.add({ type: DELETION_REQUESTED_MAIL, tenantId, appId, data });
      return eraseAt;
    });
  }
}
