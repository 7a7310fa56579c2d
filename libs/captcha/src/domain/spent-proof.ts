import type { CaptchaScope } from './captcha-scope';

/**
 * Says that somebody solved a CAPTCHA for one message to one number, and that the proof of it is used up. Only the service
 * that uses proofs up makes it; whatever sends a message to a number asks for it, so that none is sent without.
 */
export class SpentProof {
  private constructor(private readonly scope: CaptchaScope) {}

  /** The number that was proven for, E.164. */
  get mobile(): string {
    return this.scope.mobile;
  }

  /** Not to be had outside of the context, which gives away no more than the type. */
  static of(scope: CaptchaScope): SpentProof {
    return new SpentProof(scope);
  }
}
