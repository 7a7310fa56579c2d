import type { PushFailure, PushNotification } from '../../../domain/push/push-provider';
import type { NewAccessToken } from '../push-access-tokens';
import type { PushAccount } from '../push-account';
import { merged } from '../common/merged';
import { MARGIN_SECONDS, obtainOauthToken } from '../common/oauth-token';
import { lifetimeSeconds } from '../common/push-attempts';
import { notifyIdOf } from '../common/push-identity';
import { unanswered } from '../common/push-answers';
import type { ShownText } from '../common/push-text';
import { signedJwt } from '../common/signed-jwt';

const MAX_LIFETIME_SECONDS = 15 * 86_400;
const DEFAULT_LIFETIME_SECONDS = 3 * 86_400;
const JWT_SECONDS = 3_600;
/** Huawei's own, wherever it is reached. */
const JWT_AUDIENCE = 'https://oauth-login.cloud.huawei.com/oauth2/v3/token';
/** Messages do not replace one another in Huawei's store, only on the screen. */
const NO_COLLAPSE = -1;
const OPEN_APP = 3;

/** One of Huawei's two protocols. */
export interface HmsProtocol {
  /** Of its access tokens. */
  readonly kind: 'oauth' | 'jwt';
  /** Whether the App has what it needs. */
  readonly isConfigured: (account: PushAccount) => boolean;
  readonly path: (account: PushAccount) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly obtain: (account: PushAccount, now: Date) => Promise<NewAccessToken | PushFailure>;
  /** A request without its tokens, and with them. */
  readonly message: (notification: PushNotification, options: Options, text: ShownText) => HmsMessage;
}

type Options = Readonly<Record<string, unknown>>;

export interface HmsMessage {
  readonly whole: (tokens: readonly string[]) => object;
}

/** EMUI, and HarmonyOS up to 4. */
const V1: HmsProtocol = {
  kind: 'oauth',
  isConfigured: (account) => account.setting('client_id') !== '',
  path: (account) => `/v1/${encodeURIComponent(account.setting('client_id'))}/messages:send`,
  headers: {},
  obtain: obtainToken,
  message: (notification, options, { title, body, action }) => {
    const { messageId, data, isMarketing } = notification;
    const android = merged(options['android'], {
      collapse_key: NO_COLLAPSE,
      urgency: isMarketing ? 'NORMAL' : 'HIGH',
      ttl: `${lifetimeOf(notification)}s`,
      notification: {
        title,
        body,
        click_action: { type: OPEN_APP },
        tag: messageId,
        notify_id: notifyIdOf(messageId),
      },
    });
    return {
      whole: (token) => ({
        validate_only: false,
        message: { android, data: JSON.stringify({ ...data, action }), token },
      }),
    };
  },
};

/** HarmonyOS from 5 on. */
const V3: HmsProtocol = {
  kind: 'jwt',
  isConfigured: (account) => account.setting('project_id') !== '',
  path: (account) => `/v3/${encodeURIComponent(account.setting('project_id'))}/messages:send`,
  headers: { 'push-type': '0' },
  obtain: (account, now) => signedToken(account, now).catch(unanswered),
  message: (notification, options, { title, body, action }) => {
    const { messageId, data } = notification;
    const payload = {
      // Whatever else it is called, Huawei takes it for marketing until it has granted the category.
      notification: merged(
        { category: 'MARKETING', ...(options['notification'] as object | undefined) },
        {
          title,
          body,
          clickAction: { actionType: 0, data: { ...data, action } },
          notifyId: notifyIdOf(messageId),
        },
      ),
    };
    const pushOptions = { ttl: lifetimeOf(notification), collapseKey: NO_COLLAPSE };
    return { whole: (token) => ({ payload, target: { token }, pushOptions }) };
  },
};

/** By the system of the device: the tokens of one mean nothing to the other. */
export function protocolFor({ platform }: PushNotification['device']): HmsProtocol {
  return platform === 'harmony' ? V3 : V1;
}

function lifetimeOf(notification: PushNotification): number {
  const most = notification.expiresAt === null ? DEFAULT_LIFETIME_SECONDS : MAX_LIFETIME_SECONDS;
  return Math.max(1, lifetimeSeconds(notification, most));
}

function obtainToken(account: PushAccount): Promise<NewAccessToken | PushFailure> {
  return obtainOauthToken(account, account.means.endpoints.hms.tokenUrl, () => ({
    grant_type: 'client_credentials',
    client_id: account.setting('client_id'),
    client_secret: account.setting('client_secret'),
  }));
}

async function signedToken(account: PushAccount, now: Date): Promise<NewAccessToken | PushFailure> {
  const iat = Math.floor(now.getTime() / 1_000);
  const claims = { iss: account.setting('sub_account'), aud: JWT_AUDIENCE, iat, exp: iat + JWT_SECONDS };
  const token = await signedJwt('PS256', account.setting('private_key'), claims, account.setting('key_id'));
  return { token, refreshAfterSeconds: JWT_SECONDS - MARGIN_SECONDS, expiresAfterSeconds: JWT_SECONDS };
}
