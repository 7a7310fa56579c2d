import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import type { Fact, MailTexts, SupportedLocale } from '@libs/kernel';
import { maskedIdentifier } from '../../domain/accounts/masked-identifier';
import { type SecurityNotice, SecurityNotices } from '../../infrastructure/history/security-notices';
import { TEXTS } from '../../locales/texts';
import { accountChangeMailTexts, isAccountChange } from './account-change-texts';
import { SecurityInboxDue } from './history.messages';
import { OwnerNotices } from './owner-notices';
import { factsOf } from './security-facts';
import { toldTypeOf } from './told-security-events';

/** Puts security events into the inbox of the account's owner, as they are mailed. */
@Handles(SecurityInboxDue.type)
export class SecurityInboxHandler implements OutboxHandler {
  constructor(
    private readonly events: SecurityNotices,
    private readonly notices: OwnerNotices,
  ) {}

  async handle({ tenantId, appId, data }: OutboxMessage): Promise<void> {
    const [causeId, userId] = [String(data['event_id']), String(data['user_id'])];
    const event = await this.events.find(tenantId, causeId);
    const texts = event && textsOf(event);
    if (!texts) return;
    const notice = { tenantId, appId, userId, causeId, messageType: 'security' } as const;
    await this.notices.tell(notice, (locale, timeZone) => ({
      texts: texts(locale),
      facts: [...identifierIn(event, locale), ...factsOf(event, timeZone, locale)],
    }));
  }
}

/** Null for events that are not told, or not by this message. */
function textsOf(notice: SecurityNotice): ((locale: SupportedLocale) => MailTexts) | null {
  const { type } = notice;
  if (isAccountChange(type)) return (locale) => accountChangeMailTexts(type, locale);
  const told = toldTypeOf(notice);
  return told && ((locale) => TEXTS[locale].mails.securityEvents[told]);
}

/** The one that was added: of one that was removed nothing is kept but the mail. */
function identifierIn({ identifier }: SecurityNotice, locale: SupportedLocale): Fact[] {
  if (identifier === null) return [];
  return [{ label: TEXTS[locale].labels.identifier, value: maskedIdentifier(identifier.type, identifier.value) }];
}
