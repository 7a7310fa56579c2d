import fc from 'fast-check';
import { ValidationFailedError } from '@libs/kernel';
import { Checked, EmailAddress, ListOf, Nested, OneOf, QueryInteger, Text } from './fields';
import { parseQuery } from '../request/query';
import { ValidationPipe } from './validation.pipe';
import { markLong } from '../request/long-bodies';
import { rounds } from '../../../../../test/support/rounds';
import { turnsDuring } from '../../../../../test/support/turns';

class Page {
  @QueryInteger(1, 1_000_000, { default: 1 })
  readonly page: number = 1;

  @QueryInteger(1, 100, { default: 20 })
  readonly page_size: number = 20;

  @Text({ max: 160 }, { optional: true })
  readonly q?: string;

  @OneOf('Level', ['low', 'high'], { optional: true })
  readonly level?: string;
}

class Point {
  @Text({ max: 5 })
  readonly x!: string;
}

class Answer {
  @Nested(() => Point)
  readonly point!: Point;

  @ListOf(() => Point, { min: 1, max: 3 }, { optional: true })
  readonly points?: Point[];
}

class Captcha {
  @Nested(() => Answer)
  readonly response!: Answer;

  @EmailAddress({ optional: true, nullable: true })
  readonly email?: string | null;
}

const pipe = new ValidationPipe();

async function outcome(input: Promise<unknown>): Promise<unknown> {
  try {
    return await input;
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    return error.fields.map(({ field, code }) => `${field} ${code}`);
  }
}

const query = (text: string) => outcome(pipe.transform(parseQuery(text), { type: 'query', metatype: Page }));
const body = (value: unknown) => outcome(pipe.transform(value, { type: 'body', metatype: Captcha }));

describe('A query', () => {
  it('has defaults for what is not given', async () => {
    expect(await query('')).toEqual({ page: 1, page_size: 20 });
    expect(await query('page=3&q=a')).toEqual({ page: 3, page_size: 20, q: 'a' });
  });

  it.each(['1', '20', '100', '0000000001'])('takes plain decimal digits: page_size=%s', async (text) => {
    expect(await query(`page_size=${text}`)).toMatchObject({ page_size: Number(text) });
  });

  it.each([
    '',
    '%2B1',
    '-1',
    '1.0',
    '1.5',
    '1e1',
    '0x10',
    '1_0',
    '%201',
    '1%20',
    '1%0A',
    'ten',
    'NaN',
    'Infinity',
    '٣',
    '１',
    '1,0',
    '12345678901',
    'true',
    'null',
  ])('takes no other spelling of an integer: page=%s', async (text) =>
    expect(await query(`page=${text}`)).toEqual(['page not_integer']),
  );

  it.each([
    ['page=0', 'page out_of_range'],
    ['page=1000001', 'page out_of_range'],
    ['page_size=101', 'page_size out_of_range'],
    ['page=9999999999', 'page out_of_range'],
  ])('%s is out of range', async (text, reason) => expect(await query(text)).toEqual([reason]));

  it.each([
    ['page=1&page=1', 'page repeated'],
    ['q=a&%71=b', 'q repeated'],
    ['q[]=a', 'q[] unknown_field'],
    ['q[a]=b', 'q[a] unknown_field'],
    ['q%5B%5D=a', 'q[] unknown_field'],
    ['q=%00', 'q invalid_text'],
    ['q=a%00b', 'q invalid_text'],
    ['q=%ED%A0%80', 'q invalid_text'],
    ['q=%ff', 'q invalid_text'],
    ['q=%', 'q invalid_text'],
    ['q=%u1234', 'q invalid_text'],
    ['page=%zz', 'page invalid_text'],
    ['q=', 'q required'],
    [`q=${'x'.repeat(161)}`, 'q too_long'],
    ['level=LOW', 'level not_allowed'],
    ['level=', 'level not_allowed'],
  ])('%s is refused', async (text, reason) => expect(await query(text)).toEqual([reason]));

  it('counts code points', async () => {
    expect(await query(`q=${encodeURIComponent('😀'.repeat(160))}`)).toMatchObject({ q: '😀'.repeat(160) });
    expect(await query(`q=${encodeURIComponent('😀'.repeat(161))}`)).toEqual(['q too_long']);
  });

  it('may carry parameters that nobody knows, none that reach a prototype', async () => {
    const page = await query(
      'utm_source=mail&utm_source=ad&ref[]=1&x=%ff&%zz=1&__proto__=1&constructor=2&toString=3&hasOwnProperty=4',
    );
    expect(page).toEqual({ page: 1, page_size: 20 });
    expect(page).toBeInstanceOf(Page);
  });

  it('is taken or refused, whatever it says', async () => {
    const text = fc.string({
      unit: fc.constantFrom('page', 'q', '=', '&', '%', '+', '0', '1', 'ff', '[', ']', 'é', '\0'),
    });
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        await query(value);
      }),
      { numRuns: rounds(500) },
    );
  });
});

