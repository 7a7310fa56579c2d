import type { PushNotification, PushOutcome, PushProvider } from '../../../domain/push/push-provider';
import type { AccessToken, TokenSource } from '../push-access-tokens';
import type { PushAccount } from '../push-account';
import { configuration, defect, unanswered } from '../common/push-answers';
import { sendEach } from '../common/push-attempts';
import { obtainFcmToken } from './fcm-access-token';
import { fcmMessage } from './fcm-message';
import { fcmOutcome } from './fcm-outcomes';

/** Requests under way on the connection. */
const AT_ONCE = 100;

/** Firebase Cloud Messaging, HTTP v1: one message a request, many requests on a connection. */
export class FcmPushProvider implements PushProvider {
  readonly batchSize = 500;
  private readonly source: TokenSource;

  constructor(private readonly account: PushAccount) {
    const { scope, provider, credentialsHash } = account;
    const obtain = (now: Date) => obtainFcmToken(account, now);
    this.source = { scope, provider, kind: 'oauth', credentialsHash, obtain };
  }

  async send(notifications: readonly PushNotification[]): Promise<PushOutcome[]> {
    const token = await this.account.means.tokens.current(this.source);
    if ('kind' in token) return notifications.map(() => token);
    return sendEach(notifications, AT_ONCE, (notification) => this.sendOne(notification, token));
  }

  private async sendOne(notification: PushNotification, token: AccessToken): Promise<PushOutcome> {
    const body = fcmMessage(notification, this.account.optionsFor(notification));
    if (body === null) return defect('too large');
    const outcome = await this.post(notification, token, body);
    if (outcome !== 'stale') return outcome;
    const renewed = await this.account.means.tokens.current(this.source, token.version);
    if ('kind' in renewed) return renewed;
    const again = await this.post(notification, renewed, body);
    return again === 'stale' ? configuration('UNAUTHENTICATED') : again;
  }

  private async post(notification: PushNotification, { token }: AccessToken, body: string) {
    const { http2, endpoints } = this.account.means;
    try {
      const answer = await (
        await http2()
      ).post('fcm', endpoints.fcm.url, {
        path: `/v1/projects/${encodeURIComponent(this.account.setting('service_account.project_id'))}/messages:send`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      });
      return fcmOutcome(answer, notification);
    } catch (error) {
      return unanswered(error);
    }
  }
}
