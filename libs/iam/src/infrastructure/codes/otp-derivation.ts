import { Injectable } from '@nestjs/common';
import { sameSecret, Secrets } from '@libs/foundation';
import { otpDigest, otpFrom } from '../../domain/codes/otp';
import type { OtpChallenge } from '../../domain/codes/otp-challenge';

type CodeSource = Pick<OtpChallenge, 'id' | 'appId' | 'purpose' | 'identifierKey' | 'keyId' | 'seed'>;

/** The code of a challenge, derived when needed: neither a table nor a queue ever holds it. */
@Injectable()
export class OtpDerivation {
  constructor(private readonly secrets: Secrets) {}

  get keyId(): string {
    return this.secrets.currentKeyId;
  }

  otpOf(challenge: CodeSource): string {
    const { id, appId, purpose, identifierKey, keyId, seed } = challenge;
    return otpFrom(this.secrets.hmac('otp', [id, appId, purpose, identifierKey, seed], keyId));
  }

  matches(challenge: CodeSource, otp: string): boolean {
    return this.secrets.knows(challenge.keyId) && sameSecret(otpDigest(this.otpOf(challenge)), otpDigest(otp));
  }
}