describe('A body', () => {
  const point = { x: '1' };

  it.each([
    [{ response: { point: { x: 1 } } }, ['response.point.x not_string']],
    [{ response: { point: {} } }, ['response.point.x required']],
    [{ response: { point, points: [] } }, ['response.points too_few_items']],
    [{ response: { point, points: [point, {}] } }, ['response.points.1.x required']],
    [{ response: { point, points: [point, 'x'] } }, ['response.points.1 not_object']],
    [{ response: { point, points: [[point]] } }, ['response.points.0 not_object']],
    [{ response: { point, points: null } }, ['response.points not_list']],
    [{ response: { point: { x: '1', y: 1 } } }, ['response.point.y unknown_field']],
    [{ response: null }, ['response required']],
    [{ response: [] }, ['response not_object']],
    [{}, ['response required']],
    [undefined, ['response required']],
    [{ response: { point }, email: 'no' }, ['email not_email']],
  ])('%j is refused by paths and reasons', async (value, reasons) => expect(await body(value)).toEqual(reasons));

  it('becomes its class, addresses in their canonical form', async () => {
    const captcha = await body({ response: { point, points: [point] }, email: ' Member@EXAMPLE.com ' });
    expect(captcha).toEqual({ response: { point, points: [point] }, email: 'member@example.com' });
    expect(captcha).toBeInstanceOf(Captcha);
    expect((captcha as Captcha).response.points?.[0]).toBeInstanceOf(Point);
  });

  it('may say null where that is allowed', async () => {
    expect(await body({ response: { point }, email: null })).toEqual({ response: { point }, email: null });
  });

  it('is taken or refused, whatever it says', async () => {
    const key = fc.constantFrom('response', 'point', 'points', 'x', 'email', 'then', 'length', '0', '');
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.dictionary(key, tie('any')),
        fc.array(tie('any'), { maxLength: 3 }),
      ),
    })).any;
    await fc.assert(
      fc.asyncProperty(value, async (json) => {
        const taken = await body(json);
        expect(taken instanceof Captcha || Array.isArray(taken)).toBe(true);
      }),
      { numRuns: rounds(500) },
    );
  });
});

describe('A body of many unknown fields', () => {
  it('is refused for some of them and for what is known, and the others are not looked at', async () => {
    let looked = 0;
    const fields = Array.from({ length: 1_000 }, (_, at) => [
      `u${at}`,
      { enumerable: true, get: () => void (looked += 1) },
    ]);
    const wide = Object.defineProperties({ response: {} }, Object.fromEntries(fields) as PropertyDescriptorMap);
    const reasons = (await body(wide)) as string[];
    expect(reasons).toHaveLength(20);
    expect(reasons).toContain('u0 unknown_field');
    expect(looked).toBeLessThanOrEqual(40);
  });
});

describe('A list that is too long', () => {
  const looked = jest.fn((): null => null);

  class Item {
    @Checked(looked, { type: 'string' })
    readonly x!: string;
  }

  class Items {
    @ListOf(() => Item, { max: 3 })
    readonly items!: Item[];
  }

  it('is refused for its length, whatever is in it, and is not looked through', async () => {
    const items = Array.from({ length: 1_000 }, () => ({ x: 'x' }));
    const refused = outcome(pipe.transform({ items }, { type: 'body', metatype: Items }));
    expect(await refused).toEqual(['items too_many_items']);
    expect(looked.mock.calls.length).toBeLessThanOrEqual(4);
  });

  it('lets others have their turn between the steps with a long body, and only there', async () => {
    const given = () => ({ point: { x: 'a' }, points: [{ x: 'b' }] });
    const long = given();
    markLong(long);
    const as = { type: 'body', metatype: Answer } as const;
    expect(await turnsDuring(() => new ValidationPipe().transform(given(), as))).toBe(0);
    expect(await turnsDuring(() => new ValidationPipe().transform(long, as))).toBeGreaterThanOrEqual(2);
  });
});
