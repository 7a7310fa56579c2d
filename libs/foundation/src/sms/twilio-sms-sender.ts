import { expectAccepted, postToGateway, reasonOf } from './gateway-request';
import type { NoticeSms, OtpSms, SmsSender } from './sms-sender';

interface TwilioSettings {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** A number in E.164, the id of a messaging service (MG…) or an alphanumeric sender. */
  readonly sender: string;
}

/** Twilio's Programmable Messaging: the resource Messages of its API of 2010-04-01. */
export class TwilioSmsSender implements SmsSender {
  readonly sendsNotices = true;

  constructor(private readonly settings: TwilioSettings) {}

  async send({ to, text }: OtpSms): Promise<void> {
    await this.post(to, text);
  }

  async sendNotice({ to, text }: NoticeSms): Promise<void> {
    await this.post(to, text);
  }

  private async post(to: string, text: string): Promise<void> {
    const { url, accountSid, authToken, sender } = this.settings;
    const form = new URLSearchParams({ To: to, Body: text });
    form.set(sender.startsWith('MG') ? 'MessagingServiceSid' : 'From', sender);
    const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
    const answer = await postToGateway(
      `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`,
      { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Basic ${credentials}` },
      form.toString(),
    );
    expectAccepted(answer, reasonOf(answer.body['code']));
  }
}
