import { type AcceptedRequest, STEP_UP_PURPOSES, type StepUpPurpose } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { ACCEPTED } from '../../http/answers/common-responses.dto';
import { OneOf, OneTimePassword, Uuid } from '../../http/fields/fields';
import { CaptchaField, type CaptchaProof } from '../captcha/captcha-proof.dto';

export class MobileStepUpCodeRequest {
  @Uuid({
    description: 'One of the member’s own verified login identifiers, to which the code is sent',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905',
  })
  readonly identifier_id!: string;

  @OneOf('StepUpPurpose', STEP_UP_PURPOSES, { example: 'identifier_remove' })
  readonly purpose!: StepUpPurpose;

  @Uuid({
    description: 'The id of the resource acted on; the member’s own user id for the account',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be906',
  })
  readonly resource!: string;

  @CaptchaField()
  readonly captcha?: CaptchaProof | null;
}

export class MobileStepUpCodeResponse extends answer({
  ...ACCEPTED,
  challengeId: field
    .uuid()
    .about('Id of the challenge that the code answers; during a cooldown the id for the previous code')
    .example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907'),
}) {
  constructor(accepted: AcceptedRequest & { readonly challengeId: string }) {
    super({ ...accepted, accepted: true });
  }
}

export class MobileStepUpVerifyRequest {
  @Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907' })
  readonly challenge_id!: string;

  @OneTimePassword()
  readonly otp!: string;
}

export class MobileStepUpTokenResponse extends answer({
  stepUpToken: field
    .text()
    .about('Token for a single use, in the session and for the purpose and resource for which it was requested')
    .example('aku_7Zk2…'),
  expiresAt: field.instant().example('2026-11-21T09:05:00.000Z'),
}) {}
