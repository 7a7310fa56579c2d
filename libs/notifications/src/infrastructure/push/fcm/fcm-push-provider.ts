import type { PushNotification, PushOutcome, PushProvider } from '../../../domain/push/push-provider';
import type { AccessToken } from '../push-access-tokens';
import type { PushAccount } from '../push-account';
import { ProviderAccess } from '../common/provider-access';
import { defect } from '../common/push-answers';
import { sendEach } from '../common/push-attempts';
import { obtainFcmToken } from './fcm-access-token';
import { fcmMessage } from './fcm-message';
import { fcmOutcome } from './fcm-outcomes';

/** Requests under way on the connection. */
const AT_ONCE = 100;

/** Firebase Cloud Messaging, HTTP v1: one message a request, many requests on a connection. */
export class FcmPushProvider implements PushProvider {
  readonly batchSize = 500;
  private readonly access: ProviderAccess;

  constructor(private readonly account: PushAccount) {
    const obtain = (now: Date) => obtainFcmToken(account, now);
    this.access = new ProviderAccess(account, { kind: 'oauth', obtain }, 'UNAUTHENTICATED');
  }

  async send(notifications: readonly PushNotification[]): Promise<PushOutcome[]> {
    const token = await this.access.token();
    if ('kind' in token) return notifications.map(() => token);
    return sendEach(notifications, AT_ONCE, (notification) => this.sendOne(notification, token));
  }

  private async sendOne(notification: PushNotification, token: AccessToken): Promise<PushOutcome> {
    const body = fcmMessage(notification, this.account.optionsFor(notification));
    if (body === null) return defect('too large');
    return this.access.request(token, (current) => this.post(notification, current, body));
  }

  private async post(notification: PushNotification, { token }: AccessToken, body: string) {
    const { http2, endpoints } = this.account.means;
    const connections = await http2();
    const answer = await connections.post('fcm', endpoints.fcm.url, {
      path: `/v1/projects/${encodeURIComponent(this.account.setting('service_account.project_id'))}/messages:send`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    return fcmOutcome(answer, notification);
  }
}
