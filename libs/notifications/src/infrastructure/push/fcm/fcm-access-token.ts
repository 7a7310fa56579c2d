import { sign } from 'jsonwebtoken';
import type { PushFailure } from '../../../domain/push/push-provider';
import type { NewAccessToken } from '../push-access-tokens';
import type { PushAccount } from '../push-account';
import {
  codeOf,
  configuration,
  isPassing,
  objectOf,
  retry,
  retryAfterSeconds,
  unanswered,
} from '../shared/push-answers';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** Google's own, wherever it is reached, and whatever a key file says. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const ASSERTION_SECONDS = 3_600;
const MARGIN_SECONDS = 300;

/** Exchanges an assertion signed with the key of the service account for an access token. */
export async function obtainFcmToken(account: PushAccount, now: Date): Promise<NewAccessToken | PushFailure> {
  try {
    const answer = await account.means.http.post({
      url: account.means.endpoints.fcm.tokenUrl,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertionOf(account, now),
      }).toString(),
    });
    const { access_token: token, expires_in: seconds, error } = objectOf(answer.body);
    if (isPassing(answer.status)) return retry(`token ${answer.status}`, retryAfterSeconds(answer.headers));
    if (answer.status !== 200) return configuration(`token ${answer.status} ${codeOf(error)}`.trim());
    if (typeof token !== 'string' || typeof seconds !== 'number') return retry('token not understood');
    return { token, refreshAfterSeconds: Math.max(1, seconds - MARGIN_SECONDS), expiresAfterSeconds: seconds };
  } catch (error) {
    return unanswered(error);
  }
}

function assertionOf(account: PushAccount, now: Date): string {
  const iat = Math.floor(now.getTime() / 1_000);
  const claims = {
    iss: account.setting('service_account.client_email'),
    scope: SCOPE,
    aud: AUDIENCE,
    iat,
    exp: iat + ASSERTION_SECONDS,
  };
  const keyid = account.setting('service_account.private_key_id');
  return sign(claims, account.setting('service_account.private_key'), {
    algorithm: 'RS256',
    ...(keyid === '' ? {} : { keyid }),
  });
}
