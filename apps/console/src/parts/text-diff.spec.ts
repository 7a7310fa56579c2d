import fc from 'fast-check';
import { diffText, fold, type Line } from './text-diff';

function side(lines: readonly Line[], without: 'removed' | 'added'): string {
  return lines
    .filter(({ kind }) => kind !== without)
    .flatMap(({ pieces }) => pieces.map(({ text }) => text))
    .join('');
}

const text = fc
  .array(fc.constantFrom('one', 'two ', '\n', '更新', '隐私', '\r\n', '😀', ' ', '<b>'), { maxLength: 30 })
  .map((parts) => parts.join(''));

describe('diffText', () => {
  it('shows the words of a line that changed', () => {
    expect(diffText('Same\nThe old text\n', 'Same\nThe new text\n')).toEqual([
      { kind: 'same', before: 1, after: 1, pieces: [{ kind: 'same', text: 'Same\n' }] },
      {
        kind: 'removed',
        before: 2,
        after: null,
        pieces: [
          { kind: 'same', text: 'The ' },
          { kind: 'removed', text: 'old' },
          { kind: 'same', text: ' text\n' },
        ],
      },
      {
        kind: 'added',
        before: null,
        after: 2,
        pieces: [
          { kind: 'same', text: 'The ' },
          { kind: 'added', text: 'new' },
          { kind: 'same', text: ' text\n' },
        ],
      },
    ]);
  });

  it('finds words in a language without spaces', () => {
    const [removed] = diffText('我们尊重您的隐私', '我们保护您的隐私', 'zh-CN');
    expect(removed?.pieces.filter(({ kind }) => kind === 'removed')).toEqual([{ kind: 'removed', text: '尊重' }]);
  });

  it('contains both texts whole', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffText(before, after);
        expect(side(lines, 'added')).toBe(before);
        expect(side(lines, 'removed')).toBe(after);
        expect(lines.some(({ kind }) => kind !== 'same')).toBe(before !== after);
      }),
    );
  });

  it('gives up on texts that have nothing in common, without a word lost', () => {
    const [before, after] = ['a', 'b'].map((letter) =>
      Array.from({ length: 6_000 }, (_, index) => `${letter}${index}\n`).join(''),
    ) as [string, string];
    const lines = diffText(before, after);
    expect(side(lines, 'added')).toBe(before);
    expect(side(lines, 'removed')).toBe(after);
  });
});

describe('fold', () => {
  it('keeps the lines around a change and counts the others', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');
    const folded = fold(diffText(before, before.replace('line 10\n', 'another\n')), 2);

    expect(folded.at(0)).toEqual({ kind: 'folded', count: 8 });
    expect(folded.at(-1)).toEqual({ kind: 'folded', count: 7 });
    expect(folded).toHaveLength(8);
  });
});
