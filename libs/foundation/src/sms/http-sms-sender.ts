import { createHmac } from 'node:crypto';
import { expectAccepted, postToGateway } from './gateway-request';
import type { OtpSms, SmsSender } from './sms-sender';

/** Any gateway behind an adapter of the operator's: JSON, signed over its bytes (`X-Signature: sha256=<hex>`). */
export class HttpSmsSender implements SmsSender {
  constructor(private readonly settings: { readonly url: string; readonly secret: string }) {}

  async send({ to, locale, code, appName, minutes, idempotencyKey }: OtpSms): Promise<void> {
    const body = JSON.stringify({
      to,
      template: 'otp',
      locale,
      params: { code, app_name: appName, minutes },
      idempotency_key: idempotencyKey,
    });
    const signature = createHmac('sha256', this.settings.secret).update(body).digest('hex');
    const headers = { 'Content-Type': 'application/json', 'X-Signature': `sha256=${signature}` };
    expectAccepted(await postToGateway(this.settings.url, headers, body), '');
  }
}
