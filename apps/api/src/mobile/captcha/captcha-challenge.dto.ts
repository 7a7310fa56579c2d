import { CAPTCHA_SCENES, type CaptchaScene } from '@libs/apps';
import type { ChallengeType, IssuedChallenge } from '@libs/captcha';
import { STEP_UP_PURPOSES } from '@libs/iam';
import { field, type FieldError, ValidationFailedError } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
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

abstract class CaptchaChallenge {
  @Answer.Uuid({ example: ID })
  readonly captcha_id: string;

  @Answer.Text({
    description: 'Opaque: 43 characters, not to be logged or kept',
    example: 'q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E',
  })
  readonly captcha_token: string;

  @Answer.Count({ example: 300 })
  readonly expires_in_seconds: number;

  @Answer.Nested(() => CaptchaImage, { description: 'JPEG' })
  readonly main_image: CaptchaImage;

  @Answer.Text({
    description: 'Instruction in the locale of the response, for the title of the widget and for screen readers',
    example: 'Follow the picture',
  })
  readonly instruction: string;

  protected constructor({ id, token, expiresInSeconds, puzzle, instruction }: IssuedChallenge) {
    this.captcha_id = id;
    this.captcha_token = token;
    this.expires_in_seconds = expiresInSeconds;
    this.main_image = new CaptchaImage(puzzle.main);
    this.instruction = instruction;
  }
}

/** The characters of the prompt are to be clicked in the picture. */
class CaptchaClickChallenge extends CaptchaChallenge {
  @Answer.Constant('click')
  readonly type = 'click';

  @Answer.Nested(() => CaptchaImage, {
    description: 'The characters in the order to click them; PNG',
    example: { ...TILE, width: 150, height: 40 },
  })
  readonly prompt_image: CaptchaImage;

  @Answer.Integer({ min: 1, description: 'Number of points that the answer must have', example: 3 })
  readonly required_points: number;

  constructor(challenge: IssuedChallenge, { prompt, requiredPoints }: PuzzleOf<'click'>) {
    super(challenge);
    this.prompt_image = new CaptchaImage(prompt);
    this.required_points = requiredPoints;
  }
}

/** The tile is to be moved to the hole: along the bottom edge (`slide`), or wherever it is (`drag`). */
class CaptchaTileChallenge extends CaptchaChallenge {
  @Answer.Schema({ type: 'string', enum: ['slide', 'drag'] }, { example: 'slide' })
  readonly type: 'slide' | 'drag';

  @Answer.Nested(() => CaptchaImage, { description: 'PNG with alpha', example: TILE })
  readonly tile_image: CaptchaImage;

  @Answer.Nested(() => CaptchaPoint, {
    description: 'The top left corner of the tile at the start',
    example: { x: 4, y: 96 },
  })
  readonly initial_point: CaptchaPoint;

  constructor(challenge: IssuedChallenge, { type, tile, initialPoint }: PuzzleOf<'slide' | 'drag'>) {
    super(challenge);
    this.type = type;
    this.tile_image = new CaptchaImage(tile);
    this.initial_point = initialPoint;
  }
}

/** The disc is to be turned until it continues the picture around it. */
class CaptchaRotateChallenge extends CaptchaChallenge {
  @Answer.Constant('rotate')
  readonly type = 'rotate';

  @Answer.Nested(() => CaptchaImage, {
    description: 'PNG with alpha, concentric with main_image',
    example: { ...TILE, width: 150, height: 150 },
  })
  readonly thumb_image: CaptchaImage;

  constructor(challenge: IssuedChallenge, { thumb }: PuzzleOf<'rotate'>) {
    super(challenge);
    this.thumb_image = new CaptchaImage(thumb);
  }
}

type PuzzleOf<T extends ChallengeType> = Extract<IssuedChallenge['puzzle'], { type: T }>;

/** A challenge of any type. */
@Variants('type', {
  click: CaptchaClickChallenge,
  slide: CaptchaTileChallenge,
  drag: CaptchaTileChallenge,
  rotate: CaptchaRotateChallenge,
})
export class MobileCaptchaChallengeResponse {
  static of(challenge: IssuedChallenge): MobileCaptchaChallengeResponse {
    const { puzzle } = challenge;
    switch (puzzle.type) {
      case 'click':
        return new CaptchaClickChallenge(challenge, puzzle);
      case 'slide':
      case 'drag':
        return new CaptchaTileChallenge(challenge, puzzle);
      case 'rotate':
        return new CaptchaRotateChallenge(challenge, puzzle);
    }
  }
}
