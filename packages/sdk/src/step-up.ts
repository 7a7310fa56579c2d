import { type SolveCaptcha, withCaptcha } from './captcha.js';
import { requestStepUpCode, verifyStepUpCode } from './generated/mobile-operations.js';
import type { Answer, Input, Sender } from './operation.js';
import { isApiError } from './problem.js';

type CodeRequest = Input<typeof requestStepUpCode>['body'];
/** That a code was sent, and how long until another can be. */
export type StepUpCodeSent = Answer<typeof requestStepUpCode>;

export interface StepUpRequest {
  /** To which the code is sent: one of the member's own, as `listLoginIdentifiers` has them. */
  readonly identifier: { readonly id: string; readonly type: 'email' | 'mobile' };
  readonly purpose: CodeRequest['purpose'];
  /** The id of what is acted on; the user's own where it is the account. */
  readonly resource: string;
  /** Asks the person for the code; again after a wrong one. @returns null where they have given up. */
  readonly askCode: (sent: StepUpCodeSent, attempt: number) => Promise<string | null>;
  /** Wanted for codes by SMS. */
  readonly solveCaptcha?: SolveCaptcha;
}

/**
 * Proves once more who is there, by a code.
 *
 * @returns the token for one act, as `stepUpToken` of its operation, or null where the person has given up.
 */
export async function stepUp(client: Sender, request: StepUpRequest): Promise<string | null> {
  const { identifier, purpose, resource, askCode, solveCaptcha } = request;
  const about = { identifier_id: identifier.id, purpose, resource };
  const sent =
    identifier.type === 'mobile' && solveCaptcha
      ? await withCaptcha(client, { scene: 'step_up', ...about }, solveCaptcha, (captcha) =>
          requestStepUpCode(client, { body: { ...about, captcha } }),
        )
      : await requestStepUpCode(client, { body: about });
  if (sent === null) return null;
  for (let attempt = 1; ; attempt += 1) {
    const otp = await askCode(sent, attempt);
    if (otp === null) return null;
    try {
      const { step_up_token: token } = await verifyStepUpCode(client, {
        body: { challenge_id: sent.challenge_id, otp },
      });
      return token;
    } catch (error) {
      if (!isApiError(error, 'IAM.OTP.INVALID')) throw error;
    }
  }
}
