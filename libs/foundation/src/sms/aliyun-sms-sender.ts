import { randomUUID } from 'node:crypto';
import { signAliyunRequest } from './aliyun-signature';
import { expectAccepted, postToGateway, reasonOf } from './gateway-request';
import { type NoticeSms, type OtpSms, SmsRefusedError, type SmsSender } from './sms-sender';

interface AliyunSettings {
  readonly url: string;
  readonly accessKeyId: string;
  readonly accessKeySecret: string;
  readonly signName: string;
  readonly templateCode: string;
  readonly templateParams: readonly string[];
  /** Null if none is registered for notices. */
  readonly noticeTemplateCode: string | null;
  readonly noticeTemplateParams: readonly string[];
}

const MAINLAND = '+86';
const ACCEPTED = 'OK';

/** Errors that pass, or can be fixed while the code is valid: internal errors, throttling, an empty account. */
const PASSING = /^(?:isp\.|Throttling|ServiceUnavailable|InternalError|isv\.(?:OUT_OF_SERVICE|AMOUNT_NOT_ENOUGH))/;

/** Alibaba Cloud's Short Message Service: SendSms of its API of 2017-05-25. The text is a template registered there. */
export class AliyunSmsSender implements SmsSender {
  constructor(private readonly settings: AliyunSettings) {}

  get sendsNotices(): boolean {
    return this.settings.noticeTemplateCode !== null;
  }

  async send({ code, appName, minutes, ...sms }: OtpSms): Promise<void> {
    const { templateCode, templateParams } = this.settings;
    const params = { code, minutes: String(minutes), app_name: appName };
    await this.post(sms, templateCode, chosen(templateParams, params));
  }

  async sendNotice({ change, appName, ...sms }: NoticeSms): Promise<void> {
    const { noticeTemplateCode, noticeTemplateParams } = this.settings;
    if (noticeTemplateCode === null) throw new SmsRefusedError('no template for notices');
    await this.post(sms, noticeTemplateCode, chosen(noticeTemplateParams, { change, app_name: appName }));
  }

  private async post(
    { to, idempotencyKey }: Pick<OtpSms, 'to' | 'idempotencyKey'>,
    templateCode: string,
    params: object,
  ): Promise<void> {
    const { url, signName } = this.settings;
    const { host } = new URL(url);
    const { query, headers } = signAliyunRequest(
      {
        method: 'POST',
        host,
        action: 'SendSms',
        version: '2017-05-25',
        query: {
          PhoneNumbers: phoneNumber(to),
          SignName: signName,
          TemplateCode: templateCode,
          TemplateParam: JSON.stringify(params),
          OutId: idempotencyKey,
        },
        date: new Date(),
        nonce: randomUUID(),
      },
      this.settings,
    );
    const answer = await postToGateway(`${url}/?${query}`, headers, null);
    const code = reasonOf(answer.body['Code']);
    if (PASSING.test(code)) throw new Error(`the SMS gateway answered ${code}`);
    expectAccepted(answer, code);
    if (code !== ACCEPTED) throw new SmsRefusedError(code);
  }
}

/** The variables that a template declares: the gateway refuses others. */
function chosen(names: readonly string[], params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, params[name] ?? '']));
}

/** A mainland number without its prefix, any other with its prefix and without the plus sign. */
function phoneNumber(e164: string): string {
  return e164.startsWith(MAINLAND) ? e164.slice(MAINLAND.length) : e164.slice(1);
}
