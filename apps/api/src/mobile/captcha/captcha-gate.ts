import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import {
  CaptchaCooldownError,
  CaptchaInvalidError,
  CaptchaProofsService,
  CaptchaRequiredError,
  type CaptchaScope,
  CaptchaUnavailableError,
  type SpentProof,
} from '@libs/captcha';
import type { Client } from '@libs/iam';
import type { CaptchaProof } from './captcha-proof.dto';
import { captchaScope } from './captcha-scope';

/** The errors that the proof of an SMS request can cause. */
export const CAPTCHA_ERRORS = [
  CaptchaRequiredError,
  CaptchaInvalidError,
  CaptchaCooldownError,
  CaptchaUnavailableError,
] as const;

type SmsRequest = Pick<CaptchaScope, 'scene' | 'mobile' | 'deviceKey'> &
  Partial<Pick<CaptchaScope, 'sessionId' | 'stepUp'>>;

/**
 * Every SMS request passes this gate before it changes anything; no code can be sent without what it returns. What may
 * refuse a signed-in member anyway is looked at before, since the proof cannot be used again.
 */
@Injectable()
export class CaptchaGate {
  constructor(private readonly proofs: CaptchaProofsService) {}

  /** Uses the proof up, whatever becomes of the request. @throws one of `CAPTCHA_ERRORS`. */
  async pass(
    app: AppSnapshot,
    client: Client,
    { sessionId = null, stepUp = null, ...request }: SmsRequest,
    proof: CaptchaProof | null | undefined,
  ): Promise<SpentProof> {
    return this.proofs.consume(captchaScope(app, client, { ...request, sessionId, stepUp }), proof ?? null);
  }
}
