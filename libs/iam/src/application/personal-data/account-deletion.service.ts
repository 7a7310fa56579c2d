import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import { expectNoneLeftBehind } from '../../domain/roles/grants';
import { Users } from '../../infrastructure/accounts/users';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { AccountDeletions } from '../../infrastructure/personal-data/account-deletions';
import { RoleHolders } from '../../infrastructure/roles/role-holders';
import { Sessions } from '../../infrastructure/sessions/sessions';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import type { Client } from '../accounts/app-scope';
import { StepUps } from '../codes/step-ups.service';
import { SecurityInboxDue } from '../history/history.messages';
import { DeletionRequestedMailDue } from './personal-data.messages';

/**
 * Deletion of an account, requested by its owner. After a grace period the account is erased; a sign-in withdraws it.
 */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly stepUps: StepUps,
    private readonly users: Users,
    private readonly holders: RoleHolders,
    private readonly deletions: AccountDeletions,
    private readonly sessions: Sessions,
    private readonly securityEvents: SecurityEvents,
  ) {}

  /**
   * Signs the user out of every App and surface. Of several requests the first sets the date.
   *
   * @returns when the account will be erased.
   * @throws StepUpRequiredError
   * @throws LastOwnerError, LastPlatformAdminError if the tenant or the platform would be left without one.
   */
  async request(member: MemberSession, stepUpToken: string | null, client: Client): Promise<Date> {
    const { tenantId, userId } = member;
    const act = { purpose: 'account_delete', resource: userId } as const;
    return this.transactions.run(tenantId, async () => {
      await this.holders.lockIndispensable(tenantId);
      await this.users.getForUpdate(tenantId, userId);
      await this.stepUps.spend(member, act, stepUpToken);
      const alone = await this.holders.heldAlone(tenantId, [userId]);
      expectNoneLeftBehind(alone.map(({ code }) => code));
      const { eraseAt, isNew } = await this.deletions.request(tenantId, userId);
      await this.sessions.revokeAll({ tenantId, userId }, 'account_deletion');
      if (!isNew) return eraseAt;
      const details = { erase_at: eraseAt.toISOString() };
      const event = { ...member, ...client, appId: null, type: 'account_deletion_requested', details } as const;
      const eventId = await this.securityEvents.record(event);
      await this.outbox.add(new DeletionRequestedMailDue(member, client.locale));
      await this.outbox.add(new SecurityInboxDue(member, eventId));
      return eraseAt;
    });
  }
}
