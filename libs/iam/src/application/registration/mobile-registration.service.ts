import { Injectable } from '@nestjs/common';
import type { SpentProof } from '@libs/captcha';
import { Outbox, Transactions } from '@libs/kernel';
import { AppMembership } from '../../domain/accounts/app-membership';
import { CHANNEL_OF } from '../../domain/accounts/login-identifier';
import { MemberRegistered, MemberVerified } from '../../domain/accounts/member.events';
import { InvalidOtpError } from '../../domain/codes/codes.errors';
import { OTP_LIFETIME_SECONDS } from '../../domain/codes/otp';
import type { RegistrationDetails } from '../../domain/codes/otp-request';
import { RegistrationClosedError } from '../../domain/registration/registration.errors';
import { Memberships } from '../../infrastructure/accounts/memberships';
import { OtpRequests } from '../../infrastructure/codes/otp-requests';
import type { AcceptedRequest, AppScope, Client } from '../accounts/app-scope';
import { provenNumber } from '../codes/otp-destination';
import type { OtpRules } from '../codes/otp-sends';
import { OtpService } from '../codes/otp.service';
import { NewPasswords } from '../passwords/new-passwords';
import { NumberOwners } from './number-owners';
import { RegistrationConsents } from './registration-consents';

/** What an App allows, from its settings. */
export interface MobileRegistrationSettings extends OtpRules {
  readonly mobileEnabled: boolean;
}

export interface MobileRegistration extends RegistrationDetails {
  /** E.164. */
  readonly mobile: string;
  readonly otp: string;
  /** Null for members who sign in by codes. */
  readonly password: string | null;
}

/** After a registration by mobile nothing is left to wait for. */
const NOTHING: AcceptedRequest = { resendAfterSeconds: 0, expiresInSeconds: 0 };

/**
 * Registration by mobile: the code comes first, and proves who holds the number. No account is looked up before that,
 * and nothing about one is revealed afterwards.
 */
@Injectable()
export class MobileRegistrationService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly memberships: Memberships,
    private readonly otpRequests: OtpRequests,
    private readonly newPasswords: NewPasswords,
    private readonly otps: OtpService,
    private readonly consents: RegistrationConsents,
    private readonly owners: NumberOwners,
  ) {}

  /** @throws RegistrationClosedError if the App does not accept registration by mobile. */
  expectOpen({ mobileEnabled }: MobileRegistrationSettings): void {
    if (!mobileEnabled) throw new RegistrationClosedError();
  }

  /**
   * Sends a code to the number, whether or not it has an account.
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
    const subject = this.otps.subject(scope, 'registration', destination);
    const addressee = { locale: client.locale, userId: null };
    const { resendAfterSeconds } = await this.transactions.run(scope.tenantId, () =>
      this.otps.send(subject, addressee, settings, client),
    );
    return { resendAfterSeconds, expiresInSeconds: OTP_LIFETIME_SECONDS[CHANNEL_OF[destination.type]] };
  }

  /**
   * Makes the holder of the number an active member. A user who already is one, or may not become one, is left
   * unchanged and gets the same answer.
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
    const subject = this.otps.subject(scope, 'registration', { type: 'mobile', value: mobile });
    const challenge = await this.otps.check(subject, otp);
    if (!challenge) throw new InvalidOtpError();
    let passwordHash: string | null;
    try {
      passwordHash = password && (await this.newPasswords.hash('password', password, { emails: [], stored: null }));
    } catch (error) {
      await this.otps.keep(subject, challenge);
      throw error;
    }
    const isRedeemed = await this.otps.redeem(subject, challenge, async () => {
      await this.admit(scope, registration, passwordHash);
      return true;
    });
    if (!isRedeemed) throw new InvalidOtpError();
    return NOTHING;
  }

  private async admit(scope: AppScope, registration: MobileRegistration, passwordHash: string | null): Promise<void> {
    const now = await this.transactions.now();
    const user = await this.owners.get(scope, registration, passwordHash, now);
    if (user.status !== 'active') return;
    const known = await this.memberships.find(scope.tenantId, scope.appId, user.id);
    const membership = known ?? new AppMembership(scope, user.id, now);
    if (!membership.activate(now)) return;
    if (known) {
      await this.memberships.save(membership);
      await this.otpRequests.deleteOf(scope.tenantId, scope.appId, user.id);
    } else {
      await this.memberships.insert(membership);
      await this.outbox.add(new MemberRegistered(scope, user.id));
    }
    await this.consents.record(scope, user.id, registration.legalConsents);
    await this.outbox.add(new MemberVerified(scope, user.id));
  }
}
