import type { PushFailure } from '../../../domain/push/push-provider';
import type { NewAccessToken } from '../push-access-tokens';
import type { PushAccount } from '../push-account';
import { codeOf, configuration, isPassing, objectOf, retry, retryAfterSeconds, unanswered } from './push-answers';

/** So long before its end another access token is asked for. */
export const MARGIN_SECONDS = 300;

/**
 * Asks for an access token as OAuth 2.0 has it (RFC 6749, 4): Google and Huawei differ in what they take for it.
 *
 * @param grant what it is given for; whatever goes wrong in making it is a failure, too.
 */
export async function obtainOauthToken(
  account: PushAccount,
  url: string,
  grant: () => Record<string, string> | Promise<Record<string, string>>,
): Promise<NewAccessToken | PushFailure> {
  try {
    const answer = await account.means.http.post({
      url,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(await grant()).toString(),
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
