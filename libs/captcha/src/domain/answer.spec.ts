import fc from 'fast-check';
import { checkAnswer, clickAnswer, type CaptchaResponse, rotateAnswer, tileAnswer } from './answer';

const place = fc.record({ x: fc.integer({ min: 0, max: 300 }), y: fc.integer({ min: 0, max: 220 }) });
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const sign = fc.constantFrom(-1, 1);
/** A little more than the rounding errors of coordinates. */
const EPSILON = 1e-9;

describe('The answer of slide and drag', () => {
  const cases = fc.constantFrom(['slide', 5] as const, ['drag', 6] as const);

  it('is right up to the tolerance in x and y', () => {
    fc.assert(
      fc.property(cases, place, fraction, fraction, sign, sign, ([type, tolerance], point, dx, dy, signX, signY) => {
        const near = {
          x: point.x + signX * dx * (tolerance - EPSILON),
          y: point.y + signY * dy * (tolerance - EPSILON),
        };
        expect(checkAnswer(tileAnswer(type, point), { type, point: near })).toBe(true);
      }),
    );
  });

  it('is wrong beyond it, in any direction', () => {
    const far = fc.double({ min: 1 + EPSILON, max: 100, noNaN: true });
    fc.assert(
      fc.property(cases, place, far, fraction, sign, fc.boolean(), ([type, tolerance], point, off, on, way, inX) => {
        const [dx, dy] = inX ? [off, on] : [on, off];
        const away = { x: point.x + way * dx * tolerance, y: point.y + way * dy * tolerance };
        expect(checkAnswer(tileAnswer(type, point), { type, point: away })).toBe(false);
      }),
    );
  });

  it('includes the tolerance itself: 5 pixels, or 6', () => {
    const at = (x: number, y: number) => ({ point: { x, y } });
    expect(checkAnswer(tileAnswer('slide', { x: 100, y: 40 }), { type: 'slide', ...at(105, 35) })).toBe(true);
    expect(checkAnswer(tileAnswer('slide', { x: 100, y: 40 }), { type: 'slide', ...at(105.01, 40) })).toBe(false);
    expect(checkAnswer(tileAnswer('drag', { x: 100, y: 40 }), { type: 'drag', ...at(94, 46) })).toBe(true);
    expect(checkAnswer(tileAnswer('drag', { x: 100, y: 40 }), { type: 'drag', ...at(100, 46.01) })).toBe(false);
  });
});

describe('The answer of rotate', () => {
  const angle = fc.integer({ min: 0, max: 360 });

  it('is right up to 6 degrees to either side, where 360 is 0', () => {
    fc.assert(
      fc.property(angle, fc.integer({ min: -6, max: 6 }), (answer, miss) => {
        const turned = (answer + miss + 360) % 360;
        expect(checkAnswer(rotateAnswer(answer), { type: 'rotate', angle: turned })).toBe(true);
        if (turned === 0) expect(checkAnswer(rotateAnswer(answer), { type: 'rotate', angle: 360 })).toBe(true);
      }),
    );
  });

  it('is wrong beyond them', () => {
    fc.assert(
      fc.property(angle, fc.integer({ min: 7, max: 353 }), (answer, miss) => {
        expect(checkAnswer(rotateAnswer(answer), { type: 'rotate', angle: (answer + miss) % 360 })).toBe(false);
      }),
    );
  });
});

describe('The answer of click', () => {
  const glyph = fc.record({
    x: fc.integer({ min: 0, max: 300 }),
    y: fc.integer({ min: 0, max: 220 }),
    size: fc.integer({ min: 28, max: 38 }),
    direction: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
    part: fc.double({ min: 0, max: 1 - EPSILON, noNaN: true }),
  });
  const glyphs = fc.array(glyph, { minLength: 3, maxLength: 4 });
  type Glyph = (typeof glyph)['generate'] extends (...given: never[]) => { value: infer T } ? T : never;
  const clicked = ({ x, y, size, direction, part }: Glyph, beyond = 0) => {
    const distance = part * (0.62 * size + 4) + beyond;
    return { x: x + distance * Math.cos(direction), y: y + distance * Math.sin(direction) };
  };

  it('is right within 0.62 of the glyph and 4 pixels of each centre, in the order of the prompt', () => {
    fc.assert(
      fc.property(glyphs, (all) => {
        const points = all.map((each) => clicked(each));
        expect(checkAnswer(clickAnswer(all), { type: 'click', points })).toBe(true);
      }),
    );
  });

  it('is wrong if one point is farther away', () => {
    fc.assert(
      fc.property(glyphs, fc.nat(), fc.double({ min: EPSILON, max: 50, noNaN: true }), (all, which, beyond) => {
        const points = all.map((each, index) =>
          index === which % all.length ? clicked({ ...each, part: 1 }, beyond) : clicked(each),
        );
        expect(checkAnswer(clickAnswer(all), { type: 'click', points })).toBe(false);
      }),
    );
  });

  it('is wrong in another order, with a point less or a point more', () => {
    const all = [
      { x: 40, y: 40, size: 30 },
      { x: 140, y: 60, size: 30 },
      { x: 240, y: 160, size: 30 },
    ];
    const check = (points: readonly { x: number; y: number }[]) =>
      checkAnswer(clickAnswer(all), { type: 'click', points });
    expect(check(all)).toBe(true);
    expect(check([...all].reverse())).toBe(false);
    expect(check(all.slice(0, 2))).toBe(false);
    expect(check([...all, { x: 0, y: 0 }])).toBe(false);
    expect(check([])).toBe(false);
  });
});

describe('An answer', () => {
  it('of another type is wrong, even where the numbers agree', () => {
    const point = { x: 0, y: 0 };
    const responses: CaptchaResponse[] = [
      { type: 'click', points: [point] },
      { type: 'slide', point },
      { type: 'drag', point },
      { type: 'rotate', angle: 0 },
    ];
    const answers = [
      clickAnswer([{ ...point, size: 30 }]),
      tileAnswer('slide', point),
      tileAnswer('drag', point),
      rotateAnswer(0),
    ];
    const right = answers.map((answer) => responses.map((response) => checkAnswer(answer, response)));
    expect(right).toEqual(answers.map((answer) => responses.map(({ type }) => type === answer.type)));
  });

  it.each([NaN, Infinity, -Infinity])('of %p is wrong', (number) => {
    const point = { x: number, y: number };
    expect(checkAnswer(tileAnswer('slide', { x: 1, y: 1 }), { type: 'slide', point })).toBe(false);
    expect(checkAnswer(rotateAnswer(90), { type: 'rotate', angle: number })).toBe(false);
    expect(checkAnswer(clickAnswer([{ x: 1, y: 1, size: 30 }]), { type: 'click', points: [point] })).toBe(false);
  });
});
