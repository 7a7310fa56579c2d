import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import type { MailBody, SupportedLocale } from '@libs/kernel';
import { OwnerMails } from '../mails/owner-mails';
import { AdministratorMailDue } from './administration.messages';

@Handles(AdministratorMailDue.type, 'mail')
export class AdministratorMailHandler implements OutboxHandler {
  constructor(private readonly mails: OwnerMails) {}

  async handle(message: OutboxMessage): Promise<void> {
    const { locale, texts, facts } = message.data as unknown as MailBody & { readonly locale: SupportedLocale };
    await this.mails.send(message, () => ({ locale, texts, facts }));
  }
}
