import { Body, Post, UseGuards } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import {
  InvalidOtpError,
  MobileRegistrationService,
  RegistrationClosedError,
  RegistrationService,
  type Client,
} from '@libs/iam';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { AppAcceptedResponse, BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentApp, DeviceKey, NeedsDeviceKey, TakesDeviceKey } from '../../surfaces/parameters';
import { AnonymousMobileController } from '../../surfaces/surfaces';
import { RegistrationRateLimitGuard } from '../../rate-limits/rate-limit.guards';
import { scopeOf } from '../app-scope';
import { CAPTCHA_ERRORS, CaptchaGate } from '../captcha/captcha-gate';
import { smsNumberOf } from '../captcha/captcha-scope';
import { identifierOf } from '../identifier-of';
import { AppEmailOTPRequest, AppEmailRequest, AppRegistrationRequest } from './registration.dto';
import { MobileSmsCodeRequest } from './sms-codes.dto';

const OWN_REQUEST =
  'Distinguishes the member’s own request from others for the same address: sent with registration, repetition and confirmation alike, or with none of them';

@AnonymousMobileController('auth', 'Registration')
export class RegistrationController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly mobileRegistration: MobileRegistrationService,
    private readonly captcha: CaptchaGate,
  ) {}

  @Post('register')
  @UseGuards(RegistrationRateLimitGuard)
  @ApiOperation({
    summary: 'Register by email or mobile',
    description:
      'With `email`, a code that verifies the address is mailed. With `mobile`, the request contains the code that was sent before, and the ' +
      'membership is active at once. The answer is the same whether or not the account exists.',
  })
  @TakesDeviceKey(OWN_REQUEST)
  @Answers(AppAcceptedResponse, { status: 202, description: 'Accepted' })
  @Raises(RegistrationClosedError, InvalidOtpError)
  async register(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey() deviceKey: string | null,
    @Body() body: AppRegistrationRequest,
    @RequestClient() client: Client,
  ) {
    const { email, password = null, otp = '' } = body;
    const details = {
      displayName: body.display_name ?? null,
      locale: body.locale ?? null,
      legalConsents: (body.legal_consents ?? []).map(({ document_type, revision_hash }) => ({
        documentType: document_type,
        revisionHash: revision_hash,
      })),
    };
    const scope = scopeOf(app);
    if (email !== undefined) {
      const registration = { ...details, email, deviceKey, password: password ?? '' };
      return new AppAcceptedResponse(await this.registration.register(scope, app.registration, registration, client));
    }
    const { value: mobile } = identifierOf(body, app);
    const registration = { ...details, mobile, otp, password };
    return new AppAcceptedResponse(await this.mobileRegistration.register(scope, app.registration, registration));
  }

  @Post('registration/send-code')
  @ApiOperation({
    summary: 'Request an SMS code to register with',
    description:
      'Requires a CAPTCHA proof for the scene `registration`. The code is sent whether or not the number belongs to ' +
      'an account. During the cooldown nothing is sent, and `resend_after_seconds` says how long it lasts. 429 ' +
      '`REQUEST.RATE_LIMITED` when an SMS budget is used up.',
  })
  @NeedsDeviceKey()
  @Answers(AppAcceptedResponse, { status: 202, description: 'Accepted' })
  @Raises(RegistrationClosedError, ...CAPTCHA_ERRORS)
  async sendRegistrationCode(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey({ required: true }) deviceKey: string,
    @Body() body: MobileSmsCodeRequest,
    @RequestClient() client: Client,
  ) {
    const mobile = smsNumberOf(app, body.mobile);
    this.mobileRegistration.expectOpen(app.registration);
    const proof = await this.captcha.pass(app, client, { scene: 'registration', mobile, deviceKey }, body.captcha);
    const accepted = await this.mobileRegistration.sendCode(scopeOf(app), app.registration, proof, client);
    return new AppAcceptedResponse(accepted);
  }

  @Post('registration/verify-email')
  @ApiOperation({
    summary: 'Verify an email address with the code that was mailed to it',
    description:
      'The password is the one from the member’s own request: the newest with the same `X-AK-Device-Key`. Without the header it is the only one, or one of several with the same password, while no request for the address has the header. In all other cases the account is activated without a password, name, locale and consents; the password is then set by `password/forgot` and `password/reset`.',
  })
  @TakesDeviceKey(OWN_REQUEST)
  @Answers(BooleanSuccessResponse, { description: 'The membership is active' })
  @Raises(InvalidOtpError)
  async verifyEmail(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey() deviceKey: string | null,
    @Body() { email, otp }: AppEmailOTPRequest,
  ) {
    await this.registration.verifyEmail(scopeOf(app), { email, deviceKey }, otp);
    return new BooleanSuccessResponse();
  }

  @Post('registration/resend-code')
  @ApiOperation({
    summary: 'Request another registration code',
    description: 'During the App’s cooldown nothing is sent, and `resend_after_seconds` says how long it lasts.',
  })
  @TakesDeviceKey(OWN_REQUEST)
  @Answers(AppAcceptedResponse, { status: 202, description: 'Accepted' })
  async resendRegistrationCode(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey() deviceKey: string | null,
    @Body() { email }: AppEmailRequest,
    @RequestClient() client: Client,
  ) {
    const registrant = { email, deviceKey };
    const accepted = await this.registration.resendCode(scopeOf(app), app.registration, registrant, client);
    return new AppAcceptedResponse(accepted);
  }
}
