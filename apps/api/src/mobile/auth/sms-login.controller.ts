import { Body, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { InvalidCredentialsError, LoginThrottledError, SmsLoginService, type Client } from '@libs/iam';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { AppAcceptedResponse } from '../../http/answers/common-responses.dto';
import { CurrentApp, DeviceKey, NeedsDeviceKey } from '../../surfaces/parameters';
import { AnonymousMobileController } from '../../surfaces/surfaces';
import { scopeOf } from '../app-scope';
import { CAPTCHA_ERRORS, CaptchaGate } from '../captcha/captcha-gate';
import { smsNumberOf } from '../captcha/captcha-scope';
import { identifierOf } from '../identifier-of';
import { deviceDetailsOf, MobileTokenResponse } from './login.dto';
import { MobileSmsCodeRequest, MobileSmsLoginRequest } from './sms-codes.dto';

@AnonymousMobileController('auth', 'Sign-in')
export class SmsLoginController {
  constructor(
    private readonly login: SmsLoginService,
    private readonly captcha: CaptchaGate,
  ) {}

  @Post('mobile/send-code')
  @ApiOperation({
    summary: 'Request an SMS code to sign in with',
    description:
      'Requires a CAPTCHA proof for the scene `login`. The answer is the same whether or not the account exists; ' +
      'only active members of the App get a code. During the cooldown nothing is sent, and `resend_after_seconds` ' +
      'says how long it lasts. 429 `REQUEST.RATE_LIMITED` when an SMS budget is used up.',
  })
  @NeedsDeviceKey()
  @Answers(AppAcceptedResponse, { status: 202, description: 'Accepted' })
  @Raises(...CAPTCHA_ERRORS)
  async sendLoginCode(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey({ required: true }) deviceKey: string,
    @Body() body: MobileSmsCodeRequest,
    @RequestClient() client: Client,
  ) {
    const mobile = smsNumberOf(app, body.mobile);
    const proof = await this.captcha.pass(app, client, { scene: 'login', mobile, deviceKey }, body.captcha);
    return new AppAcceptedResponse(await this.login.sendCode(scopeOf(app), proof, app.registration, client));
  }

  @Post('login/mobile')
  @ApiOperation({
    summary: 'Sign in with an SMS code',
    description:
      'The code from `POST /api/v1/auth/mobile/send-code` is accepted once. Signing in cancels the deletion of the account.',
  })
  @NeedsDeviceKey()
  @Answers(MobileTokenResponse)
  @Raises(InvalidCredentialsError, LoginThrottledError)
  async loginByMobile(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey({ required: true }) deviceKey: string,
    @Body() body: MobileSmsLoginRequest,
    @RequestClient() client: Client,
  ) {
    const { value: mobile } = identifierOf({ mobile: body.mobile }, app);
    const login = { mobile, otp: body.otp, deviceKey, device: deviceDetailsOf(body.device) };
    return new MobileTokenResponse(await this.login.byCode(scopeOf(app), login, client));
  }
}
