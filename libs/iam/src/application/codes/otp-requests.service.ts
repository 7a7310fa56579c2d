import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import { CHANNEL_OF } from '../../domain/accounts/login-identifier';
import { OTP_LIFETIME_SECONDS } from '../../domain/codes/otp';
import { type NewOtpRequest, OtpRequest } from '../../domain/codes/otp-request';
import { OtpRequests } from '../../infrastructure/codes/otp-requests';
import type { AcceptedRequest, AppScope, Client } from '../accounts/app-scope';
import { OtpRequested, RegistrationRepeated } from './codes.messages';
import type { OtpDestination } from './otp-destination';
import { type OtpRules, OtpSends } from './otp-sends';
import { OtpService } from './otp.service';

export type RequestedCode = Omit<NewOtpRequest, 'locale' | 'identifier'> & { readonly destination: OtpDestination };

/**
 * Accepts the requests of anonymous clients. The answer depends on the request and on cooldowns that run for every
 * identifier alike; a worker looks up the account.
 */
@Injectable()
export class OtpRequestsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly otpRequests: OtpRequests,
    private readonly sends: OtpSends,
    private readonly otps: OtpService,
  ) {}

  /** @throws RateLimitedError when a budget of SMS is used up. */
  async accept(
    scope: AppScope,
    { destination, ...request }: RequestedCode,
    rules: OtpRules,
    client: Client,
  ): Promise<AcceptedRequest> {
    const subject = this.otps.subject(scope, request.purpose, destination);
    const { resendAfterSeconds } = await this.transactions.run(scope.tenantId, async () => {
      const claim = await this.sends.claim(subject, rules, client);
      // Recorded within the cooldown, too: the last code may have been requested by somebody else.
      if (!claim.granted && !request.registration) return claim;
      const asked = { ...request, identifier: destination, locale: client.locale };
      const otpRequest = new OtpRequest(scope, asked, await this.transactions.now());
      await this.otpRequests.insert(otpRequest);
      await this.outbox.add(claim.granted ? new OtpRequested(otpRequest) : new RegistrationRepeated(otpRequest));
      return claim;
    });
    return { resendAfterSeconds, expiresInSeconds: OTP_LIFETIME_SECONDS[CHANNEL_OF[destination.type]] };
  }
}
