import fc from 'fast-check';
import { renderBody } from '../../../../content/src/domain/texts/rich-text';
import { asWritten, plainText } from './plain-text';

const onScreen = (markdown: string) => plainText(renderBody(markdown, 'markdown'), { withLinks: false });
const inMail = (markdown: string) => plainText(renderBody(markdown, 'markdown'), { withLinks: true });

describe('Plain text of Markdown', () => {
  it('has no marks', () => {
    expect(onScreen('# News\n\n**Bold** and *fine* `code`\n\n> said\n')).toBe('News\nBold and fine code\nsaid');
  });

  it('has links as their text, in mails with where they lead', () => {
    const markdown =
      'See [the page](https://example.com/a?b=1&c=2), <https://example.com/x> and [nothing](javascript:x).';
    expect(onScreen(markdown)).toBe('See the page, https://example.com/x and [nothing](javascript:x).');
    expect(inMail(markdown)).toBe(
      'See the page (https://example.com/a?b=1&c=2), https://example.com/x and [nothing](javascript:x).',
    );
  });

  it('keeps lines, bullets and what pictures show', () => {
    expect(onScreen('one\ntwo  \nthree\n\n- a\n- b\n\n![A cup](https://example.com/cup.png)')).toBe(
      'one two\nthree\n• a\n• b\nA cup',
    );
    expect(inMail('one\n\ntwo')).toBe('one\n\ntwo');
    expect(onScreen('| a | b |\n|---|---|\n| 1 | 2 |')).toBe('a b\n1 2');
  });

  it('shows HTML of the author as it was typed, and characters as they are', () => {
    expect(onScreen('<b onclick="x">a</b> &amp; 1 < 2 "q"')).toBe('<b onclick="x">a</b> & 1 < 2 "q"');
    expect(onScreen('{{display_name}}, welcome to {{app_name}}')).toBe('{{display_name}}, welcome to {{app_name}}');
  });

  it('has no control characters and no blank lines, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (written) => {
        for (const text of [
          asWritten(written),
          plainText(`<p>${written.replaceAll('<', '&lt;')}</p>`, { withLinks: false }),
        ]) {
          expect(text).not.toMatch(/[^\S\n]\n|(?!\n)\p{Cc}/u);
        }
        expect(plainText(`<p>${written.replaceAll('<', '&lt;')}</p>`, { withLinks: false })).not.toContain('\n');
      }),
    );
  });

  it('is made of the longest text at once', () => {
    const longest = `<p>${'<a href="https://example.com/">x</a> &lt;'.repeat(50_000)}</p>`;
    expect(plainText(longest, { withLinks: false }).length).toBe(50_000 * 'x <'.length);
  });
});
