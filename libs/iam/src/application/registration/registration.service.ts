import { Injectable } from '@nestjs/common';
import { InvalidOtpError } from '../../domain/codes/codes.errors';
import type { RegistrationDetails } from '../../domain/codes/otp-request';
import { RegistrationClosedError } from '../../domain/registration/registration.errors';
import { RegistrantKeys } from '../../infrastructure/registration/registrant-keys';
import type { AcceptedRequest, AppScope, Client } from '../accounts/app-scope';
import { OtpRequestsService, type RequestedCode } from '../codes/otp-requests.service';
import type { OtpRules } from '../codes/otp-sends';
import { OtpService } from '../codes/otp.service';
import { NewPasswords } from '../passwords/new-passwords';
import { EmailConfirmations } from './email-confirmations';
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

/**
 * Registration by email. The immediate answer depends on the request and on cooldowns that run for every address alike;
 * a worker looks up the account.
 */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly registrantKeys: RegistrantKeys,
    private readonly requests: OtpRequestsService,
    private readonly newPasswords: NewPasswords,
    private readonly otps: OtpService,
    private readonly consents: RegistrationConsents,
    private readonly confirmations: EmailConfirmations,
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
      async (user, challenge) =>
        user !== null && this.confirmations.activate(scope, user, identifier, { challenge, deviceKey }),
    );
    if (!verified) throw new InvalidOtpError();
  }

  private async request(
    scope: AppScope,
    settings: RegistrationSettings,
    { email, deviceKey }: Registrant,
    request: Pick<RequestedCode, 'registration' | 'passwordHash'>,
    client: Client,
  ): Promise<AcceptedRequest> {
    const destination = identifierOf(email);
    const deviceKeyHash = deviceKey && this.registrantKeys.of(scope.appId, destination, deviceKey);
    const asked = { ...request, purpose: 'registration', destination, deviceKeyHash: deviceKeyHash || null } as const;
    return this.requests.accept(scope, asked, settings, client);
  }
}

function identifierOf(email: string): { readonly type: 'email'; readonly value: string } {
  return { type: 'email', value: email };
}
