import { Body, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import type { SpentProof } from '@libs/captcha';
import {
  InvalidOtpError,
  MemberMobiles,
  OtpCooldownError,
  StepUpIdentifierTooNewError,
  StepUps,
  type Client,
  type MemberSession,
} from '@libs/iam';
import { ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { CurrentApp, CurrentMember, DeviceKey, neededDeviceKey, TakesDeviceKey } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import { CAPTCHA_ERRORS, CaptchaGate } from '../captcha/captcha-gate';
import { smsNumberOf } from '../captcha/captcha-scope';
import {
  MobileStepUpCodeRequest,
  MobileStepUpCodeResponse,
  MobileStepUpTokenResponse,
  MobileStepUpVerifyRequest,
} from './step-up.dto';

@MobileController('auth/step-up', 'Step-up')
@Raises(ValidationFailedError)
export class StepUpController {
  constructor(
    private readonly stepUps: StepUps,
    private readonly mobiles: MemberMobiles,
    private readonly captcha: CaptchaGate,
  ) {}

  @Post('verification-code')
  @ApiOperation({
    summary: 'Request a step-up code',
    description:
      'Each purpose has a cooldown, during which nothing is sent: the same purpose and resource get the current ' +
      '`challenge_id`, and `resend_after_seconds` says how long it lasts; another resource gets 429 ' +
      '`IAM.OTP.COOLDOWN`, as do another session and a code that is used up. A mobile number requires a CAPTCHA ' +
      'proof for the scene `step_up` and the same identifier, purpose and resource, and is answered with 429 ' +
      '`REQUEST.RATE_LIMITED` when an SMS budget is used up. An email address takes no `captcha`. An identifier that ' +
      'was verified less than 24 hours ago is refused while an older one exists.',
  })
  @TakesDeviceKey('Required for a mobile number')
  @Answers(MobileStepUpCodeResponse, { status: 202, description: 'Accepted' })
  @Raises(ResourceNotFoundError, StepUpIdentifierTooNewError, OtpCooldownError, ...CAPTCHA_ERRORS)
  async requestStepUpCode(
    @CurrentApp() app: AppSnapshot,
    @CurrentMember() member: MemberSession,
    @DeviceKey() deviceKey: string | null,
    @Body() body: MobileStepUpCodeRequest,
    @RequestClient() client: Client,
  ) {
    const { identifier_id: identifierId, purpose, resource } = body;
    const mobile = await this.mobiles.find(member, identifierId);
    if (mobile === null && body.captcha) throw ValidationFailedError.of('captcha', 'unknown_field');
    const proof = mobile === null ? null : await this.admit(app, member, deviceKey, mobile, body, client);
    const request = { identifierId, proof, act: { purpose, resource } };
    return new MobileStepUpCodeResponse(await this.stepUps.request(member, request, app.registration, client));
  }

  @Post('verify')
  @ApiOperation({
    summary: 'Exchange a step-up code for a step-up token',
    description: 'The token is valid for five minutes. Send it as `X-Step-Up-Token` with the act that it permits.',
  })
  @Answers(MobileStepUpTokenResponse)
  @Raises(InvalidOtpError)
  async verifyStepUpCode(
    @CurrentMember() member: MemberSession,
    @Body() { challenge_id, otp }: MobileStepUpVerifyRequest,
    @RequestClient() client: Client,
  ) {
    return new MobileStepUpTokenResponse(await this.stepUps.verify(member, challenge_id, otp, client));
  }

  private async admit(
    app: AppSnapshot,
    member: MemberSession,
    key: string | null,
    own: string,
    { identifier_id: identifierId, purpose, resource, captcha }: MobileStepUpCodeRequest,
    client: Client,
  ): Promise<SpentProof> {
    const { sessionId } = member;
    const deviceKey = neededDeviceKey(key);
    const mobile = smsNumberOf(app, own, 'identifier_id');
    const stepUp = { identifierId, purpose, resource };
    await this.stepUps.expectAskable(member, identifierId, { purpose, resource });
    return this.captcha.pass(app, client, { scene: 'step_up', mobile, deviceKey, sessionId, stepUp }, captcha);
  }
}
