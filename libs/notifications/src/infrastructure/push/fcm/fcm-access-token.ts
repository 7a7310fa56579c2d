import type { PushFailure } from '../../../domain/push/push-provider';
import type { NewAccessToken } from '../push-access-tokens';
import type { PushAccount } from '../push-account';
import { obtainOauthToken } from '../common/oauth-token';
import { signedJwt } from '../common/signed-jwt';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** Google's own, wherever it is reached, and whatever a key file says. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const ASSERTION_SECONDS = 3_600;

/** Exchanges an assertion signed with the key of the service account for an access token. */
export function obtainFcmToken(account: PushAccount, now: Date): Promise<NewAccessToken | PushFailure> {
  return obtainOauthToken(account, account.means.endpoints.fcm.tokenUrl, async () => ({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await assertionOf(account, now),
  }));
}

function assertionOf(account: PushAccount, now: Date): Promise<string> {
  const iat = Math.floor(now.getTime() / 1_000);
  const claims = {
    iss: account.setting('service_account.client_email'),
    scope: SCOPE,
    aud: AUDIENCE,
    iat,
    exp: iat + ASSERTION_SECONDS,
  };
  const keyid = account.setting('service_account.private_key_id');
  return signedJwt('RS256', account.setting('service_account.private_key'), claims, keyid);
}
