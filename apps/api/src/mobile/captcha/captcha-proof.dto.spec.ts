import 'reflect-metadata';
import fc from 'fast-check';
import { ValidationFailedError } from '@libs/kernel';
import { Text } from '../../http/fields/fields';
import { ValidationPipe } from '../../http/fields/validation.pipe';
import { CaptchaField, type CaptchaProof } from './captcha-proof.dto';

class SmsRequest {
  @Text({ max: 40 })
  readonly mobile!: string;

  @CaptchaField()
  readonly captcha?: CaptchaProof | null;
}

const PROOF = {
  id: '0192F0C1-7c2a-7b3e-9d54-3f1c2a7be901',
  token: 'q7Vb2ZkXo0m9wR4tY6uI8pLsDfGhJkZxCvBnM1Q2w3E',
  response: { type: 'rotate', angle: 217 },
};

const validate = async (body: unknown) =>
  (await new ValidationPipe().transform(body, { type: 'body', metatype: SmsRequest })) as SmsRequest;

/** The problems of a captcha, as `field code`. */
const reasons = async (captcha: unknown): Promise<string[]> => {
  try {
    await validate({ mobile: '1', captcha });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    return error.fields.map(({ field, code }) => `${field} ${code}`);
  }
};

describe('The captcha of an SMS request', () => {
  it.each([
    { type: 'click', points: [{ x: 134, y: 94 }] },
    { type: 'click', points: Array.from({ length: 10 }, (_, x) => ({ x, y: -0.5 })) },
    { type: 'slide', point: { x: 205.25, y: 40 } },
    { type: 'drag', point: { x: -6, y: 1e300 } },
    { type: 'rotate', angle: 0 },
    { type: 'rotate', angle: 360 },
  ])('is taken as it is documented: %j', async (response) => {
    const { captcha } = await validate({ mobile: '1', captcha: { ...PROOF, response } });
    expect(captcha).toEqual({ ...PROOF, id: PROOF.id.toLowerCase(), response });
  });

  it.each([[undefined], [null]])('may be missing as far as its form goes: %s', async (captcha) => {
    expect(await reasons(captcha)).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    ['text', ['captcha not_object']],
    [7, ['captcha not_object']],
    [[], ['captcha not_object']],
    [[PROOF], ['captcha not_object']],
    [{}, ['captcha.id required', 'captcha.token required', 'captcha.response required']],
    [{ ...PROOF, id: 'x' }, ['captcha.id not_uuid']],
    [{ ...PROOF, id: 7 }, ['captcha.id not_string']],
    [{ ...PROOF, token: 7 }, ['captcha.token not_string']],
    [{ ...PROOF, token: '' }, ['captcha.token required']],
    [{ ...PROOF, token: PROOF.token.slice(1) }, ['captcha.token too_short']],
    [{ ...PROOF, token: `${PROOF.token}A` }, ['captcha.token too_long']],
    [{ ...PROOF, token: PROOF.token.replace('q', '+') }, ['captcha.token invalid']],
    [{ ...PROOF, more: 1 }, ['captcha.more unknown_field']],
    [{ ...PROOF, response: null }, ['captcha.response required']],
    [{ ...PROOF, response: 217 }, ['captcha.response not_object']],
    [{ ...PROOF, response: [] }, ['captcha.response not_object']],
    [{ ...PROOF, response: [null] }, ['captcha.response not_object']],
    [{ ...PROOF, response: [PROOF.response] }, ['captcha.response not_object']],
  ])('is refused where it is not: %j', async (captcha, expected) => {
    expect(await reasons(captcha)).toEqual(expected);
  });

  it.each<[unknown, string[]]>([
    [{}, ['type required']],
    [{ type: 'puzzle' }, ['type not_allowed']],
    [{ type: 'random' }, ['type not_allowed']],
    [{ type: 'CLICK', points: [{ x: 1, y: 1 }] }, ['points unknown_field', 'type not_allowed']],
    [{ type: ['click'] }, ['type not_string']],
    [{ type: null }, ['type required']],
    [{ type: 'click' }, ['points required']],
    [{ type: 'click', points: {} }, ['points not_list']],
    [{ type: 'click', points: [] }, ['points too_few_items']],
    [{ type: 'click', points: Array(11).fill({ x: 1, y: 1 }) }, ['points too_many_items']],
    [{ type: 'click', points: [null] }, ['points.0 not_object']],
    [{ type: 'click', points: [[1, 2]] }, ['points.0 not_object']],
    [{ type: 'click', points: [{ x: 1 }] }, ['points.0.y required']],
    [{ type: 'click', points: [{ x: '1', y: 1, z: 1 }] }, ['points.0.x not_number', 'points.0.z unknown_field']],
    [{ type: 'click', points: [{ x: 1, y: 1 }], point: { x: 1, y: 1 } }, ['point unknown_field']],
    [{ type: 'slide' }, ['point required']],
    [{ type: 'slide', point: [1, 2] }, ['point not_object']],
    [{ type: 'slide', point: { x: Infinity, y: null } }, ['point.x not_finite', 'point.y required']],
    [{ type: 'slide', point: { x: NaN, y: 1 } }, ['point.x not_finite']],
    [{ type: 'drag', point: { x: 1, y: 1 }, angle: 1 }, ['angle unknown_field']],
    [{ type: 'rotate' }, ['angle required']],
    [{ type: 'rotate', angle: '217' }, ['angle not_integer']],
    [{ type: 'rotate', angle: 217.5 }, ['angle not_integer']],
    [{ type: 'rotate', angle: -1 }, ['angle out_of_range']],
    [{ type: 'rotate', angle: 361 }, ['angle out_of_range']],
    [{ type: 'rotate', angle: 1, points: [] }, ['points unknown_field']],
  ])('is refused with the response %j', async (response, expected) => {
    const found = await reasons({ ...PROOF, response });
    expect(found.sort()).toEqual(expected.map((reason) => `captcha.response.${reason}`));
  });

  it('is told together with what is wrong elsewhere', async () => {
    const error: unknown = await validate({ captcha: { ...PROOF, id: 'x' } }).catch((thrown: unknown) => thrown);
    expect((error as ValidationFailedError).fields.map(({ field }) => field)).toEqual(['mobile', 'captcha.id']);
  });

  it('is refused in our form or taken, whatever it is', async () => {
    const types = fc.constantFrom<unknown>('click', 'slide', 'drag', 'rotate', 'x', null, 1);
    const odd = fc.oneof(fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>, fc.double());
    const response = fc.oneof(
      odd,
      fc.record({ type: types, points: odd, point: odd, angle: odd }, { requiredKeys: [] }),
    );
    await fc.assert(
      fc.asyncProperty(fc.record({ id: odd, token: odd, response }, { requiredKeys: [] }), async (captcha) => {
        expect(await reasons(captcha)).toBeInstanceOf(Array);
      }),
    );
  });
});
