import type { PushFailure, PushNotification, PushOutcome, PushProvider } from '../../../domain/push/push-provider';
import type { AccessToken, NewAccessToken } from '../push-access-tokens';
import type { PushAccount } from '../push-account';
import { ProviderAccess } from '../common/provider-access';
import { defect, unanswered } from '../common/push-answers';
import { lifetimeSeconds, sendEach } from '../common/push-attempts';
import { signedJwt } from '../common/signed-jwt';
import { apnsOutcome } from './apns-outcomes';
import { apnsPayload } from './apns-payload';

const ORIGINS: Readonly<Record<string, string>> = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
};
const AT_ONCE = 100;
/** Apple refuses tokens older than an hour, and one that replaces another within twenty minutes. */
const REFRESH_SECONDS = 50 * 60;
const EXPIRY_SECONDS = 59 * 60;
const MAX_LIFETIME_SECONDS = 28 * 86_400;
const DEVICE_TOKEN = /^(?:[0-9A-Fa-f]{2}){8,100}$/;

/** Apple Push Notification service, by tokens signed with the key of the App's team. */
export class ApnsPushProvider implements PushProvider {
  readonly batchSize = 500;
  private readonly access: ProviderAccess;

  constructor(private readonly account: PushAccount) {
    const obtain = (now: Date) => signed(account, now).catch(unanswered);
    this.access = new ProviderAccess(account, { kind: 'jwt', obtain }, 'ExpiredProviderToken');
  }

  async send(notifications: readonly PushNotification[]): Promise<PushOutcome[]> {
    const token = await this.access.token();
    if ('kind' in token) return notifications.map(() => token);
    return sendEach(notifications, AT_ONCE, (notification) => this.sendOne(notification, token));
  }

  private async sendOne(notification: PushNotification, token: AccessToken): Promise<PushOutcome> {
    // It is part of the path.
    if (!DEVICE_TOKEN.test(notification.device.token)) {
      return { kind: 'drop_token', since: null, reason: 'BadDeviceToken' };
    }
    const payload = apnsPayload(notification, this.account.optionsFor(notification));
    if (payload === null) return defect('PayloadTooLarge');
    return this.access.request(token, (current) => this.post(notification, current, payload));
  }

  private async post(notification: PushNotification, { token }: AccessToken, payload: string) {
    const { http2, endpoints } = this.account.means;
    const { deliveryId, messageId, isMarketing, device } = notification;
    const origin = endpoints.apns.url ?? ORIGINS[this.account.setting('environment')] ?? '';
    const connections = await http2();
    // One connection for each key of each App: Apple takes tokens of one team on it, and a new one not too soon.
    const connection = `apns ${this.account.scope.appId} ${this.account.credentialsHash}`;
    const answer = await connections.post(connection, origin, {
      path: `/3/device/${device.token.toLowerCase()}`,
      headers: {
        authorization: `bearer ${token}`,
        'apns-topic': this.account.setting('topic'),
        'apns-push-type': 'alert',
        'apns-priority': isMarketing ? '5' : '10',
        'apns-expiration': String(expirationOf(notification)),
        'apns-id': deliveryId.toLowerCase(),
        'apns-collapse-id': messageId,
      },
      body: payload,
    });
    return apnsOutcome(answer, notification);
  }
}

function expirationOf(notification: PushNotification): number {
  return Math.floor(Date.now() / 1_000) + lifetimeSeconds(notification, MAX_LIFETIME_SECONDS);
}

async function signed(account: PushAccount, now: Date): Promise<NewAccessToken | PushFailure> {
  const claims = { iss: account.setting('team_id'), iat: Math.floor(now.getTime() / 1_000) };
  const token = await signedJwt('ES256', account.setting('key'), claims, account.setting('key_id'));
  return { token, refreshAfterSeconds: REFRESH_SECONDS, expiresAfterSeconds: EXPIRY_SECONDS };
}
