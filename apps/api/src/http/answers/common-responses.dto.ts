import { field } from '@libs/kernel';
import { answer } from './answer';
import { Answer } from './answer-fields';

export class BooleanSuccessResponse {
  @Answer.Constant(true)
  readonly success: boolean = true;
}

/** Accepted: the same shape and the same numbers whether or not the account exists. */
export class AppAcceptedResponse extends answer({
  accepted: field.constant(true),
  resendAfterSeconds: field.count().about('Seconds until another code may be requested').example(60),
  expiresInSeconds: field.count().about('Seconds that a code is valid').example(600),
}) {
  constructor({ resendAfterSeconds, expiresInSeconds }: { resendAfterSeconds: number; expiresInSeconds: number }) {
    super({ resendAfterSeconds, expiresInSeconds, accepted: true });
  }
}
