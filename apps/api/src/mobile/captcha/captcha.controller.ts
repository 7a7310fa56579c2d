import { Body, Post, Res, UseGuards } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiSecurity, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import type { AppSnapshot } from '@libs/apps';
import { CaptchaChallengesService, type CaptchaScope, CaptchaUnavailableError } from '@libs/captcha';
import { InvalidTokenError, MemberMobiles, type MemberSession, MissingTokenError, type Client } from '@libs/iam';
import { ResourceNotFoundError } from '@libs/kernel';
import { LOCALISED } from '../../http/answers/answer-headers';
import { Answers, Raises } from '../../http/answers/answers';
import { localised } from '../../http/answers/cached-answer';
import { RequestClient } from '../../http/request/client';
import { CurrentApp, DeviceKey, NeedsDeviceKey } from '../../surfaces/parameters';
import { AnonymousMobileController, APP_SCHEME, MOBILE_SCHEME } from '../../surfaces/surfaces';
import {
  type ChallengeTarget,
  MobileCaptchaChallengeRequest,
  MobileCaptchaChallengeResponse,
  targetOf,
} from './captcha-challenge.dto';
import { captchaScope, smsNumberOf } from './captcha-scope';
import { SceneMember, SceneMemberGuard } from './scene-member.guard';

@AnonymousMobileController('auth', 'CAPTCHA')
export class CaptchaController {
  constructor(
    private readonly challenges: CaptchaChallengesService,
    private readonly mobiles: MemberMobiles,
  ) {}

  @Post('sms-captcha')
  @UseGuards(SceneMemberGuard)
  @ApiOperation({
    summary: 'Get a CAPTCHA challenge for an SMS',
    description:
      'Send its proof once, in `captcha` of an SMS request for the same App, scene and number, from the same ' +
      'address, installation and session. `identifier_verify` and `step_up` require the bearer; the other scenes ' +
      'ignore it. An installation gets at most 30 challenges a minute; of its unanswered challenges in a scene only ' +
      'the three newest count.',
  })
  @ApiSecurity({ [APP_SCHEME]: [], [MOBILE_SCHEME]: [] })
  @ApiExtraModels(MobileCaptchaChallengeRequest)
  @ApiBody({
    schema: {
      $ref: getSchemaPath(MobileCaptchaChallengeRequest),
      example: { scene: 'login', mobile: '13800138000' } satisfies MobileCaptchaChallengeRequest,
    } as object,
  })
  @NeedsDeviceKey()
  @Answers(MobileCaptchaChallengeResponse, { headers: LOCALISED })
  @Raises(MissingTokenError, InvalidTokenError, ResourceNotFoundError, CaptchaUnavailableError)
  async createSmsCaptcha(
    @CurrentApp() app: AppSnapshot,
    @SceneMember() member: MemberSession | null,
    @DeviceKey({ required: true }) deviceKey: string,
    @Body() body: MobileCaptchaChallengeRequest,
    @RequestClient() client: Client,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { scene } = body;
    const { type: anyScene, scenes, level, characters } = app.captcha;
    const target = await this.resolve(app, member, targetOf(body));
    const scope = captchaScope(app, client, { scene, deviceKey, sessionId: member?.sessionId ?? null, ...target });
    const choice = { type: scenes[scene] ?? anyScene, level, characters };
    const challenge = await this.challenges.issue(scope, choice, client.locale);
    localised(response, client.locale);
    return MobileCaptchaChallengeResponse.of(challenge);
  }

  /** The number of the target. Whether it belongs to anyone is not revealed before the SMS. */
  private async resolve(
    app: AppSnapshot,
    member: MemberSession | null,
    { mobile, stepUp }: ChallengeTarget,
  ): Promise<Pick<CaptchaScope, 'mobile' | 'stepUp'>> {
    if (mobile !== null) return { mobile: smsNumberOf(app, mobile), stepUp: null };
    const own = member && (await this.mobiles.find(member, stepUp.identifierId));
    if (!own) throw new ResourceNotFoundError();
    return { mobile: smsNumberOf(app, own, 'identifier_id'), stepUp };
  }
}
