import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import type { Identifier } from '../../domain/accounts/login-identifier';
import { MemberVerified } from '../../domain/accounts/member.events';
import type { User } from '../../domain/accounts/user';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Memberships } from '../../infrastructure/accounts/memberships';
import { Users } from '../../infrastructure/accounts/users';
import type { AppScope } from '../accounts/app-scope';
import { type Confirmation, ConfirmedRegistrations } from './confirmed-registrations';
import { RegistrationConsents } from './registration-consents';

/** What follows from a right code: the registrant becomes a member. In the current transaction. */
@Injectable()
export class EmailConfirmations {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly users: Users,
    private readonly identifiers: LoginIdentifiers,
    private readonly memberships: Memberships,
    private readonly confirmed: ConfirmedRegistrations,
    private readonly consents: RegistrationConsents,
  ) {}

  /** @returns whether there was anything to activate: an administrator may have suspended the member meanwhile. */
  async activate(scope: AppScope, user: User, address: Identifier, confirmation: Confirmation): Promise<boolean> {
    const { tenantId, appId } = scope;
    const now = await this.transactions.now();
    const membership = await this.memberships.find(tenantId, appId, user.id);
    const identifier = await this.identifiers.findByAddress(tenantId, address);
    if (user.status !== 'active' || identifier?.userId !== user.id || !membership?.activate(now)) return false;
    await this.memberships.save(membership);
    // A registration code only permits joining: the owner of an existing account sets its password elsewhere.
    const { isNew, request } = await this.confirmed.find({ ...scope, address }, user, membership, confirmation);
    const { passwordHash, registration } = request ?? {};
    if (isNew && passwordHash && registration) {
      user.adoptRegistration({ passwordHash, displayName: registration.displayName, locale: registration.locale }, now);
      await this.users.save(user);
    }
    identifier.verify(now);
    await this.identifiers.save(identifier);
    await this.consents.record(scope, user.id, registration?.legalConsents ?? []);
    await this.outbox.add(new MemberVerified(scope, user.id));
    await this.confirmed.end({ ...scope, address });
    return true;
  }
}
