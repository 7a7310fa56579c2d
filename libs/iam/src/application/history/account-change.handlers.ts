import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppDirectory } from '@libs/apps';
import {
  backoffSeconds,
  Logger,
  MailSender,
  OutboxHandlers,
  SmsRefusedError,
  SmsSender,
  type OutboxHandler,
  type OutboxMessage,
} from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import {
  AccountChangeNoticeStore,
  type DueAccountChangeNotice,
} from '../../infrastructure/history/account-change-notice-store';
import { AppBranding } from '../../infrastructure/mails/app-branding';
import { SecurityNotices } from '../../infrastructure/history/security-notices';
import { ACCOUNT_CHANGE_MESSAGES } from './account-change-notices.service';
import { accountChangeMailTexts, accountChangeSmsText, isAccountChange } from './account-change-texts';
import { CodeSends } from '../codes/code-sends';
import { renderMail } from '../mails/mail-template';
import { FACT_LABELS } from './security-mail-texts';
import { factsOf } from './security-notices.handler';

const MAX_RETRY_DELAY_SECONDS = 15 * 60;

/**
 * Until the notice is cleared away, a day after the change: a provider may be away for long, and whoever uses up the
 * budgets of a number does not keep its owner from being told later.
 */
function retryDelaySeconds(attempt: number): number {
  return Math.min(backoffSeconds(attempt), MAX_RETRY_DELAY_SECONDS);
}

/** Mails word of a change to one address of the account. */
@Injectable()
export class AccountChangeMailHandler implements OutboxHandler, OnModuleInit {
  readonly retryDelaySeconds = retryDelaySeconds;

  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly store: AccountChangeNoticeStore,
    private readonly events: SecurityNotices,
    private readonly branding: AppBranding,
    private readonly mailSender: MailSender,
  ) {}

  onModuleInit(): void {
    this.handlers.register(ACCOUNT_CHANGE_MESSAGES.email, this, 'mail');
  }

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
    const changed = { label: FACT_LABELS[locale].identifier, value: changedIdentifier ?? '' };
    // Where the owner is and with what device is no business of whoever has an address that was taken off the account.
    const told = isFormer ? { ...event, ip: null, platform: null, model: null } : event;
    const mail = renderMail({
      locale,
      texts: accountChangeMailTexts(event.type, locale),
      app: app ?? { name: tenantName, iconUrl: null },
      facts: [...(changedIdentifier === null ? [] : [changed]), ...factsOf(told, timeZone, locale)],
    });
    // The notice may be named by more than one message.
    await this.mailSender.send({ ...mail, to: recipient, idempotencyKey: id });
  }
}

/** Sends word of a change to one number of an account that has no address of email, within the budgets of its App. */
@Injectable()
export class AccountChangeSmsHandler implements OutboxHandler, OnModuleInit {
  readonly retryDelaySeconds = retryDelaySeconds;
  private hasWarned = false;

  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly transactions: Transactions,
    private readonly store: AccountChangeNoticeStore,
    private readonly events: SecurityNotices,
    private readonly apps: AppDirectory,
    private readonly sends: CodeSends,
    private readonly smsSender: SmsSender,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.handlers.register(ACCOUNT_CHANGE_MESSAGES.sms, this, 'sms');
  }

  async handle({ id, tenantId, data }: OutboxMessage): Promise<void> {
    const notice = await this.store.find(tenantId, String(data['notice_id']));
    if (!notice) return;
    try {
      await this.send(notice);
    } catch (error) {
      if (!(error instanceof SmsRefusedError)) throw error;
      this.logger.warn({ outbox_id: id, reason: error.message }, 'word of a change to an account was not sent by SMS');
    }
    await this.store.delete(tenantId, notice.id);
  }

  private async send(notice: DueAccountChangeNotice): Promise<void> {
    const { tenantId, id, appId, userId, eventId, recipient: to, changedIdentifier, locale } = notice;
    const event = await this.events.find(tenantId, eventId);
    // Whoever is at home in the administration has an address of email: there is no App to pay for a message.
    const app = appId === null ? null : await this.apps.findAvailable(appId);
    if (!event || !isAccountChange(event.type) || app?.tenantId !== tenantId || !this.isPossible()) return;
    await this.transactions.run(tenantId, async () => {
      // Another attempt at the same notice costs nothing more.
      if (!(await this.store.markBudgeted(tenantId, id))) return;
      await this.sends.spendOnNotice({ tenantId, appId: app.id }, { userId, mobile: to }, app.registration);
    });
    const { name: appName } = app;
    const { change, text } = accountChangeSmsText(event.type, locale, { app: appName, identifier: changedIdentifier });
    await this.smsSender.sendNotice({ to, locale, event: event.type, change, appName, text, idempotencyKey: id });
  }

  private isPossible(): boolean {
    if (!this.smsSender.sendsNotices && !this.hasWarned) {
      this.logger.warn({}, 'members without email are told of no change: the SMS gateway has no template for notices');
      this.hasWarned = true;
    }
    return this.smsSender.sendsNotices;
  }
}
