import { Injectable } from '@nestjs/common';
import type { OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import type { OtpChallenge } from '../../domain/codes/otp-challenge';
import { OtpChallenges } from '../../infrastructure/codes/otp-challenges';
import { OtpDerivation } from '../../infrastructure/codes/otp-derivation';
import { AppBranding } from '../../infrastructure/mails/app-branding';

/** The codes that messages of the outbox are to send. */
@Injectable()
export class DueCodes {
  constructor(
    private readonly transactions: Transactions,
    private readonly challenges: OtpChallenges,
    private readonly derivation: OtpDerivation,
    private readonly branding: AppBranding,
  ) {}

  /**
   * Null for a code that is of no use now: used, replaced by a newer one, or expired while it could not be sent.
   *
   * @param admits whether it may be sent, asked in the transaction that has found it usable.
   */
  async find({ tenantId, data }: OutboxMessage, admits?: (challenge: OtpChallenge) => Promise<boolean>) {
    const challenge = await this.transactions.run(tenantId, async () => {
      const found = await this.challenges.find(tenantId, String(data['challenge_id']));
      if (!found?.isUsable(await this.transactions.now())) return null;
      return !admits || (await admits(found)) ? found : null;
    });
    const app = challenge && (await this.branding.find(tenantId, challenge.appId));
    return app && { challenge, app, code: this.derivation.otpOf(challenge) };
  }
}
