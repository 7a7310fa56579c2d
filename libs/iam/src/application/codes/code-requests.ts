import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import { CHANNEL_OF, OTP_LIFETIME_SECONDS } from '../../domain/codes/one-time-password';
import { OtpRequest } from '../../domain/codes/otp-request';
import { Accounts } from '../../infrastructure/accounts/accounts';
import type { AcceptedRequest, AppScope, Client } from '../accounts/app-scope';
import type { CodeDestination } from './code-destination';
import { type CodeRules, CodeSends } from './code-sends';
import { OneTimePasswordsService } from './one-time-passwords.service';

/** The type of outbox message that has a worker look at a request. */
export const OTP_REQUESTED = 'iam.otp_requested';

/** The type of the one that has a worker look at a registration within the cooldown, for which nothing is sent. */
export const REGISTRATION_REPEATED = 'iam.registration_repeated';

export type CodeRequest = Omit<ConstructorParameters<typeof OtpRequest>[1], 'locale' | 'identifier'> & {
  readonly destination: CodeDestination;
};

/**
 * Takes what anonymous clients ask for. What is answered depends on the request and on clocks that run for every
 * identifier alike; the account is looked at by a worker.
 */
@Injectable()
export class CodeRequests {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly sends: CodeSends,
    private readonly oneTimePasswords: OneTimePasswordsService,
  ) {}

  /** @throws RateLimitedError when a budget of SMS is used up. */
  async accept(
    scope: AppScope,
    { destination, ...request }: CodeRequest,
    rules: CodeRules,
    client: Client,
  ): Promise<AcceptedRequest> {
    const subject = this.oneTimePasswords.subject(scope, request.purpose, destination);
    const { resendAfterSeconds } = await this.transactions.run(scope.tenantId, async () => {
      const claim = await this.sends.claim(subject, rules, client);
      // Remembered within the cooldown, too: the code that is under way need not be for the one who asked for it.
      if (!claim.granted && !request.registration) return claim;
      const otpRequest = new OtpRequest(
        scope,
        { ...request, identifier: destination, locale: client.locale },
        await this.transactions.now(),
      );
      await this.accounts.insertRequest(otpRequest);
      const type = claim.granted ? OTP_REQUESTED : REGISTRATION_REPEATED;
      await this.outbox.add({ type, ...scope, data: { request_id: otpRequest.id } });
      return claim;
    });
    return { resendAfterSeconds, expiresInSeconds: OTP_LIFETIME_SECONDS[CHANNEL_OF[destination.type]] };
  }
}
