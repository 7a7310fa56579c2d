import { Injectable } from '@nestjs/common';
import { Outbox } from '@libs/kernel';
import { AppMembership } from '../../domain/accounts/app-membership';
import { LoginIdentifier } from '../../domain/accounts/login-identifier';
import { MemberRegistered } from '../../domain/accounts/member.events';
import { User } from '../../domain/accounts/user';
import type { OtpRequest } from '../../domain/codes/otp-request';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Memberships } from '../../infrastructure/accounts/memberships';
import { OtpRequests } from '../../infrastructure/codes/otp-requests';
import { PendingRegistrations } from '../../infrastructure/registration/pending-registrations';
import type { AppScope } from '../accounts/app-scope';
import { OtpService } from '../codes/otp.service';
import { AlreadyRegisteredMailDue } from './registration.messages';

/** What becomes of a requested registration, and of a request for another code. In the current transaction. */
@Injectable()
export class RequestedRegistrations {
  constructor(
    private readonly outbox: Outbox,
    private readonly identifiers: LoginIdentifiers,
    private readonly memberships: Memberships,
    private readonly otpRequests: OtpRequests,
    private readonly pending: PendingRegistrations,
    private readonly otps: OtpService,
  ) {}

  /** @param isAnswered false within the cooldown: then the registration is recorded, and nothing is sent. */
  async take(request: OtpRequest, isAnswered: boolean, now: Date): Promise<void> {
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
