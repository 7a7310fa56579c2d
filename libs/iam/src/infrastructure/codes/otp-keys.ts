import { Injectable } from '@nestjs/common';
import { Secrets } from '@libs/foundation';
import type { Identifier } from '../../domain/accounts/login-identifier';
import type { StepUpPurpose } from '../../domain/codes/step-up';

/** Keyed hashes under which codes know more than the identifier they go to. */
@Injectable()
export class OtpKeys {
  constructor(private readonly secrets: Secrets) {}

  /** Each purpose of a step-up has clocks and a live code of its own: one code is for one act. */
  ofStepUp(purpose: StepUpPurpose, { type, value }: Identifier): Buffer {
    return this.secrets.hmac('identifier', ['step-up', purpose, type, value]);
  }

  /** Where codes by SMS are asked from, by App. */
  ofSmsOrigin(appId: string, addressKey: string): Buffer {
    return this.secrets.hmac('identifier', ['sms-origin', appId, addressKey]);
  }
}
