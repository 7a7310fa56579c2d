import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { SecurityNotices } from '../../infrastructure/history/security-notices';
import { AccountDeletions } from '../../infrastructure/personal-data/account-deletions';
import { TEXTS } from '../../locales/texts';
import { SecurityInboxDue } from '../history/history.messages';
import { OwnerNotices } from '../history/owner-notices';
import { momentText } from '../mails/mail-template';

/** Tells the owner in the inbox that the account will be deleted, or kept. */
@Handles(SecurityInboxDue.type)
export class DeletionInboxHandler implements OutboxHandler {
  constructor(
    private readonly events: SecurityNotices,
    private readonly deletions: AccountDeletions,
    private readonly notices: OwnerNotices,
  ) {}

  async handle({ tenantId, appId, data }: OutboxMessage): Promise<void> {
    const [causeId, userId] = [String(data['event_id']), String(data['user_id'])];
    const event = await this.events.find(tenantId, causeId);
    const notice = { tenantId, appId, userId, causeId, messageType: 'security' } as const;
    if (event?.type === 'account_deletion_cancelled') {
      await this.notices.tell(notice, (locale) => ({ texts: TEXTS[locale].mails.deletionCancelled }));
    }
    if (event?.type !== 'account_deletion_requested') return;
    const eraseAt = await this.deletions.eraseAt(tenantId, userId);
    // Withdrawn meanwhile.
    if (!eraseAt) return;
    await this.notices.tell(notice, (locale, timeZone) => ({
      texts: TEXTS[locale].mails.deletionRequested,
      facts: [{ label: TEXTS[locale].labels.time, value: momentText(eraseAt, locale, timeZone) }],
    }));
  }
}
