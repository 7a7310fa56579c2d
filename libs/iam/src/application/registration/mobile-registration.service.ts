import { Injectable } from '@nestjs/common';
import type { SpentProof } from '@libs/captcha';
import { Outbox, Transactions } from '@libs/kernel';
import { AppMembership } from '../../domain/accounts/app-membership';
import { InvalidOtpError, RegistrationClosedError } from '../../domain/accounts/iam.errors';
import { type Identifier, LoginIdentifier } from '../../domain/accounts/login-identifier';
import { CHANNEL_OF, OTP_LIFETIME_SECONDS } from '../../domain/codes/one-time-password';
import type { RegistrationDetails } from '../../domain/codes/otp-request';
import { User } from '../../domain/accounts/user';
import { Accounts } from '../../infrastructure/accounts/accounts';
import type { AcceptedRequest, AppScope, Client } from '../accounts/app-scope';
import type { CodeRules } from '../codes/code-sends';
import { NewPasswords } from '../passwords/new-passwords';
import { OneTimePasswordsService } from '../codes/one-time-passwords.service';
import { RegistrationConsents } from './registration-consents';
import { UnverifiedAddresses } from './unverified-addresses';
import { provenNumber } from '../codes/code-destination';

/** What an App allows, from its settings. */
export interface MobileRegistrationSettings extends CodeRules {
  readonly mobileEnabled: boolean;
}

export interface MobileRegistration extends RegistrationDetails {
  /** E.164. */
  readonly mobile: string;
  readonly otp: string;
  /** Null for who signs in by codes. */
  readonly password: string | null;
}

/** What is left to wait for after a registration by mobile. */
const NOTHING: AcceptedRequest = { resendAfterSeconds: 0, expiresInSeconds: 0 };

/**
 * Registration by mobile: the code comes first, and proves the number to whoever it belongs to. Nothing about an account
 * is looked at before, and nothing about it is told after.
 */
@Injectable()
export class MobileRegistrationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly accounts: Accounts,
    private readonly unverified: UnverifiedAddresses,
    private readonly newPasswords: NewPasswords,
    private readonly oneTimePasswords: OneTimePasswordsService,
    private readonly consents: RegistrationConsents,
  ) {}

  /** @throws RegistrationClosedError where the App takes no registration by mobile. */
  expectOpen({ mobileEnabled }: MobileRegistrationSettings): void {
    if (!mobileEnabled) throw new RegistrationClosedError();
  }

  /**
   * Sends a code to the number, which no account need have.
   *
   * @param proof for the number.
   * @throws RegistrationClosedError, RateLimitedError when a budget is used up.
   */
  async sendCode(
    scope: AppScope,
    settings: MobileRegistrationSettings,
    proof: SpentProof,
    client: Client,
  ): Promise<AcceptedRequest> {
    this.expectOpen(settings);
    const destination = provenNumber(proof);
    const subject = this.oneTimePasswords.subject(scope, 'registration', destination);
    const addressee = { locale: client.locale, userId: null };
    const { resendAfterSeconds } = await this.transactions.run(scope.tenantId, () =>
      this.oneTimePasswords.send(subject, addressee, settings, client),
    );
    return { resendAfterSeconds, expiresInSeconds: OTP_LIFETIME_SECONDS[CHANNEL_OF[destination.type]] };
  }

  /**
   * Makes whoever has the number an active member. Who is one already, or may be none, stays as is, and is told the same.
   *
   * @throws RegistrationClosedError, ValidationFailedError of `password` or `legal_consents`, InvalidOtpError.
   */
  async register(
    scope: AppScope,
    settings: MobileRegistrationSettings,
    registration: MobileRegistration,
  ): Promise<AcceptedRequest> {
    this.expectOpen(settings);
    const { mobile, otp, password, legalConsents } = registration;
    if (password !== null) this.newPasswords.expectAcceptable('password', password, []);
    await this.consents.expectCurrent(scope, legalConsents);
    const subject = this.oneTimePasswords.subject(scope, 'registration', { type: 'mobile', value: mobile });
    const challenge = await this.oneTimePasswords.check(subject, otp);
    if (!challenge) throw new InvalidOtpError();
    let passwordHash: string | null;
    try {
      passwordHash = password && (await this.newPasswords.hash('password', password, { emails: [], stored: null }));
    } catch (error) {
      await this.oneTimePasswords.keep(subject, challenge);
      throw error;
    }
    const isRedeemed = await this.oneTimePasswords.redeem(subject, challenge, async () => {
      await this.admit(scope, registration, passwordHash);
      return true;
    });
    if (!isRedeemed) throw new InvalidOtpError();
    return NOTHING;
  }

  private async admit(scope: AppScope, registration: MobileRegistration, passwordHash: string | null): Promise<void> {
    const now = await this.transactions.now();
    const user = await this.userOf(scope, registration, passwordHash, now);
    if (user.status !== 'active') return;
    const known = await this.accounts.findMembership(scope.tenantId, scope.appId, user.id);
    const membership = known ?? new AppMembership(scope, user.id, now);
    if (!membership.activate(now)) return;
    const data = { user_id: user.id };
    if (known) {
      await this.accounts.saveMembership(membership);
      await this.accounts.deleteRequests(scope.tenantId, scope.appId, user.id);
    } else {
      await this.accounts.insertMembership(membership);
      await this.outbox.add({ type: 'member.registered', ...scope, data });
    }
    await this.consents.record(scope, user.id, registration.legalConsents);
    await this.outbox.add({ type: 'member.verified', ...scope, data });
  }

  /**
   * Who has proved to have the number, locked, or else somebody new. The code that came to the number is no leave to set a
   * password.
   */
  private async userOf(
    { tenantId }: AppScope,
    { mobile, displayName, locale }: MobileRegistration,
    passwordHash: string | null,
    now: Date,
  ): Promise<User> {
    const wanted: Identifier = { type: 'mobile', value: mobile };
    const owner = await this.accounts.findHolderForUpdate(tenantId, wanted);
    if (owner?.identifier.verifiedAt) return owner.user;
    const user = new User(tenantId, now, { displayName, locale });
    if (passwordHash !== null) user.setPassword(passwordHash, now);
    const identifier = new LoginIdentifier(user, 'mobile', mobile, now);
    identifier.verify(now);
    if (await this.unverified.giveTo(user, identifier)) return user;
    const rival = await this.accounts.findHolderForUpdate(tenantId, wanted);
    if (!rival) throw new Error('The number was taken and has no owner');
    rival.identifier.verify(now);
    await this.accounts.saveIdentifier(rival.identifier);
    return rival.user;
  }
}
