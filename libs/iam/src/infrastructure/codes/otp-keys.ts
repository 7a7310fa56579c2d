import { Injectable } from '@nestjs/common';
import { Secrets } from '@libs/foundation';
import type { Identifier } from '../../domain/accounts/login-identifier';
import type { StepUpPurpose } from '../../domain/codes/step-up';
import { IdentifierKeys } from '../accounts/identifier-keys';

/** Keyed hashes for codes. */
@Injectable()
export class OtpKeys {
  constructor(
    private readonly secrets: Secrets,
    private readonly identifierKeys: IdentifierKeys,
  ) {}

  ofIdentifier({ type, value }: Identifier): Buffer {
    return this.identifierKeys.ofIdentifier(type, value);
  }

  /** Each purpose of a step-up has its own cooldown and live code: a code is for one act. */
  ofStepUp(purpose: StepUpPurpose, { type, value }: Identifier): Buffer {
    return this.secrets.hmac('identifier', ['step-up', purpose, type, value]);
  }

  /** The address that asks for codes by SMS, by App. */
  ofSmsOrigin(appId: string, addressKey: string): Buffer {
    return this.secrets.hmac('identifier', ['sms-origin', appId, addressKey]);
  }
}
