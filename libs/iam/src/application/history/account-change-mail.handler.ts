import { Handles, MailSender, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import {
  AccountChangeNoticeStore,
  type DueAccountChangeNotice,
} from '../../infrastructure/history/account-change-notice-store';
import { SecurityNotices } from '../../infrastructure/history/security-notices';
import { AppBranding } from '../../infrastructure/mails/app-branding';
import { TEXTS } from '../../locales/texts';
import { retryDelaySeconds } from './account-change-retries';
import { accountChangeMailTexts, isAccountChange } from './account-change-texts';
import { AccountChangeMailDue } from './history.messages';
import { factsOf } from './security-facts';
import { renderMail } from '../mails/mail-template';

/** Mails a notice of a change to one address of the account. */
@Handles(AccountChangeMailDue.type, 'mail')
export class AccountChangeMailHandler implements OutboxHandler {
  readonly retryDelaySeconds = retryDelaySeconds;

  constructor(
    private readonly store: AccountChangeNoticeStore,
    private readonly events: SecurityNotices,
    private readonly branding: AppBranding,
    private readonly mailSender: MailSender,
  ) {}

  async handle({ tenantId, data }: OutboxMessage): Promise<void> {
    const notice = await this.store.find(tenantId, String(data['notice_id']));
    if (!notice) return;
    await this.send(notice);
    await this.store.delete(tenantId, notice.id);
  }

  private async send(notice: DueAccountChangeNotice): Promise<void> {
    const { tenantId, id, appId, recipient, isFormer, locale, timeZone, tenantName, changedIdentifier } = notice;
    const event = await this.events.find(tenantId, notice.eventId);
    if (!event || !isAccountChange(event.type)) return;
    const app = appId === null ? null : await this.branding.find(tenantId, appId);
    const changed = { label: TEXTS[locale].labels.identifier, value: changedIdentifier ?? '' };
    // The holder of an address that was removed from the account must not learn the owner's location and device.
    const told = isFormer ? { ...event, ip: null, platform: null, model: null } : event;
    const mail = renderMail({
      locale,
      texts: accountChangeMailTexts(event.type, locale),
      app: app ?? { name: tenantName, iconUrl: null },
      facts: [...(changedIdentifier === null ? [] : [changed]), ...factsOf(told, timeZone, locale)],
    });
    // More than one message may name the notice.
    await this.mailSender.send({ ...mail, from: app?.sender ?? null, to: recipient, idempotencyKey: id });
  }
}
