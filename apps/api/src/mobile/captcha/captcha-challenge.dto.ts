import { ApiProperty } from '@nestjs/swagger';
import { CAPTCHA_SCENES, type CaptchaScene } from '@libs/apps';
import { CAPTCHA_TYPES, type CaptchaPicture, type CaptchaType, type IssuedChallenge } from '@libs/captcha';
import { STEP_UP_PURPOSES } from '@libs/iam';
import { type FieldError, ValidationFailedError } from '@libs/kernel';
import { OneOf, Text, Uuid } from '../../http/fields';
import { CaptchaPoint } from './captcha-proof.dto';

const ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901';

/** What a step-up is named by; in the other scenes the number is. */
const STEP_UP_FIELDS = ['identifier_id', 'purpose', 'resource'] as const;

export class MobileCaptchaChallengeRequest {
  @OneOf('CaptchaScene', CAPTCHA_SCENES, { example: 'login' })
  readonly scene!: CaptchaScene;

  @Text(
    { max: 40 },
    {
      optional: true,
      example: '13800138000',
      description: 'The number that the SMS is to go to, national or international. Not with `step_up`',
    },
  )
  readonly mobile?: string;

  @Uuid({ optional: true, example: ID, description: 'With `step_up`: one of the member’s own mobile identifiers' })
  readonly identifier_id?: string;

  @OneOf('StepUpPurpose', STEP_UP_PURPOSES, { optional: true, description: 'With `step_up`: what it is for' })
  readonly purpose?: string;

  @Uuid({
    optional: true,
    example: ID,
    description: 'With `step_up`: the id of what is acted on; the user’s own for the account',
  })
  readonly resource?: string;
}

/** What a challenge is asked for: a number, or the act of a step-up. */
export type ChallengeTarget =
  | { readonly mobile: string; readonly stepUp: null }
  | {
      readonly mobile: null;
      readonly stepUp: { readonly identifierId: string; readonly purpose: string; readonly resource: string };
    };

/** @throws ValidationFailedError where a field of the scene is missing, or one of another scene is there. */
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

export class CaptchaImage {
  @ApiProperty({ description: 'A `data:` URL, for an `<img>` as it is', example: 'data:image/jpeg;base64,/9j/4AAQ…' })
  readonly data_url: string;

  @ApiProperty({ type: 'integer', description: 'Original pixels', example: 300 })
  readonly width: number;

  @ApiProperty({ type: 'integer', description: 'Original pixels', example: 220 })
  readonly height: number;

  constructor({ dataUrl, width, height }: CaptchaPicture) {
    this.data_url = dataUrl;
    this.width = width;
    this.height = height;
  }
}

export class MobileCaptchaChallengeResponse {
  @ApiProperty({ enum: [...CAPTCHA_TYPES], enumName: 'CaptchaChallengeType', example: 'click' })
  readonly type: CaptchaType;

  @ApiProperty({ format: 'uuid', example: ID })
  readonly captcha_id: string;

  @ApiProperty({
    description: 'Opaque: 43 characters, not to be logged or kept',
    example: 'q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E',
  })
  readonly captcha_token: string;

  @ApiProperty({ type: 'integer', example: 300 })
  readonly expires_in_seconds: number;

  @ApiProperty({ description: 'JPEG' })
  readonly main_image: CaptchaImage;

  @ApiProperty({ required: false, description: 'click: the characters in the order to click them; PNG' })
  readonly prompt_image?: CaptchaImage;

  @ApiProperty({ type: 'integer', required: false, description: 'click: how many points the answer has', example: 3 })
  readonly required_points?: number;

  @ApiProperty({ required: false, description: 'slide, drag: PNG with alpha' })
  readonly tile_image?: CaptchaImage;

  @ApiProperty({ required: false, description: 'slide, drag: the top left corner of the tile at the start' })
  readonly initial_point?: CaptchaPoint;

  @ApiProperty({ required: false, description: 'rotate: PNG with alpha, concentric with main_image' })
  readonly thumb_image?: CaptchaImage;

  @ApiProperty({
    description: 'What to do, in the locale of the response: the title of the widget, and the text of screen readers',
    example: 'Tap the characters in the order shown',
  })
  readonly instruction: string;

  constructor({ id, token, expiresInSeconds, puzzle, instruction }: IssuedChallenge) {
    this.type = puzzle.type;
    this.captcha_id = id;
    this.captcha_token = token;
    this.expires_in_seconds = expiresInSeconds;
    this.main_image = new CaptchaImage(puzzle.main);
    switch (puzzle.type) {
      case 'click':
        this.prompt_image = new CaptchaImage(puzzle.prompt);
        this.required_points = puzzle.requiredPoints;
        break;
      case 'slide':
      case 'drag':
        this.tile_image = new CaptchaImage(puzzle.tile);
        this.initial_point = puzzle.initialPoint;
        break;
      case 'rotate':
        this.thumb_image = new CaptchaImage(puzzle.thumb);
    }
    this.instruction = instruction;
  }
}
