import { Body, Post } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, getSchemaPath } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { InvalidOtpError, PasswordResetService, provenNumber, type Client, type OtpDestination } from '@libs/iam';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { AppAcceptedResponse, BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentApp, DeviceKey, neededDeviceKey, TakesDeviceKey } from '../../surfaces/parameters';
import { AnonymousMobileController } from '../../surfaces/surfaces';
import { scopeOf } from '../app-scope';
import { CAPTCHA_ERRORS, CaptchaGate } from '../captcha/captcha-gate';
import { smsNumberOf } from '../captcha/captcha-scope';
import { identifierOf } from '../identifier-of';
import { AppPasswordForgotRequest, AppPasswordResetRequest } from './passwords.dto';
import { AppEmailRequest } from './registration.dto';
import { MobileSmsCodeRequest } from './sms-codes.dto';

@AnonymousMobileController('auth/password', 'Passwords')
export class PasswordsController {
  constructor(
    private readonly passwords: PasswordResetService,
    private readonly captcha: CaptchaGate,
  ) {}

  @Post('forgot')
  @ApiOperation({
    summary: 'Request a code to set a new password',
    description:
      'The answer is the same whether or not the account exists. Only active members of the App get a code. `mobile` ' +
      'requires a CAPTCHA proof for the scene `password_reset`, and is answered with 429 `REQUEST.RATE_LIMITED` when ' +
      'an SMS budget is used up.',
  })
  @TakesDeviceKey('Required with `mobile`')
  @ApiExtraModels(AppEmailRequest, MobileSmsCodeRequest)
  @ApiBody({ schema: { oneOf: [AppEmailRequest, MobileSmsCodeRequest].map((one) => ({ $ref: getSchemaPath(one) })) } })
  @Answers(AppAcceptedResponse, { status: 202, description: 'Accepted' })
  @Raises(...CAPTCHA_ERRORS)
  async forgotPassword(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey() deviceKey: string | null,
    @Body() body: AppPasswordForgotRequest,
    @RequestClient() client: Client,
  ) {
    const destination = await this.admit(app, deviceKey, body, client);
    return new AppAcceptedResponse(await this.passwords.forgot(scopeOf(app), destination, app.registration, client));
  }

  @Post('reset')
  @ApiOperation({
    summary: 'Set a new password with a code',
    description: 'Ends all sessions of the user at every App. A refused password does not use up the code.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(InvalidOtpError)
  async resetPassword(
    @CurrentApp() app: AppSnapshot,
    @Body() body: AppPasswordResetRequest,
    @RequestClient() client: Client,
  ) {
    await this.passwords.reset(scopeOf(app), identifierOf(body, app), body.otp, body.new_password, client);
    return new BooleanSuccessResponse();
  }

  /** The destination to which a code may be sent. */
  private async admit(
    app: AppSnapshot,
    key: string | null,
    { email, mobile: typed = '', captcha }: AppPasswordForgotRequest,
    client: Client,
  ): Promise<OtpDestination> {
    if (email !== undefined) return { type: 'email', value: email };
    const deviceKey = neededDeviceKey(key);
    const mobile = smsNumberOf(app, typed);
    return provenNumber(await this.captcha.pass(app, client, { scene: 'password_reset', mobile, deviceKey }, captcha));
  }
}
