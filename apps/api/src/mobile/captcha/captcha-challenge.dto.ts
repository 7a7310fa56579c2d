import { CAPTCHA_SCENES, type CaptchaScene } from '@libs/apps';
import type { IssuedChallenge } from '@libs/captcha';
import { STEP_UP_PURPOSES } from '@libs/iam';
import { field, type FieldError, ValidationFailedError } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { OneOf, Text, Uuid } from '../../http/fields/fields';
import { Variants } from '../../http/fields/variants';
import { CaptchaPoint } from './captcha-proof.dto';

const ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';

/** The fields that name the act of a step-up. The other scenes need only the number. */
const STEP_UP_FIELDS = ['identifier_id', 'purpose', 'resource'] as const;

export class MobileCaptchaChallengeRequest {
  @OneOf('CaptchaScene', CAPTCHA_SCENES, { example: 'login' })
  readonly scene!: CaptchaScene;

  @Text(
    { max: 40 },
    {
      optional: true,
      example: '13800138000',
      description: 'The number to which the SMS is to be sent, national or international. Not with `step_up`',
    },
  )
  readonly mobile?: string;

  @Uuid({ optional: true, example: ID, description: 'Only with `step_up`: one of the member’s own mobile identifiers' })
  readonly identifier_id?: string;

  @OneOf('StepUpPurpose', STEP_UP_PURPOSES, {
    optional: true,
    description: 'Only with `step_up`: the purpose of the step-up',
  })
  readonly purpose?: string;

  @Uuid({
    optional: true,
    example: ID,
    description: 'Only with `step_up`: the id of the resource acted on; the member’s own user id for the account',
  })
  readonly resource?: string;
}

/** The target of a challenge: a number, or the act of a step-up. */
export type ChallengeTarget =
  | { readonly mobile: string; readonly stepUp: null }
  | {
      readonly mobile: null;
      readonly stepUp: { readonly identifierId: string; readonly purpose: string; readonly resource: string };
    };

/** @throws ValidationFailedError when a field of the scene is missing, or one of another scene is given. */
export function targetOf(body: MobileCaptchaChallengeRequest): ChallengeTarget {
  const { scene, mobile, identifier_id: identifierId, purpose, resource } = body;
  const isStepUp = scene === 'step_up';
  const [needed, foreign] = isStepUp ? [STEP_UP_FIELDS, ['mobile'] as const] : [['mobile'] as const, STEP_UP_FIELDS];
  const errors: FieldError[] = [
    ...needed.filter((field) => body[field] === undefined).map((field) => ({ field, code: 'required' })),
    ...foreign.filter((field) => body[field] !== undefined).map((field) => ({ field, code: 'unknown_field' })),
  ];
  if (errors.length > 0) throw new ValidationFailedError(errors);
  if (!isStepUp) return { mobile: mobile ?? '', stepUp: null };
  return {
    mobile: null,
    stepUp: { identifierId: identifierId ?? '', purpose: purpose ?? '', resource: resource ?? '' },
  };
}

export class CaptchaImage extends answer({
  dataUrl: field.text().about('A `data:` URL, for an `<img>` as it is').example('data:image/jpeg;base64,/9j/4AAQ…'),
  width: field.integer(1).about('Original pixels').example(300),
  height: field.integer(1).about('Original pixels').example(220),
}) {}

const TILE = { data_url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg…', width: 62, height: 62 };

/** What challenges of all types have. */
const challenge = {
  captchaId: field.uuid().example(ID),
  captchaToken: field
    .text()
    .about('Opaque: 43 characters, not to be logged or kept')
    .example('q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E'),
  expiresInSeconds: field.count().example(300),
  mainImage: field.nested(() => CaptchaImage).about('JPEG'),
  instruction: field
    .text()
    .about('Instruction in the locale of the response, for the title of the widget and for screen readers')
    .example('Follow the picture'),
};

/** The characters of the prompt are to be clicked in the picture. */
class CaptchaClickChallenge extends answer({
  ...challenge,
  type: field.constant('click'),
  promptImage: field
    .nested(() => CaptchaImage)
    .about('The characters in the order to click them; PNG')
    .example({ ...TILE, width: 150, height: 40 }),
  requiredPoints: field.integer(1).about('Number of points that the answer must have').example(3),
}) {}

/** The tile is to be moved to the hole: along the bottom edge (`slide`), or wherever it is (`drag`). */
class CaptchaTileChallenge extends answer({
  ...challenge,
  type: field.schema<'slide' | 'drag'>({ type: 'string', enum: ['slide', 'drag'] }).example('slide'),
  tileImage: field
    .nested(() => CaptchaImage)
    .about('PNG with alpha')
    .example(TILE),
  initialPoint: field
    .made(() => CaptchaPoint)
    .about('The top left corner of the tile at the start')
    .example({ x: 4, y: 96 }),
}) {}

/** The disc is to be turned until it continues the picture around it. */
class CaptchaRotateChallenge extends answer({
  ...challenge,
  type: field.constant('rotate'),
  thumbImage: field
    .nested(() => CaptchaImage)
    .about('PNG with alpha, concentric with main_image')
    .example({ ...TILE, width: 150, height: 150 }),
}) {}

/** A challenge of any type. */
@Variants('type', {
  click: CaptchaClickChallenge,
  slide: CaptchaTileChallenge,
  drag: CaptchaTileChallenge,
  rotate: CaptchaRotateChallenge,
})
export class MobileCaptchaChallengeResponse {
  static of(issued: IssuedChallenge): MobileCaptchaChallengeResponse {
    const { id: captchaId, token: captchaToken, expiresInSeconds, puzzle, instruction } = issued;
    const shown = { captchaId, captchaToken, expiresInSeconds, mainImage: puzzle.main, instruction };
    switch (puzzle.type) {
      case 'click':
        return new CaptchaClickChallenge({ ...shown, ...puzzle, promptImage: puzzle.prompt });
      case 'slide':
      case 'drag':
        return new CaptchaTileChallenge({ ...shown, ...puzzle, tileImage: puzzle.tile });
      case 'rotate':
        return new CaptchaRotateChallenge({ ...shown, ...puzzle, thumbImage: puzzle.thumb });
    }
  }
}
