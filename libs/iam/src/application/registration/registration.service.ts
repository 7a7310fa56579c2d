import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import type { Identifier } from '../../domain/accounts/login-identifier';
import { MemberVerified } from '../../domain/accounts/member.events';
import type { User } from '../../domain/accounts/user';
import { InvalidOtpError } from '../../domain/codes/codes.errors';
import type { OtpRequest, RegistrationDetails } from '../../domain/codes/otp-request';
import { RegistrationClosedError } from '../../domain/registration/registration.errors';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { Memberships } from '../../infrastructure/accounts/memberships';
import { Users } from '../../infrastructure/accounts/users';
import type { AttemptedChallenge } from '../../infrastructure/codes/otp-challenges';
import { PendingRegistrations } from '../../infrastructure/registration/pending-registrations';
import { RegistrantKeys } from '../../infrastructure/registration/registrant-keys';
import { UnconfirmedUsers } from '../../infrastructure/registration/unconfirmed-users';
import type { AcceptedRequest, AppScope, Client } from '../accounts/app-scope';
import { type NewOtpRequest, OtpRequestsService } from '../codes/otp-requests.service';
import type { OtpRules } from '../codes/otp-sends';
import { OtpService } from '../codes/otp.service';
import { NewPasswords } from '../passwords/new-passwords';
import { RegistrationConsents } from './registration-consents';

/** What an App allows, from its settings. */
export interface RegistrationSettings extends OtpRules {
  readonly emailEnabled: boolean;
}

export interface EmailRegistration extends RegistrationDetails {
  readonly email: string;
  readonly password: string;
}

/** An address, and the installation that registers it, if known. */
export interface Registrant {
  /** In canonical form. */
  readonly email: string;
  readonly deviceKey: string | null;
}

/** A right code, and the client that sent it. */
interface Confirmation {
  readonly challenge: AttemptedChallenge;
  readonly deviceKey: string | null;
}

/**
 * Registration by email. The immediate answer depends on the request and on cooldowns that run for every address alike;
 * a worker looks up the account.
 */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly users: Users,
    private readonly identifiers: LoginIdentifiers,
    private readonly memberships: Memberships,
    private readonly pending: PendingRegistrations,
    private readonly unconfirmed: UnconfirmedUsers,
    private readonly registrantKeys: RegistrantKeys,
    private readonly requests: OtpRequestsService,
    private readonly newPasswords: NewPasswords,
    private readonly otps: OtpService,
    private readonly consents: RegistrationConsents,
  ) {}

  /** @param registration with its email in canonical form. */
  async register(
    scope: AppScope,
    settings: RegistrationSettings,
    registration: EmailRegistration & Registrant,
    client: Client,
  ): Promise<AcceptedRequest> {
    if (!settings.emailEnabled) throw new RegistrationClosedError();
    const { email, deviceKey, password, displayName, locale, legalConsents } = registration;
    const salt = this.registrantKeys.saltOf(scope.appId, identifierOf(email));
    this.newPasswords.expectAcceptable('password', password, [email]);
    await this.consents.expectCurrent(scope, legalConsents);
    const passwordHash = await this.newPasswords.hash('password', password, {
      emails: [email],
      stored: null,
      salt,
    });
    const details = { displayName, locale, legalConsents };
    return this.request(scope, settings, { email, deviceKey }, { registration: details, passwordHash }, client);
  }

  /** Asks for another code. */
  async resendCode(
    scope: AppScope,
    settings: RegistrationSettings,
    registrant: Registrant,
    client: Client,
  ): Promise<AcceptedRequest> {
    return this.request(scope, settings, registrant, {}, client);
  }

  /** @throws InvalidOtpError for anything wrong. */
  async verifyEmail(scope: AppScope, { email, deviceKey }: Registrant, otp: string): Promise<void> {
    const identifier = identifierOf(email);
    const subject = this.otps.subject(scope, 'registration', identifier);
    const verified = await this.otps.use(
      subject,
      otp,
      async (user, challenge) => user !== null && this.activate(scope, user, identifier, { challenge, deviceKey }),
    );
    if (!verified) throw new InvalidOtpError();
  }

  private async request(
    scope: AppScope,
    settings: RegistrationSettings,
    { email, deviceKey }: Registrant,
    request: Pick<NewOtpRequest, 'registration' | 'passwordHash'>,
    client: Client,
  ): Promise<AcceptedRequest> {
    const destination = identifierOf(email);
    const deviceKeyHash = deviceKey && this.registrantKeys.of(scope.appId, destination, deviceKey);
    const asked = { ...request, purpose: 'registration', destination, deviceKeyHash: deviceKeyHash || null } as const;
    return this.requests.accept(scope, asked, settings, client);
  }

  /** @returns whether there was anything to activate: an administrator may have suspended the member meanwhile. */
  private async activate(
    scope: AppScope,
    user: User,
    address: Identifier,
    confirmation: Confirmation,
  ): Promise<boolean> {
    const { tenantId, appId } = scope;
    const now = await this.transactions.now();
    const membership = await this.memberships.find(tenantId, appId, user.id);
    const identifier = await this.identifiers.findByAddress(tenantId, address);
    if (user.status !== 'active' || identifier?.userId !== user.id || !membership?.activate(now)) return false;
    await this.memberships.save(membership);
    // A registration code only permits joining: the owner of an existing account sets its password elsewhere.
    const isNew = await this.unconfirmed.includes(tenantId, user.id);
    const began = isNew ? membership.createdAt : null;
    const { passwordHash, registration } = (await this.confirmed(scope, address, confirmation, began)) ?? {};
    if (isNew && passwordHash && registration) {
      user.adoptRegistration({ passwordHash, displayName: registration.displayName, locale: registration.locale }, now);
      await this.users.save(user);
    }
    identifier.verify(now);
    await this.identifiers.save(identifier);
    await this.consents.record(scope, user.id, registration?.legalConsents ?? []);
    await this.outbox.add(new MemberVerified(scope, user.id));
    await this.pending.end({ ...scope, address });
    return true;
  }

  /**
   * The registration that the owner of the address has confirmed. The code alone does not tell, since it is sent to the
   * same mailbox whoever asked for it.
   *
   * @param began when the new user first registered: requests expire, and a stranger's may outlive the owner's.
   */
  private confirmed(
    { tenantId, appId }: AppScope,
    address: Identifier,
    { challenge, deviceKey }: Confirmation,
    began: Date | null,
  ): Promise<OtpRequest | null> {
    const deviceKeyHashes = deviceKey === null ? null : this.registrantKeys.allOf(appId, address, deviceKey);
    const only = { preferredId: challenge.requestId, began };
    return this.pending.findTied({ tenantId, appId, address }, deviceKeyHashes, only);
  }
}

function identifierOf(email: string): { readonly type: 'email'; readonly value: string } {
  return { type: 'email', value: email };
}
