import fc from 'fast-check';
import { fold } from './fold';
import { anyText } from '../../../../test/support/any-text';

describe('fold', () => {
  it.each([
    ['Hangzhou', 'hangzhou'],
    ['  New   York ', 'new york'],
    ["Xi'an", 'xian'],
    ['Côte d’Ivoire', 'cote divoire'],
    ['Lüliang', 'luliang'],
    ['ＡＢＣ１２３', 'abc123'],
    ['杭州市', '杭州市'],
    ['ガーナ', 'ガーナ'],
    ['İstanbul', 'istanbul'],
    ['JP-13', 'jp-13'],
    ['%_\\', '%_\\'],
    ['a\u0000b\u0001\tc', 'a b c'],
    ['\ud842', '\ufffd'],
  ])('makes %j %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('is idempotent, and leaves no control characters', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const folded = fold(text);
        expect(fold(folded)).toBe(folded);
        expect(folded).not.toMatch(/\p{Cc}/u);
        expect(folded.isWellFormed()).toBe(true);
      }),
    );
  });
});
