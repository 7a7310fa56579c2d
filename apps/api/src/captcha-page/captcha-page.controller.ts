import { Body, Post } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { CHALLENGE_TYPES, CaptchaChallengesService, CaptchaProofsService, type ChallengeType } from '@libs/captcha';
import type { Client } from '@libs/iam';
import { Answers } from '../http/answers/answers';
import { RequestClient } from '../http/request/client';
import { BooleanSuccessResponse } from '../http/answers/common-responses.dto';
import { OneOf } from '../http/fields/fields';
import { CurrentApp, DeviceKey } from '../surfaces/parameters';
import { DocumentationController } from '../surfaces/surfaces';
import { MobileCaptchaChallengeResponse } from '../mobile/captcha/captcha-challenge.dto';
import { CaptchaField, type CaptchaProof } from '../mobile/captcha/captcha-proof.dto';
import { captchaScope } from '../mobile/captcha/captcha-scope';

const LEVELS = ['easy', 'standard', 'hard'] as const;

/** No number: a proof made on this page is useless for an SMS request. */
const NO_NUMBER = '';

class CaptchaPageChallengeRequest {
  @OneOf('CaptchaChallengeType', CHALLENGE_TYPES)
  readonly type!: ChallengeType;

  @OneOf('CaptchaLevel', LEVELS)
  readonly level!: (typeof LEVELS)[number];
}

class CaptchaPageProofRequest {
  @CaptchaField()
  readonly captcha?: CaptchaProof | null;
}

/** Challenges of every type, whatever the App is set to, for the demonstration page. The checks are the real ones. */
@DocumentationController('captcha')
export class CaptchaPageController {
  constructor(
    private readonly challenges: CaptchaChallengesService,
    private readonly proofs: CaptchaProofsService,
  ) {}

  @Post('challenges')
  @Answers(MobileCaptchaChallengeResponse)
  async createPageChallenge(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey({ required: true }) deviceKey: string,
    @Body() { type, level }: CaptchaPageChallengeRequest,
    @RequestClient() client: Client,
  ) {
    const choice = { type, level, characters: app.captcha.characters };
    const challenge = await this.challenges.issue(pageScope(app, client, deviceKey), choice, client.locale);
    return MobileCaptchaChallengeResponse.of(challenge);
  }

  @Post('proofs')
  @Answers(BooleanSuccessResponse)
  async checkPageProof(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey({ required: true }) deviceKey: string,
    @Body() { captcha }: CaptchaPageProofRequest,
    @RequestClient() client: Client,
  ) {
    await this.proofs.consume(pageScope(app, client, deviceKey), captcha ?? null);
    return new BooleanSuccessResponse();
  }
}

function pageScope(app: AppSnapshot, client: Client, deviceKey: string) {
  return captchaScope(app, client, { scene: 'login', deviceKey, mobile: NO_NUMBER, sessionId: null, stepUp: null });
}
