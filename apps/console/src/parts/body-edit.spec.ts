import fc from 'fast-check';
import { edit, type Edit, MARKS, picture } from './body-edit';

function applied(text: string, { from, to, text: put }: Edit): string {
  return text.slice(0, from) + put + text.slice(to);
}

describe('edit', () => {
  it('puts a mark around the selection, and before each of its lines', () => {
    expect(applied('a word here', edit('a word here', 2, 6, 'bold', 'markdown'))).toBe('a **word** here');
    expect(applied('one\ntwo\nthree', edit('one\ntwo\nthree', 1, 5, 'list', 'markdown'))).toBe('- one\n- two\nthree');
    expect(applied('\none', edit('\none', 0, 0, 'quote', 'markdown'))).toBe('> \none');
    expect(applied('title', edit('title', 0, 5, 'heading', 'html'))).toBe('<h2>title</h2>');
  });

  it('takes it away again where it is asked for twice', () => {
    const place = fc.tuple(fc.string({ unit: fc.constantFrom('a', 'é', '字', '\n', ' ') }), fc.nat(), fc.nat());
    fc.assert(
      fc.property(
        place,
        fc.constantFrom(...MARKS),
        fc.constantFrom('markdown' as const, 'html' as const),
        ([text, a, b], mark, format) => {
          const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((one, other) => one - other);
          const once = edit(text, start, end, mark, format);
          const marked = applied(text, once);
          expect(marked).not.toBe(text);
          expect(applied(marked, edit(marked, once.start, once.end, mark, format))).toBe(text);
        },
      ),
    );
  });
});

describe('picture', () => {
  it('cannot be left by what a file is called', () => {
    expect(picture('1', 'a](javascript:x) [b', 'markdown')).toBe(String.raw`![a\](javascript:x) \[b](file:1)`);
    expect(picture('1', '"><script>', 'html')).toBe('<img src="file:1" alt="&quot;>&lt;script>">');
  });
});
