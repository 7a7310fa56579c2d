import { suiteApi } from '../support/suite';
import { aMember, type SignedIn } from './support/member';
import { expectProblem, reasons } from './support/problem';
import { exchange, request } from './support/wire';

const VERIFY = '/api/v1/auth/registration/verify-email';
const NOWHERE = '/api/v1/nowhere';

/** Otherwise a valid request with a wrong code. */
const CODE = '"email":"member@example.com","otp":"123456"';

describe('Hostile JSON', () => {
  const api = suiteApi();
  let member: SignedIn;

  beforeAll(async () => {
    member = await aMember(api);
  });

  const post = (body: string | Buffer, path = VERIFY) => {
    const headers = { ...member.headers, 'Content-Type': 'application/json' };
    return exchange(api.url, request('POST', path, headers, body));
  };

  const expectRefused = async (body: string, ...expected: string[]) => {
    const answer = await post(body);
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toEqual(expected);
  };

  describe('keys that reach a prototype', () => {
    it.each(['__proto__', 'prototype', 'constructor'])('%s is 422 at any level, escaped or not', async (key) => {
      const escaped = `\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}`;
      for (const written of [key, escaped]) {
        await expectRefused(`{"${written}":{"otp":"123456"},${CODE}}`, `${key} unknown_field`);
        await expectRefused(`{${CODE},"device":{"${written}":null}}`, `device.${key} unknown_field`);
        await expectRefused(`{${CODE},"a":[0,{"b":{"${written}":1}}]}`, `a.1.b.${key} unknown_field`);
        await expectRefused(`[{"${written}":1}]`, `0.${key} unknown_field`);
      }
    });

    it('leave the prototype of other objects alone', async () => {
      await post(`{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });

    it('are not looked at on routes that use no body', async () => {
      const answer = await post('{"__proto__":{"polluted":true}}', '/api/v1/me/sessions/revoke-others');
      expect([answer.status, answer.body]).toEqual([200, { data: expect.anything() }]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });
  });

  describe('depth', () => {
    const nested = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

    it('is at most 32 levels', async () => {
      await expectRefused(nested(33), 'a too_deep');
      await expectRefused(`{${CODE},"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'a too_deep');
      await expectRefused(nested(32), 'a unknown_field', 'email required', 'otp required');
    });

    it('of thousands of levels is 422, closed or not, and no worse than an unknown route', async () => {
      await expectRefused('['.repeat(8_000) + ']'.repeat(8_000), '0 too_deep');
      await expectRefused(nested(2_500), 'a too_deep');
      await expectRefused('['.repeat(16_000), '0 too_deep');
      expectProblem(await post('['.repeat(8_000) + ']'.repeat(8_000), NOWHERE), 404, 'ROUTE.NOT_FOUND');
      expectProblem(await post(nested(2_500), NOWHERE), 404, 'ROUTE.NOT_FOUND');
    });
  });

  describe('width', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',');

    it('is at most 1,000 keys', async () => {
      await expectRefused(`{${keys(1_001)}}`, ' too_many_keys');
      await expectRefused(`{"a":{${keys(1_000)}}}`, 'a too_many_keys');
      const answer = await post(`{${keys(1_000)}}`);
      expect(reasons(answer.body)[0]).toBe('k0 unknown_field');
    });

    it('is at most 1,000 items', async () => {
      await expectRefused(`{${CODE},"a":[${'0,'.repeat(1_000)}0]}`, 'a too_many_items');
      await expectRefused(`[${'0,'.repeat(1_000)}0]`, ' too_many_items');
      expectProblem(await post(`[${'0,'.repeat(7_999)}0]`, NOWHERE), 404, 'ROUTE.NOT_FOUND');
    });

    it('is at most 10,000 items of all lists together, a list in a list being five', async () => {
      const lists = (count: number) => `[${Array.from({ length: count }, () => `[${'0,'.repeat(994)}0]`).join(',')}]`;
      const report = (body: string) => post(body, '/api/v1/public/app-version/reports');
      expect(reasons((await report(`{"a":${lists(11)}}`)).body)).toEqual(['a too_many_items']);
      expect(reasons((await report(`{"a":${lists(10)}}`)).body).join()).not.toContain('too_many_items');
    });
  });

  describe('values', () => {
    it.each([
      ['1e400', 'not_string'],
      ['-1e400', 'not_string'],
      ['1e-400', 'not_string'],
      ['9'.repeat(5_000), 'not_string'],
      ['-0', 'not_string'],
      ['true', 'not_string'],
      ['{}', 'not_string'],
      ['[]', 'not_string'],
      ['[["123456"]]', 'not_string'],
      ['{"length":6}', 'not_string'],
      ['{"toString":"123456"}', 'toString unknown_field'],
      ['null', 'required'],
      ['""', 'required'],
      ['"\\u0000\\u0000"', 'invalid_text'],
      ['"12345\\u0000"', 'invalid_text'],
      ['"12345\\ud800"', 'invalid_text'],
      ['"\\udc00\\ud800"', 'invalid_text'],
      ['"123456\\n"', 'too_long'],
      ['"12345\\u2028"', 'not_six_digits'],
      ['"١٢٣٤٥٦"', 'not_six_digits'],
    ])('of %s for a code of six digits are 422 otp %s', async (value, reason) => {
      await expectRefused(
        `{"email":"member@example.com","otp":${value}}`,
        reason.includes(' ') ? `otp.${reason}` : `otp ${reason}`,
      );
    });

    it.each(['5', '-1e400', '"text"', '""', 'null', 'true', '[]', '[{}]', '[null]'])(
      'at the top level that are not objects are 422: %s',
      (value) => expectRefused(value, ' not_object'),
    );

    it('of a key given twice: the last one counts', async () => {
      await expectRefused(`{${CODE},"otp":"x"}`, 'otp too_short');
      expectProblem(await post(`{"otp":"x",${CODE}}`), 422, 'IAM.OTP.INVALID');
      await expectRefused(`{${'"otp":1,'.repeat(1_000)}"otp":"123456"}`, ' too_many_keys');
    });
  });

  describe('keys', () => {
    it.each(['\\u0000', 'a\\u0000b', '\\ud800', '\\udfff\\ud800'])('that are not text are 422: %s', (key) =>
      expectRefused(`{"${key}":1,${CODE}}`, ' unknown_field'),
    );

    it('may have any other character, dots and digits too', async () => {
      await expectRefused(
        `{"a.b":1,"0":2,"😀":3,"\\n":4,${CODE}}`,
        ...['0', 'a.b', '😀', '\n'].map((key) => `${key} unknown_field`),
      );
    });
  });
});
