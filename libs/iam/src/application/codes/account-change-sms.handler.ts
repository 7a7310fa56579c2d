import { AppDirectory } from '@libs/apps';
import { Handles, Logger, type OutboxHandler, type OutboxMessage, SmsRefusedError, SmsSender } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import {
  AccountChangeNoticeStore,
  type DueAccountChangeNotice,
} from '../../infrastructure/history/account-change-notice-store';
import { SecurityNotices } from '../../infrastructure/history/security-notices';
import { OtpSends } from './otp-sends';
import { retryDelaySeconds } from '../history/account-change-retries';
import { accountChangeSmsText, isAccountChange } from '../history/account-change-texts';
import { AccountChangeSmsDue } from '../history/history.messages';

/** Sends an SMS about a change to one number of an account that has no email address, within the budgets of its App. */
@Handles(AccountChangeSmsDue.type, 'sms')
export class AccountChangeSmsHandler implements OutboxHandler {
  readonly retryDelaySeconds = retryDelaySeconds;
  private hasWarned = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly store: AccountChangeNoticeStore,
    private readonly events: SecurityNotices,
    private readonly apps: AppDirectory,
    private readonly sends: OtpSends,
    private readonly smsSender: SmsSender,
    private readonly logger: Logger,
  ) {}

  async handle({ id, tenantId, data }: OutboxMessage): Promise<void> {
    const notice = await this.store.find(tenantId, String(data['notice_id']));
    if (!notice) return;
    try {
      await this.send(notice);
    } catch (error) {
      if (!(error instanceof SmsRefusedError)) throw error;
      this.logger.warn(
        { outbox_id: id, reason: error.message },
        'a notice of a change to an account was not sent by SMS',
      );
    }
    await this.store.delete(tenantId, notice.id);
  }

  private async send(notice: DueAccountChangeNotice): Promise<void> {
    const { tenantId, id, appId, userId, eventId, recipient: to, changedIdentifier, locale } = notice;
    const event = await this.events.find(tenantId, eventId);
    // Accounts of the administration have an email address: no App pays for their messages.
    const app = appId === null ? null : await this.apps.findAvailable(appId);
    if (!event || !isAccountChange(event.type) || app?.tenantId !== tenantId || !this.isPossible()) return;
    await this.transactions.run(tenantId, async () => {
      // Further attempts at the same notice are not charged again.
      if (!(await this.store.markBudgeted(tenantId, id))) return;
      await this.sends.spendOnNotice({ tenantId, appId: app.id }, { userId, mobile: to }, app.registration);
    });
    const { name: appName } = app;
    const { change, text } = accountChangeSmsText(event.type, locale, { app: appName, identifier: changedIdentifier });
    await this.smsSender.sendNotice({ to, locale, event: event.type, change, appName, text, idempotencyKey: id });
  }

  private isPossible(): boolean {
    if (!this.smsSender.sendsNotices && !this.hasWarned) {
      this.logger.warn({}, 'members without email get no notices of changes: the SMS gateway has no template for them');
      this.hasWarned = true;
    }
    return this.smsSender.sendsNotices;
  }
}
