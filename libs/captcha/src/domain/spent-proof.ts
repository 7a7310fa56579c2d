import type { CaptchaScope } from './captcha-scope';

/**
 * Certifies that a CAPTCHA was solved for one message to one number, and that its proof is used up. Only the service
 * that consumes proofs makes it; everything that sends a message to a number demands it, so that none is sent without.
 */
export class SpentProof {
  private constructor(private readonly scope: CaptchaScope) {}

  /** The number for which the CAPTCHA was solved, E.164. */
  get mobile(): string {
    return this.scope.mobile;
  }

  /** Inaccessible outside the context, which exports only the type. */
  static of(scope: CaptchaScope): SpentProof {
    return new SpentProof(scope);
  }
}
