import type { AcceptedRequest } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from './answer';

export class BooleanSuccessResponse extends answer({ success: field.constant(true) }) {
  constructor() {
    super({ success: true });
  }
}

export const ACCEPTED = {
  accepted: field.constant(true),
  resendAfterSeconds: field.count().about('Seconds until another code may be requested').example(60),
  expiresInSeconds: field.count().about('Seconds that a code is valid').example(600),
};

/** Accepted: the same shape and the same numbers whether or not the account exists. */
export class AppAcceptedResponse extends answer(ACCEPTED) {
  constructor(accepted: AcceptedRequest) {
    super({ ...accepted, accepted: true });
  }
}
