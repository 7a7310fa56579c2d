import type { components } from './generated/mobile-schema.js';
import { createSmsCaptcha } from './generated/mobile-operations.js';
import type { Answer, Input, Sender } from './operation.js';
import { isApiError } from './problem.js';

export type CaptchaChallenge = Answer<typeof createSmsCaptcha>;
export type CaptchaProof = components['schemas']['CaptchaProof'];
export type CaptchaResponse = CaptchaProof['response'];
/** What the code is asked for. The proof is for a request about the same. */
export type CaptchaScope = Input<typeof createSmsCaptcha>['body'];

/** Shows a challenge. @returns what the person answered, `renew` for another challenge, or null where they have given up. */
export type SolveCaptcha = (challenge: CaptchaChallenge, attempt: number) => Promise<CaptchaResponse | 'renew' | null>;

/**
 * Has a challenge solved and sends the request with its proof; after a wrong one, or when it is to be renewed, with another
 * challenge, until it is right or given up.
 *
 * @returns what the request was answered, or null where it was given up.
 */
export async function withCaptcha<T>(
  client: Sender,
  scope: CaptchaScope,
  solve: SolveCaptcha,
  send: (captcha: CaptchaProof) => Promise<T>,
): Promise<T | null> {
  for (let attempt = 1; ; attempt += 1) {
    const challenge = await createSmsCaptcha(client, { body: scope });
    const response = await solve(challenge, attempt);
    if (response === null) return null;
    if (response === 'renew') continue;
    try {
      return await send({ id: challenge.captcha_id, token: challenge.captcha_token, response });
    } catch (error) {
      if (!isApiError(error, 'IAM.CAPTCHA.INVALID')) throw error;
    }
  }
}
