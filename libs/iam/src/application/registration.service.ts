import { Injectable } from '@nestjs/common';
import { Outbox, Transactions } from '@libs/kernel';
import { InvalidOtpError, RegistrationClosedError } from '../domain/iam.errors';
import type { Identifier } from '../domain/login-identifier';
import type { RegistrationDetails } from '../domain/otp-request';
import type { User } from '../domain/user';
import { Accounts } from '../infrastructure/accounts';
import type { AttemptedChallenge } from '../infrastructure/otp-challenges';
import type { AcceptedRequest, AppScope, Client } from './app-scope';
import { type CodeRequest, CodeRequests } from './code-requests';
import type { CodeRules } from './code-sends';
import { NewPasswords } from './new-passwords';
import { OneTimePasswordsService } from './one-time-passwords.service';
import { RegistrationConsents } from './registration-consents';

/** What an App allows, from its settings. */
export interface RegistrationSettings extends CodeRules {
  readonly emailEnabled: boolean;
}

export interface EmailRegistration extends RegistrationDetails {
  readonly email: string;
  readonly password: string;
}

/**
 * Registration by email. What is answered at once depends on the request and on clocks that run for every address
 * alike; the account is looked at by a worker.
 */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly requests: CodeRequests,
    private readonly newPasswords: NewPasswords,
    private readonly oneTimePasswords: OneTimePasswordsService,
    private readonly consents: RegistrationConsents,
  ) {}

  /** @param registration its email in canonical form. */
  async register(
    scope: AppScope,
    settings: RegistrationSettings,
    registration: EmailRegistration,
    client: Client,
  ): Promise<AcceptedRequest> {
    if (!settings.emailEnabled) throw new RegistrationClosedError();
    const { email, password, displayName, locale, legalConsents } = registration;
    this.newPasswords.expectAcceptable('password', password, [email]);
    await this.consents.expectCurrent(scope, legalConsents);
    const passwordHash = await this.newPasswords.hash('password', password, { emails: [email], stored: null });
    const details = { displayName, locale, legalConsents };
    return this.request(scope, settings, email, { registration: details, passwordHash }, client);
  }

  /** Asks for another code. @param email in canonical form. */
  async resendCode(
    scope: AppScope,
    settings: RegistrationSettings,
    email: string,
    client: Client,
  ): Promise<AcceptedRequest> {
    return this.request(scope, settings, email, {}, client);
  }

  /** @throws InvalidOtpError whatever is wrong. @param email in canonical form. */
  async verifyEmail(scope: AppScope, email: string, otp: string): Promise<void> {
    const identifier: Identifier = { type: 'email', value: email };
    const subject = this.oneTimePasswords.subject(scope, 'registration', identifier);
    const verified = await this.oneTimePasswords.use(
      subject,
      otp,
      async (user, challenge) => user !== null && this.activate(scope, user, identifier, challenge),
    );
    if (!verified) throw new InvalidOtpError();
  }

  private async request(
    scope: AppScope,
    settings: RegistrationSettings,
    email: string,
    request: Omit<CodeRequest, 'purpose' | 'identifier'>,
    client: Client,
  ): Promise<AcceptedRequest> {
    const identifier: Identifier = { type: 'email', value: email };
    return this.requests.accept(scope, { ...request, purpose: 'registration', identifier }, settings, client);
  }

  /** @returns whether there was still something to activate: an administrator may have suspended the member meanwhile. */
  private async activate(
    scope: AppScope,
    user: User,
    address: Identifier,
    challenge: AttemptedChallenge,
  ): Promise<boolean> {
    const { tenantId, appId } = scope;
    const now = await this.transactions.now();
    const membership = await this.accounts.findMembership(tenantId, appId, user.id);
    if (user.status !== 'active' || !membership?.activate(now)) return false;
    await this.accounts.saveMembership(membership);
    const request = challenge.requestId ? await this.accounts.findRequest(tenantId, challenge.requestId) : null;
    const { passwordHash, registration } = request ?? {};
    if (passwordHash && registration) {
      user.adoptRegistration({ passwordHash, displayName: registration.displayName, locale: registration.locale }, now);
      await this.accounts.saveUser(user);
    }
    const identifier = await this.accounts.findIdentifier(tenantId, address);
    if (identifier) {
      identifier.verify(now);
      await this.accounts.saveIdentifier(identifier);
    }
    await this.consents.record(scope, user.id, registration?.legalConsents ?? []);
    await this.outbox.add({ type: 'member.verified', ...scope, data: { user_id: user.id } });
    await this.accounts.deleteRequests(tenantId, appId, user.id);
    return true;
  }
}
