import { Injectable } from '@nestjs/common';
import type { OtpChallenge } from '../../domain/codes/otp-challenge';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import { OtpSends } from './otp-sends';

/** Whether the code of a challenge may go out by SMS. In the current transaction. */
@Injectable()
export class SmsAdmissions {
  constructor(
    private readonly challenges: OtpChallenges,
    private readonly identifiers: LoginIdentifiers,
    private readonly sends: OtpSends,
  ) {}

  /**
   * Always to the number of an account, or when a signed-in member asked for it;
   * otherwise within the share for numbers without an account.
   */
  async admit(challenge: OtpChallenge): Promise<boolean> {
    const { tenantId, id, userId, recipient, createdAt } = challenge;
    if (userId !== null || !(await this.challenges.admit(tenantId, id))) return true;
    const owner = await this.identifiers.findByAddress(tenantId, { type: 'mobile', value: recipient });
    if (owner?.verifiedAt || (await this.sends.admitsWithoutAccount(challenge, createdAt))) return true;
    await this.challenges.retire(tenantId, id);
    return false;
  }
}
