import { Injectable } from '@nestjs/common';
import { Outbox } from '@libs/kernel';
import { AccountDeletions } from '../../infrastructure/personal-data/account-deletions';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { DELETION_CANCELLED_MAIL } from './account-deletion-mails.handler';
import type { Client } from '../accounts/app-scope';

/** Whoever signs in wants to keep the account. */
@Injectable()
export class AccountReturn {
  constructor(
    private readonly outbox: Outbox,
    private readonly deletions: AccountDeletions,
    private readonly securityEvents: SecurityEvents,
  ) {}

  /** Takes back a deletion that was asked for. In the transaction that opens the session, behind the lock of the user. */
  async welcome(
    session: { tenantId: string; appId: string | null; userId: string; sessionId: string },
    { ip, userAgent, locale }: Client,
  ): Promise<void> {
    const { tenantId, appId, userId, sessionId } = session;
    if (!(await this.deletions.cancel(tenantId, userId))) return;
    await this.securityEvents.record({
      tenantId,
      appId: null,
      userId,
      type: 'account_deletion_cancelled',
      sessionId,
      ip,
      userAgent,
      details: {},
    });
    await this.outbox.add({ type: DELETION_CANCELLED_MAIL, tenantId, appId, data: { user_id: userId, locale } });
  }
}
