import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Transactions } from '@libs/kernel';
import type { OtpRequest } from '../../domain/codes/otp-request';
import { type IdentifierHolder, LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Memberships } from '../../infrastructure/accounts/memberships';
import { OtpRequests } from '../../infrastructure/codes/otp-requests';
import { OtpRequested, RegistrationRepeated } from '../codes/codes.messages';
import { OtpSends } from '../codes/otp-sends';
import { OtpService } from '../codes/otp.service';
import { RequestedRegistrations } from './requested-registrations';

/**
 * Looks up the account behind a request and sends what fits: a code, or a notice that there is nothing to confirm. Runs
 * once for a request however often its message arrives, since the request records it.
 */
@Handles([OtpRequested.type, RegistrationRepeated.type], 'codes.requests')
export class OtpRequestsHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly identifiers: LoginIdentifiers,
    private readonly memberships: Memberships,
    private readonly otpRequests: OtpRequests,
    private readonly otps: OtpService,
    private readonly sends: OtpSends,
    private readonly registrations: RequestedRegistrations,
  ) {}

  async handle(message: OutboxMessage): Promise<void> {
    await this.transactions.run(message.tenantId, async () => {
      const request = await this.otpRequests.findForUpdate(message.tenantId, String(message.data['request_id']));
      if (!request || request.processedAt !== null) return;
      const now = await this.transactions.now();
      const isAnswered = message.type === OtpRequested.type;
      if (request.purpose === 'registration') await this.registrations.take(request, isAnswered, now);
      else await this.answerMember(request, now);
    });
  }

  /** Sends a code to an active member who proved to own the identifier long enough ago, and nothing to anybody else. */
  private async answerMember(request: OtpRequest, now: Date): Promise<void> {
    const { tenantId, appId, purpose, identifier, locale } = request;
    const holder = await this.findProven(request);
    const membership = holder && (await this.memberships.find(tenantId, appId, holder.user.id));
    request.process(holder?.user.id ?? null, false, now);
    await this.otpRequests.saveProcessed(request);
    // Counted although nothing is sent: otherwise the rest of the day's budget would reveal who has an account.
    if (!holder && identifier.type === 'mobile') {
      await this.sends.admitsWithoutAccount({ tenantId, appId }, request.createdAt);
    }
    if (holder?.user.status !== 'active' || membership?.status !== 'active') return;
    if (purpose === 'password_reset' && (await this.identifiers.isTooNew(holder.identifier))) return;
    const { user } = holder;
    const subject = this.otps.subject({ tenantId, appId }, purpose, identifier);
    await this.otps.challenge(subject, { locale: user.locale ?? locale, userId: user.id }, now);
  }

  private async findProven({ tenantId, identifier }: OtpRequest): Promise<IdentifierHolder | null> {
    const holder = await this.identifiers.findHolderForUpdate(tenantId, identifier);
    return holder?.identifier.verifiedAt ? holder : null;
  }
}
