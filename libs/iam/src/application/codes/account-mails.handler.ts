import { Injectable, type OnModuleInit } from '@nestjs/common';
import { backoffSeconds, MailSender, OutboxHandlers, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { isSupportedLocale, Transactions } from '@libs/kernel';
import { OTP_LIFETIME_SECONDS } from '../../domain/codes/one-time-password';
import { Accounts } from '../../infrastructure/accounts/accounts';
import { AppBranding } from '../../infrastructure/mails/app-branding';
import { OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import { OtpCodes } from '../../infrastructure/codes/otp-codes';
import { codeMailTexts } from './code-mail-texts';
import { renderMail } from '../mails/mail-template';
import { ALREADY_REGISTERED } from '../mails/mail-texts';
import { OTP_MESSAGES } from './one-time-passwords.service';
import { ALREADY_REGISTERED_MAIL } from '../registration/otp-requests.handler';

/** Mails codes, as long as they are of use. The time between attempts grows; the code's lifetime is the end of it. */
@Injectable()
export class OtpMailHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly transactions: Transactions,
    private readonly challenges: OtpChallenges,
    private readonly codes: OtpCodes,
    private readonly branding: AppBranding,
    private readonly mailSender: MailSender,
  ) {}

  onModuleInit(): void {
    this.handlers.register(OTP_MESSAGES.email, this, 'codes.mail');
  }

  retryDelaySeconds(attempt: number): number {
    return backoffSeconds(attempt);
  }

  async handle({ id, tenantId, data }: OutboxMessage): Promise<void> {
    const challenge = await this.transactions.run(tenantId, async () => {
      const found = await this.challenges.find(tenantId, String(data['challenge_id']));
      return found?.isUsable(await this.transactions.now()) ? found : null;
    });
    // Used, replaced by a newer one, or expired while the mail server was away: nobody wants that code now.
    if (!challenge) return;
    const { appId, locale } = challenge;
    const app = await this.branding.find(tenantId, appId);
    const texts = codeMailTexts(challenge, locale);
    if (!app || !texts) return;
    const code = this.codes.codeOf(challenge);
    const mail = renderMail({ locale, texts, app, code, validSeconds: OTP_LIFETIME_SECONDS.email });
    await this.mailSender.send({ ...mail, to: challenge.recipient, code, isAwaited: true, idempotencyKey: id });
  }
}

/** Tells the owner of an address that somebody tried to register it again. */
@Injectable()
export class AlreadyRegisteredMailHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly transactions: Transactions,
    private readonly accounts: Accounts,
    private readonly branding: AppBranding,
    private readonly mailSender: MailSender,
  ) {}

  onModuleInit(): void {
    this.handlers.register(ALREADY_REGISTERED_MAIL, this, 'mail');
  }

  async handle({ id, tenantId, data }: OutboxMessage): Promise<void> {
    const request = await this.transactions.run(tenantId, () =>
      this.accounts.findRequest(tenantId, String(data['request_id'])),
    );
    if (!request) return;
    const app = await this.branding.find(tenantId, request.appId);
    if (!app) return;
    const locale = isSupportedLocale(data['locale']) ? data['locale'] : request.locale;
    const mail = renderMail({ locale, texts: ALREADY_REGISTERED[locale], app });
    await this.mailSender.send({ ...mail, to: request.recipient, idempotencyKey: id });
  }
}
