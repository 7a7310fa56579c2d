import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { AppMembership } from '../../domain/accounts/app-membership';
import { LoginIdentifier } from '../../domain/accounts/login-identifier';
import { MemberRegistered } from '../../domain/accounts/member.events';
import { User } from '../../domain/accounts/user';
import type { OtpRequest } from '../../domain/codes/otp-request';
import { type IdentifierHolder, LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Memberships } from '../../infrastructure/accounts/memberships';
import { OtpRequests } from '../../infrastructure/codes/otp-requests';
import { PendingRegistrations } from '../../infrastructure/registration/pending-registrations';
import type { AppScope } from '../accounts/app-scope';
import { OTP_REQUESTED, REGISTRATION_REPEATED } from '../codes/codes.messages';
import { OtpSends } from '../codes/otp-sends';
import { OtpService } from '../codes/otp.service';
import { AlreadyRegisteredMailDue } from './registration.messages';

/**
 * Looks up the account behind a request and sends what fits: a code, or a notice that there is nothing to confirm. Runs
 * once for a request however often its message arrives, since the request records it.
 */
@Handles([OTP_REQUESTED, REGISTRATION_REPEATED], 'codes.requests')
export class OtpRequestsHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly identifiers: LoginIdentifiers,
    private readonly memberships: Memberships,
    private readonly otpRequests: OtpRequests,
    private readonly pending: PendingRegistrations,
    private readonly otps: OtpService,
    private readonly sends: OtpSends,
  ) {}

  async handle(message: OutboxMessage): Promise<void> {
    await this.transactions.run(message.tenantId, async () => {
      const request = await this.otpRequests.findForUpdate(message.tenantId, String(message.data['request_id']));
      if (!request || request.processedAt !== null) return;
      const now = await this.transactions.now();
      const isAnswered = message.type === OTP_REQUESTED;
      if (request.purpose === 'registration') await this.takeRegistration(request, isAnswered, now);
      else await this.answerMember(request, now);
    });
  }

  /** @param isAnswered false within the cooldown: then the registration is recorded, and nothing is sent. */
  private async takeRegistration(request: OtpRequest, isAnswered: boolean, now: Date): Promise<void> {
    const user = await this.userFor(request, now);
    const membership = user && (await this.memberships.find(request.tenantId, request.appId, user.id));
    // A user who is not a member becomes one by registering, not by asking for another code.
    const isPending = membership ? membership.isPending : user !== null && request.registration !== null;
    request.process(user?.id ?? null, isPending, now);
    await this.otpRequests.saveProcessed(request);
    if (!user) return;
    if (isPending && !membership) await this.expectMember(request, user, now);
    if (!isAnswered) return;
    if (isPending) await this.sendRegistrationCode(request, user, now);
    else if (request.registration && membership?.status === 'active') await this.tellOwner(request, user);
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

  /** The active user with the address. A registration creates one. */
  private async userFor(request: OtpRequest, now: Date): Promise<User | null> {
    const known = await this.findUser(request);
    if (known || !request.registration) return known?.status === 'active' ? known : null;
    const user = new User(request.tenantId, now);
    const identifier = new LoginIdentifier(user, request.identifierType, request.recipient, now);
    if (await this.identifiers.insertWithUser(user, identifier)) return user;
    const rival = await this.findUser(request);
    return rival?.status === 'active' ? rival : null;
  }

  private async findUser({ tenantId, identifier }: OtpRequest): Promise<User | null> {
    return (await this.identifiers.findHolderForUpdate(tenantId, identifier))?.user ?? null;
  }

  private async findProven({ tenantId, identifier }: OtpRequest): Promise<IdentifierHolder | null> {
    const holder = await this.identifiers.findHolderForUpdate(tenantId, identifier);
    return holder?.identifier.verifiedAt ? holder : null;
  }

  private async expectMember({ tenantId, appId }: OtpRequest, user: User, now: Date): Promise<void> {
    const scope: AppScope = { tenantId, appId };
    await this.memberships.insert(new AppMembership(scope, user.id, now));
    await this.outbox.add(new MemberRegistered(scope, user.id));
  }

  private async sendRegistrationCode(request: OtpRequest, user: User, now: Date): Promise<void> {
    const { tenantId, appId, identifier } = request;
    const scope: AppScope = { tenantId, appId };
    const confirmed = request.registration ? request : await this.registrationOf(request);
    await this.otps.challenge(
      this.otps.subject(scope, 'registration', identifier),
      {
        locale: user.locale ?? confirmed?.registration?.locale ?? request.locale,
        userId: user.id,
        requestId: confirmed?.id ?? null,
      },
      now,
    );
  }

  /** The registration for which another code is requested. */
  private registrationOf({ tenantId, appId, identifier, deviceKeyHash }: OtpRequest): Promise<OtpRequest | null> {
    return this.pending.findTied({ tenantId, appId, address: identifier }, deviceKeyHash && [deviceKeyHash]);
  }

  private async tellOwner(request: OtpRequest, user: User): Promise<void> {
    await this.outbox.add(new AlreadyRegisteredMailDue(request, user.locale ?? request.locale));
  }
}
