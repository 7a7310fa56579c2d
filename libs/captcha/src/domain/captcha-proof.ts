import type { CaptchaResponse } from './answer';

/** The proof that a challenge was solved, in the documented form. */
export interface CaptchaProof {
  /** A uuid in lower case. */
  readonly id: string;
  readonly token: string;
  readonly response: CaptchaResponse;
}
