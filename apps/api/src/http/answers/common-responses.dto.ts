import { Answer } from './answer-fields';

export class BooleanSuccessResponse {
  @Answer.Constant(true)
  readonly success: boolean = true;
}

/** Accepted: the same shape and the same numbers whether or not the account exists. */
export class AppAcceptedResponse {
  @Answer.Constant(true)
  readonly accepted: boolean = true;

  @Answer.Count({ description: 'Seconds until another code may be requested', example: 60 })
  readonly resend_after_seconds: number;

  @Answer.Count({ description: 'Seconds that a code is valid', example: 600 })
  readonly expires_in_seconds: number;

  constructor({ resendAfterSeconds, expiresInSeconds }: { resendAfterSeconds: number; expiresInSeconds: number }) {
    this.resend_after_seconds = resendAfterSeconds;
    this.expires_in_seconds = expiresInSeconds;
  }
}
