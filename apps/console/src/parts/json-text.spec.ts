import fc from 'fast-check';
import { parseJson } from './json-text';

describe('parseJson', () => {
  it('gives the value, and its size as it is sent', () => {
    expect(parseJson('{ "名": [1, true] }')).toEqual({ isRight: true, value: { 名: [1, true] }, bytes: 16 });
  });

  it.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['{"a" 1}', 1, 6],
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
    ['[1, 2', 1, 6],
    ['[1, 02]', 1, 6],
    ["{'a': 1}", 1, 2],
    ['{"a": undefined}', 1, 7],
    ['{"a": "b\nc"}', 1, 7],
    ['{} x', 1, 4],
    ['nul', 1, 1],
    ['[[}', 1, 3],
  ])('finds where %j stops to be JSON', (text, line, column) => {
    expect(parseJson(text)).toEqual({ isRight: false, line, column });
  });

  it('accepts what JSON has, and finds a place within whatever is none', () => {
    fc.assert(fc.property(fc.json(), (text) => expect(parseJson(text).isRight).toBe(true)));
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 2 }),
        fc.nat(),
        fc.constantFrom('', '}', ',', '"', 'x', '\\'),
        (text, seed, put) => {
          const at = seed % (text.length + 1);
          const broken = parseJson(text.slice(0, at) + put + text.slice(at + 1));
          if (!broken.isRight) expect(broken.column).toBeLessThanOrEqual(text.length + 2);
        },
      ),
    );
  });
});
