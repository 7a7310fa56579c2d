import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { CHALLENGE_TYPES, type ChallengeType } from '@libs/captcha';
import { checkObject, checkOneOf, type FieldCheck } from '../../http/fields/field-checks';
import { Checked, type FieldOptions, Integer, ListOf, Nested, Text, Uuid } from '../../http/fields/fields';
import { variantsSchema } from '../../http/fields/variants';

/** More than any challenge asks for. */
const MAX_POINTS = 10;

/** 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const checkCoordinate: FieldCheck = (value) => {
  if (typeof value !== 'number') return { code: 'not_number' };
  return Number.isFinite(value) ? null : { code: 'not_finite' };
};

/** In original pixels, from the top left corner of the main picture. Fractions are allowed. */
export class CaptchaPoint {
  @Checked(checkCoordinate, { type: 'number' }, { example: 134 })
  readonly x!: number;

  @Checked(checkCoordinate, { type: 'number' }, { example: 94.5 })
  readonly y!: number;
}

class CaptchaClickResponse {
  @ResponseType('click')
  readonly type!: 'click';

  @ListOf(
    () => CaptchaPoint,
    { min: 1, max: MAX_POINTS },
    {
      description: 'The clicked points, in the order of the prompt, as many as `required_points`',
      example: [
        { x: 134, y: 94.5 },
        { x: 52, y: 171 },
        { x: 227, y: 60 },
      ],
    },
  )
  readonly points!: CaptchaPoint[];
}

class CaptchaTileResponse {
  @ResponseType('slide', 'drag')
  readonly type!: 'slide' | 'drag';

  @Nested(() => CaptchaPoint, { description: 'Position to which the top left corner of the tile was moved' })
  readonly point!: CaptchaPoint;
}

class CaptchaRotateResponse {
  @ResponseType('rotate')
  readonly type!: 'rotate';

  @Integer(0, 360, {
    example: 217,
    description: 'Degrees clockwise by which thumb_image was turned, until it continued main_image',
  })
  readonly angle!: number;
}

/** For a response whose type is none of these. */
class UnknownResponse {
  @ResponseType(...CHALLENGE_TYPES)
  readonly type!: ChallengeType;
}

const RESPONSES: Readonly<Record<ChallengeType, new () => object>> = {
  click: CaptchaClickResponse,
  slide: CaptchaTileResponse,
  drag: CaptchaTileResponse,
  rotate: CaptchaRotateResponse,
};

/** The proof that a challenge was solved. */
@ApiExtraModels(CaptchaClickResponse, CaptchaTileResponse, CaptchaRotateResponse)
export class CaptchaProof {
  @Uuid({ description: 'captcha_id of the challenge', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901' })
  readonly id!: string;

  @Text(
    { min: 43, max: 43, pattern: TOKEN },
    { description: 'captcha_token of the challenge', example: 'q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E' },
  )
  readonly token!: string;

  @ResponseOfType()
  readonly response!: CaptchaClickResponse | CaptchaTileResponse | CaptchaRotateResponse;
}

/**
 * The proof in the body of an SMS request. The body is valid without it: a missing proof is answered with 428 once the
 * other fields were found valid.
 */
export function CaptchaField({ onlyWith }: Pick<FieldOptions, 'onlyWith'> = {}): PropertyDecorator {
  return Nested(() => CaptchaProof, {
    optional: true,
    nullable: true,
    ...(onlyWith === undefined ? {} : { onlyWith }),
    description:
      (onlyWith === undefined ? '' : `With \`${onlyWith}\`. `) +
      'The solved challenge of `POST /api/v1/auth/sms-captcha`. Without it: 428 `IAM.CAPTCHA.REQUIRED`',
  });
}

function ResponseType(...types: ChallengeType[]): PropertyDecorator {
  return Checked(checkOneOf(types), { type: 'string', enum: types }, { example: types[0] });
}

/** An object with exactly the fields of its type. */
function ResponseOfType(): PropertyDecorator {
  const byType = new Map<unknown, new () => object>(Object.entries(RESPONSES));
  return applyDecorators(
    Type((given) => byType.get(typeOf(given?.object['response'])) ?? UnknownResponse),
    ValidateNested(),
    Checked(checkObject, variantsSchema('type', RESPONSES)),
  );
}

function typeOf(response: unknown): unknown {
  return typeof response === 'object' && response !== null && 'type' in response ? response.type : undefined;
}
