import { Body, Delete, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiParam, getSchemaPath } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import {
  IdentifierTakenError,
  InvalidOtpError,
  LastIdentifierError,
  IdentifierAdditionsService,
  LoginIdentifiersService,
  parseEmailAddress,
  parseMobileNumber,
  provenNumber,
  StepUpRequiredError,
  type Client,
  type OtpDestination,
  LOGIN_IDENTIFIER_TYPES,
  type LoginIdentifierType,
  type MemberSession,
} from '@libs/iam';
import { ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { AppAcceptedResponse, BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import {
  CurrentApp,
  CurrentMember,
  DeviceKey,
  neededDeviceKey,
  StepUpToken,
  TakesDeviceKey,
  TakesStepUpToken,
} from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import { RegistrationRateLimitGuard } from '../../rate-limits/rate-limit.guards';
import { AppEmailRequest } from '../auth/registration.dto';
import { MobileSmsCodeRequest } from '../auth/sms-codes.dto';
import { CAPTCHA_ERRORS, CaptchaGate } from '../captcha/captcha-gate';
import { smsNumberOf } from '../captcha/captcha-scope';
import { IdentifierTypeGuard } from './identifier-type.guard';
import {
  expectFieldsOf,
  MobileLoginIdentifierChallengeRequest,
  MobileLoginIdentifierListResponse,
  MobileLoginIdentifierVerifyRequest,
} from './identifiers.dto';

const TypeParam = () =>
  ApiParam({
    name: 'type',
    enum: LOGIN_IDENTIFIER_TYPES,
    description: 'Type of the identifier; any other value is 404',
    example: 'email',
  });

@MobileController('me/login-identifiers', 'Login identifiers')
export class IdentifiersController {
  constructor(
    private readonly identifiers: LoginIdentifiersService,
    private readonly additions: IdentifierAdditionsService,
    private readonly captcha: CaptchaGate,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List the member’s login identifiers',
    description: 'The primary identifier comes first. Addresses and numbers are masked.',
  })
  @Answers(MobileLoginIdentifierListResponse)
  async listLoginIdentifiers(@CurrentMember() member: MemberSession) {
    return new MobileLoginIdentifierListResponse({ items: await this.identifiers.list(member) });
  }

  @Post(':type/challenge')
  // It sends to an address of the caller's choice, as a registration does.
  @UseGuards(IdentifierTypeGuard, RegistrationRateLimitGuard)
  @ApiOperation({
    summary: 'Request a code to add a login identifier',
    description:
      'The answer is the same whether or not the identifier belongs to an account. Requires `X-Step-Up-Token` ' +
      '(purpose `identifier_add`, resource the member’s own user id) unless the account has no verified identifier. ' +
      'The token is used up when a code is sent; for 15 more minutes the session may request further codes to the ' +
      'same identifier without another token. `mobile` requires a CAPTCHA proof for the scene `identifier_verify`, ' +
      'which a refusal of the token (403) does not use up, ' +
      'and is answered with 429 `REQUEST.RATE_LIMITED` when an SMS budget is used up.',
  })
  @TypeParam()
  @TakesDeviceKey('Required for `mobile`')
  @TakesStepUpToken({ required: false })
  @ApiExtraModels(AppEmailRequest, MobileSmsCodeRequest)
  @ApiBody({ schema: { oneOf: [AppEmailRequest, MobileSmsCodeRequest].map((one) => ({ $ref: getSchemaPath(one) })) } })
  @Answers(AppAcceptedResponse, { status: 202, description: 'Accepted' })
  @Raises(ResourceNotFoundError, ValidationFailedError, StepUpRequiredError, ...CAPTCHA_ERRORS)
  async challengeLoginIdentifier(
    @CurrentApp() app: AppSnapshot,
    @CurrentMember() member: MemberSession,
    @Param('type') type: LoginIdentifierType,
    @DeviceKey() deviceKey: string | null,
    @StepUpToken() stepUpToken: string | null,
    @Body() body: MobileLoginIdentifierChallengeRequest,
    @RequestClient() client: Client,
  ) {
    expectFieldsOf(type, body);
    const destination: OtpDestination =
      type === 'email'
        ? { type, value: body.email ?? '' }
        : await this.admit(app, member, { deviceKey, stepUpToken }, body, client);
    const rules = app.registration;
    return new AppAcceptedResponse(await this.additions.challenge(member, destination, stepUpToken, rules, client));
  }

  @Post(':type/verify')
  @UseGuards(IdentifierTypeGuard)
  @ApiOperation({
    summary: 'Add a login identifier with the code that was sent to it',
    description:
      'The code is accepted only in the session that requested it. The identifiers that the account already had are notified. While the account has an older identifier, the new one can be used neither for a step-up nor to reset the password for 24 hours.',
  })
  @TypeParam()
  @Answers(MobileLoginIdentifierListResponse)
  @Raises(ResourceNotFoundError, ValidationFailedError, InvalidOtpError, IdentifierTakenError)
  async verifyLoginIdentifier(
    @CurrentApp() app: AppSnapshot,
    @CurrentMember() member: MemberSession,
    @Param('type') type: LoginIdentifierType,
    @Body() { value, otp }: MobileLoginIdentifierVerifyRequest,
    @RequestClient() client: Client,
  ) {
    const parsed =
      type === 'email' ? parseEmailAddress(value) : parseMobileNumber(value, app.registration.defaultCountry);
    if (parsed === null) throw ValidationFailedError.of('value', type === 'email' ? 'not_email' : 'not_mobile');
    await this.additions.verify(member, { type, value: parsed }, otp, client);
    return new MobileLoginIdentifierListResponse({ items: await this.identifiers.list(member) });
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Remove a login identifier',
    description:
      'Requires `X-Step-Up-Token` (purpose `identifier_remove`, resource the id of the identifier). One verified identifier must remain.',
  })
  @TakesStepUpToken({ required: true })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError, StepUpRequiredError, LastIdentifierError)
  async removeLoginIdentifier(
    @CurrentMember() member: MemberSession,
    @Param('id') id: string,
    @StepUpToken() stepUpToken: string | null,
    @RequestClient() client: Client,
  ) {
    await this.identifiers.remove(member, id, stepUpToken, client);
    return new BooleanSuccessResponse();
  }

  /** The permission to send a code to the number. */
  private async admit(
    app: AppSnapshot,
    member: MemberSession,
    headers: { readonly deviceKey: string | null; readonly stepUpToken: string | null },
    { mobile: typed = '', captcha }: MobileLoginIdentifierChallengeRequest,
    client: Client,
  ): Promise<OtpDestination> {
    const deviceKey = neededDeviceKey(headers.deviceKey);
    const mobile = smsNumberOf(app, typed);
    await this.additions.expectPermitted(member, { type: 'mobile', value: mobile }, headers.stepUpToken);
    const request = { scene: 'identifier_verify', mobile, deviceKey, sessionId: member.sessionId } as const;
    return provenNumber(await this.captcha.pass(app, client, request, captcha));
  }
}
