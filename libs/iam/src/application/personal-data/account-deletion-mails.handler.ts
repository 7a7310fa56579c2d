import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { AccountDeletions } from '../../infrastructure/personal-data/account-deletions';
import { TEXTS } from '../../locales/texts';
import { momentText } from '../mails/mail-template';
import { OwnerMails } from '../mails/owner-mails';
import { DeletionCancelledMailDue, DeletionRequestedMailDue } from './personal-data.messages';

@Handles(DeletionRequestedMailDue.type, 'mail')
export class DeletionRequestedMailHandler implements OutboxHandler {
  constructor(
    private readonly deletions: AccountDeletions,
    private readonly mails: OwnerMails,
  ) {}

  async handle(message: OutboxMessage): Promise<void> {
    const eraseAt = await this.deletions.eraseAt(message.tenantId, String(message.data['user_id']));
    // Withdrawn while the mail server was away.
    if (!eraseAt) return;
    await this.mails.send(message, ({ timeZone }, locale) => ({
      texts: TEXTS[locale].mails.deletionRequested,
      facts: [{ label: TEXTS[locale].labels.time, value: momentText(eraseAt, locale, timeZone) }],
    }));
  }
}

@Handles(DeletionCancelledMailDue.type, 'mail')
export class DeletionCancelledMailHandler implements OutboxHandler {
  constructor(private readonly mails: OwnerMails) {}

  async handle(message: OutboxMessage): Promise<void> {
    await this.mails.send(message, (_owner, locale) => ({ texts: TEXTS[locale].mails.deletionCancelled }));
  }
}
