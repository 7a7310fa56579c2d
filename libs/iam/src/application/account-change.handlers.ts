import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppDirectory } from '@libs/apps';
import {
  Logger,
  MailSender,
  OutboxHandlers,
  SmsRefusedError,
  SmsSender,
  type OutboxHandler,
  type OutboxMessage,
} from '@libs/foundation';
import { RateLimitedError, Transactions } from '@libs/kernel';
import { AccountChangeNoticeStore, type DueAccountChangeNotice } from '../infrastructure/account-change-notice-store';
import { AppBranding } from '../infrastructure/app-branding';
import { SecurityNotices } from '../infrastructure/security-notices';
import { ACCOUNT_CHANGE_MESSAGES } from './account-change-notices.service';
import { accountChangeMailTexts, accountChangeSmsText, isAccountChange } from './account-change-texts';
import { CodeSends } from './code-sends';
import { renderMail } from './mail-template';
import { FACT_LABELS } from './security-mail-texts';
import { factsOf } from './security-notices.handler';

/** Mails word of a change to one address of the account. */
@Injectable()
export class AccountChangeMailHandler implements OutboxHandler, OnModuleInit {
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

  async handle({ id: idempotencyKey, tenantId, data }: OutboxMessage): Promise<void> {
    const notice = await this.store.find(tenantId, String(data['notice_id']));
    const event = notice && (await this.events.find(tenantId, notice.eventId));
    if (!notice || !event || !isAccountChange(event.type)) return;
    const { id, appId, recipient, locale, timeZone, tenantName, changedIdentifier } = notice;
    const app = appId === null ? null : await this.branding.find(tenantId, appId);
    const changed = { label: FACT_LABELS[locale].identifier, value: changedIdentifier ?? '' };
    const mail = renderMail({
      locale,
      texts: accountChangeMailTexts(event.type, locale),
      app: app ?? { name: tenantName, iconUrl: null },
      facts: [...(changedIdentifier === null ? [] : [changed]), ...factsOf(event, timeZone, locale)],
    });
    await this.mailSender.send({ ...mail, to: recipient, idempotencyKey });
    await this.store.delete(tenantId, id);
  }
}

/** Sends word of a change to one number of an account that has no address of email, within the budgets of its App. */
@Injectable()
export class AccountChangeSmsHandler implements OutboxHandler, OnModuleInit {
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
      await this.send(notice, id);
    } catch (error) {
      const isFinal = error instanceof SmsRefusedError || error instanceof RateLimitedError;
      if (!isFinal) throw error;
      this.logger.warn({ outbox_id: id, reason: error.message }, 'word of a change to an account was not sent by SMS');
    }
    await this.store.delete(tenantId, notice.id);
  }

  private async send(notice: DueAccountChangeNotice, idempotencyKey: string): Promise<void> {
    const { tenantId, appId, userId, eventId, recipient: to, changedIdentifier, locale } = notice;
    const event = await this.events.find(tenantId, eventId);
    // Whoever is at home in the administration has an address of email: there is no App to pay for a message.
    const app = appId === null ? null : await this.apps.findAvailable(appId);
    if (!event || !isAccountChange(event.type) || app?.tenantId !== tenantId || !this.isPossible()) return;
    await this.transactions.run(tenantId, async () => {
      // Another attempt at the same notice costs nothing more.
      if (!(await this.store.markBudgeted(tenantId, notice.id))) return;
      await this.sends.spendOnNotice({ tenantId, appId: app.id }, { userId, mobile: to }, app.registration);
    });
    const { name: appName } = app;
    const { change, text } = accountChangeSmsText(event.type, locale, { app: appName, identifier: changedIdentifier });
    await this.smsSender.sendNotice({ to, locale, event: event.type, change, appName, text, idempotencyKey });
  }

  private isPossible(): boolean {
    if (!this.smsSender.sendsNotices && !this.hasWarned) {
      this.logger.warn({}, 'members without email are told of no change: the SMS gateway has no template for notices');
      this.hasWarned = true;
    }
    return this.smsSender.sendsNotices;
  }
}
