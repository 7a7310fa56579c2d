import { Injectable } from '@nestjs/common';
import { Outbox } from '@libs/kernel';
import { SecurityEvents } from '../../infrastructure/history/security-events';
import { AccountDeletions } from '../../infrastructure/personal-data/account-deletions';
import type { Client } from '../accounts/app-scope';
import { SecurityInboxDue } from '../history/history.messages';
import { DeletionCancelledMailDue } from './personal-data.messages';

/** Signing in withdraws a requested deletion. */
@Injectable()
export class AccountReturn {
  constructor(
    private readonly outbox: Outbox,
    private readonly deletions: AccountDeletions,
    private readonly securityEvents: SecurityEvents,
  ) {}

  /** Withdraws a requested deletion. In the transaction that opens the session, under the user's lock. */
  async welcome(
    session: { tenantId: string; appId: string | null; userId: string; sessionId: string },
    client: Client,
  ): Promise<void> {
    if (!(await this.deletions.cancel(session.tenantId, session.userId))) return;
    const event = { ...session, ...client, appId: null, type: 'account_deletion_cancelled', details: {} } as const;
    const eventId = await this.securityEvents.record(event);
    await this.outbox.add(new DeletionCancelledMailDue(session, client.locale));
    await this.outbox.add(new SecurityInboxDue(session, eventId));
  }
}
