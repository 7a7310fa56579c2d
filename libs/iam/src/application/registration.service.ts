import { Injectable } from '@nestjs/common';
import { LegalConsents } from '@libs/content';
import { Outbox, Transactions, ValidationFailedError, type SupportedLocale } from '@libs/kernel';
import { InvalidOtpError, RegistrationClosedError } from '../domain/iam.errors';
import { EMAIL_OTP_LIFETIME_SECONDS } from '../domain/one-time-password';
import { OtpRequest } from '../domain/otp-request';
import { passwordProblem } from '../domain/password-policy';
import type { User } from '../domain/user';
import { Accounts } from '../infrastructure/accounts';
import { CommonPasswords } from '../infrastructure/common-passwords';
import { OtpLimits } from '../infrastructure/otp-limits';
import type { AttemptedChallenge } from '../infrastructure/otp-challenges';
import { PasswordHasher } from '../infrastructure/password-hasher';
import type { AcceptedRequest, AppScope, Client } from './app-scope';
import { OneTimePasswordsService } from './one-time-passwords.service';

/** The type of outbox message that has a worker look at a request. */
export const OTP_REQUESTED = 'iam.otp_requested';

/** What an App allows, from its settings. */
export interface RegistrationSettings {
  readonly emailEnabled: boolean;
  readonly emailResendCooldownSeconds: number;
}

export interface EmailRegistration {
  readonly email: string;
  readonly password: string;
  readonly displayName: string | null;
  readonly locale: SupportedLocale | null;
  readonly legalConsents: readonly { documentType: string; revisionHash: string }[];
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
    private readonly limits: OtpLimits,
    private readonly hasher: PasswordHasher,
    private readonly commonPasswords: CommonPasswords,
    private readonly oneTimePasswords: OneTimePasswordsService,
    private readonly consents: LegalConsents,
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
    const problem = passwordProblem(password, email, (candidate) => this.commonPasswords.has(candidate));
    if (problem) throw ValidationFailedError.of('password', problem);
    await this.expectCurrentConsents(scope, legalConsents);
    const passwordHash = await this.hasher.hash(password);
    return this.request(scope, settings, {
      email,
      locale: client.locale,
      registration: { displayName, locale, legalConsents },
      passwordHash,
    });
  }

  /** Asks for another code. @param email in canonical form. */
  async resendCode(
    scope: AppScope,
    settings: RegistrationSettings,
    email: string,
    client: Client,
  ): Promise<AcceptedRequest> {
    return this.request(scope, settings, { email, locale: client.locale });
  }

  /** @throws InvalidOtpError whatever is wrong. @param email in canonical form. */
  async verifyEmail(scope: AppScope, email: string, otp: string): Promise<void> {
    const subject = this.oneTimePasswords.subject(scope, 'registration', email);
    const verified = await this.oneTimePasswords.use(subject, otp, (user, challenge) =>
      this.activate(scope, user, email, challenge),
    );
    if (!verified) throw new InvalidOtpError();
  }

  private async request(
    scope: AppScope,
    settings: RegistrationSettings,
    request: Omit<ConstructorParameters<typeof OtpRequest>[1], 'purpose'>,
  ): Promise<AcceptedRequest> {
    const subject = this.oneTimePasswords.subject(scope, 'registration', request.email);
    const { resendAfterSeconds } = await this.transactions.run(scope.tenantId, async () => {
      const claim = await this.limits.claimSend(subject, settings.emailResendCooldownSeconds);
      if (!claim.granted) return claim;
      const otpRequest = new OtpRequest(scope, { ...request, purpose: 'registration' }, await this.transactions.now());
      await this.accounts.insertRequest(otpRequest);
      await this.outbox.add({ type: OTP_REQUESTED, ...scope, data: { request_id: otpRequest.id } });
      return claim;
    });
    return { resendAfterSeconds, expiresInSeconds: EMAIL_OTP_LIFETIME_SECONDS };
  }

  /** @returns whether there was still something to activate: an administrator may have suspended the member meanwhile. */
  private async activate(scope: AppScope, user: User, email: string, challenge: AttemptedChallenge): Promise<boolean> {
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
    const identifier = await this.accounts.findIdentifier(tenantId, email);
    if (identifier) {
      identifier.verify(now);
      await this.accounts.saveIdentifier(identifier);
    }
    for (const { documentType, revisionHash } of registration?.legalConsents ?? []) {
      await this.consents.record(scope, user.id, documentType, revisionHash);
    }
    await this.outbox.add({ type: 'member.verified', ...scope, data: { user_id: user.id } });
    await this.accounts.deleteRequests(tenantId, appId, user.id);
    return true;
  }

  private async expectCurrentConsents(scope: AppScope, consents: EmailRegistration['legalConsents']): Promise<void> {
    for (const [index, { documentType, revisionHash }] of consents.entries()) {
      if (!(await this.consents.isCurrent(scope, documentType, revisionHash))) {
        throw ValidationFailedError.of(`legal_consents.${index}.revision_hash`, 'stale_revision');
      }
    }
  }
}
