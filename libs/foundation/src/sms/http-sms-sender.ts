import { createHmac } from 'node:crypto';
import { expectAccepted, postToGateway } from './gateway-request';
import type { NoticeSms, OtpSms, SmsSender } from './sms-sender';

/** Any gateway behind the operator's own adapter: JSON, signed over its bytes (`X-Signature: sha256=<hex>`). */
export class HttpSmsSender implements SmsSender {
  readonly sendsNotices = true;

  constructor(private readonly settings: { readonly url: string; readonly secret: string }) {}

  async send({ to, locale, code, appName, minutes, idempotencyKey }: OtpSms): Promise<void> {
    const params = { code, app_name: appName, minutes };
    await this.post({ to, template: 'otp', locale, params, idempotency_key: idempotencyKey });
  }

  async sendNotice({ to, locale, event, change, appName, idempotencyKey }: NoticeSms): Promise<void> {
    const params = { event, change, app_name: appName };
    await this.post({ to, template: 'security_notice', locale, params, idempotency_key: idempotencyKey });
  }

  private async post(message: object): Promise<void> {
    const body = JSON.stringify(message);
    const signature = createHmac('sha256', this.settings.secret).update(body).digest('hex');
    const headers = { 'Content-Type': 'application/json', 'X-Signature': `sha256=${signature}` };
    expectAccepted(await postToGateway(this.settings.url, headers, body), '');
  }
}
