import type { DevelopmentOutbox } from '../mail/development-outbox';
import type { NoticeSms, OtpSms, SmsSender } from './sms-sender';

/** Keeps messages in the development outbox. Never in production: the configuration refuses it there. */
export class LogSmsSender implements SmsSender {
  readonly sendsNotices = true;

  constructor(private readonly outbox: DevelopmentOutbox) {}

  async send({ to, text, code }: OtpSms): Promise<void> {
    await this.outbox.add({ channel: 'sms', to, subject: null, text, code });
  }

  async sendNotice({ to, text }: NoticeSms): Promise<void> {
    await this.outbox.add({ channel: 'sms', to, subject: null, text, code: null });
  }
}
