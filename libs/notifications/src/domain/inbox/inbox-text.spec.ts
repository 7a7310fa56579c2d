import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { rounds } from '../../../../../test/support/rounds';
import { HOSTILE_HTML, HOSTILE_MARKDOWN } from '../../../../../test/support/xss-corpus';
import { shownBody, shownTitle } from './inbox-text';

type Node = DefaultTreeAdapterTypes.ChildNode;

const NOBODY = { display_name: '', app_name: '', nameless: '' };

/** As careless as a program may be: it takes HTML over, makes links of whatever looks like one, and checks none of them. */
const careless = new MarkdownIt({ html: true, linkify: true });
careless.validateLink = () => true;

/** What runs, or leads to where nothing should, when an App shows the body that way. */
function harmsOf(body: string): string[] {
  const harms: string[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      if (
        /^(script|svg|math|iframe|object|embed|style|form|input|base|meta|link|template|video|audio|details)$/.test(
          node.tagName,
        )
      ) {
        harms.push(node.tagName);
      }
      for (const { name, value } of node.attrs) {
        if (name.startsWith('on')) harms.push(`${node.tagName} ${name}`);
        if (name === 'href' || name === 'src') harms.push(...foreign(value));
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  parseFragment(careless.render(body)).childNodes.forEach(visit);
  return harms;
}

/** As a browser would resolve it on a page of the App. */
function foreign(address: string): string[] {
  const url = URL.parse(address, 'app://page.example/');
  return url === null || ['http:', 'https:', 'mailto:', 'app:'].includes(url.protocol) ? [] : [address];
}

describe('The body of an item', () => {
  it.each([
    ['Text with **emphasis** and `code`', 'Text with **emphasis** and `code`'],
    ['> A quotation\n>> in another\n  > and > a sign', '> A quotation\n>> in another\n  > and &gt; a sign'],
    ['<b>bold</b>', '&lt;b&gt;bold&lt;/b&gt;'],
    ['AT&T, R & D, ?a=1&b=2', 'AT&T, R & D, ?a=1&b=2'],
    ['&lt;b&gt; &#106; &#x6a;', '&amp;lt;b&amp;gt; &amp;#106; &amp;#x6a;'],
    ['[a](https://a.example) [b](HTTP://b.example)', '[a](https://a.example) [b](HTTP://b.example)'],
    ['[c](mailto:a@b.example) [d]( /page)', '[c](mailto:a@b.example) [d]( /page)'],
    ['[a](javascript:alert(1))', '[a](#javascript:alert(1))'],
    ['![a](data:image/png;base64,A)', '![a](#data:image/png;base64,A)'],
    ['[a](//evil.example) [b](\\\\evil.example)', '[a](#//evil.example) [b](#\\\\evil.example)'],
    ['[a]: javascript:alert(1)', '[a]: #javascript:alert(1)'],
    ['[a]:\n  vbscript:x', '[a]:\n  #vbscript:x'],
    ['> [a]:\n> javascript:alert(1)', '> [a]:\n> #javascript:alert(1)'],
    ['[Note]: see below', '[Note]: see below'],
  ])('%j is shown as %j', (body, shown) => expect(shownBody(body, NOBODY)).toBe(shown));

  it('has what is filled in as text', () => {
    const values = { ...NOBODY, display_name: '**Lin** <b> & [x](javascript:1)\n# Head', app_name: 'A_B' };
    const shown = shownBody('{{display_name}}, {{app_name}}, {{other}}', values);
    expect(careless.renderInline(shown)).toBe('**Lin** &lt;b&gt; &amp; [x](javascript:1) # Head, A_B, {{other}}');
  });

  it('has the text for members without a name as text, whatever is written in it', () => {
    const shown = shownBody('# Hi {{display_name|*you* <b>}}\n\n> {{display_name}}', { ...NOBODY, nameless: 'there' });
    expect(careless.render(shown)).toBe('<h1>Hi *you* &lt;b&gt;</h1>\n<blockquote>\n<p>there</p>\n</blockquote>\n');
  });

  it('leads nowhere by an address that a member has for a name', () => {
    const named = { ...NOBODY, display_name: 'javascript:alert(1)' };
    for (const body of ['[x]({{display_name}})', '![x]( {{display_name}})', '[x]\n\n[x]: {{display_name}}']) {
      expect(harmsOf(shownBody(body, named))).toEqual([]);
    }
  });

  it('leads nowhere by an address in the next line of a quotation', () => {
    const far = ' '.repeat(70);
    for (const signs of ['> ', '>', '> > ', '>\t', `>${far}`]) {
      for (const address of ['javascript:alert(1)', '{{display_name}}']) {
        const [named, bodies] = [
          { ...NOBODY, display_name: 'javascript:alert(1)' },
          [
            `> > [x]:\n${signs}${address}\n\n[x]`,
            `> > [x](\n${signs}${address})`,
            `1. > ![x](\n   ${signs}${address})`,
          ],
        ];
        for (const body of bodies) expect([body, harmsOf(shownBody(body, named))]).toEqual([body, []]);
      }
    }
    expect(harmsOf('> [x]:\n> javascript:alert(1)\n\n[x]')).not.toEqual([]);
  });

  it('runs nothing, whatever is written in it', () => {
    expect(harmsOf('[x](javascript:alert(1)) <img src=x onerror=alert(1)>')).not.toEqual([]);
    const vectors = [...HOSTILE_HTML, ...HOSTILE_MARKDOWN];
    for (const vector of vectors) expect([vector, harmsOf(shownBody(vector, NOBODY))]).toEqual([vector, []]);
    for (const vector of vectors) {
      const body = 'Dear {{display_name}}, [x]({{display_name}})\n\n[y]: {{display_name}}';
      expect([vector, harmsOf(shownBody(body, { ...NOBODY, display_name: vector }))]).toEqual([vector, []]);
      const text = vector.replaceAll(/[{}]/g, '');
      const nameless = body.replaceAll('display_name', `display_name|${text}`);
      expect([text, harmsOf(shownBody(nameless, NOBODY))]).toEqual([text, []]);
    }
  });

  it('runs nothing, however pieces are put together', () => {
    const piece = fc.constantFrom(
      ...[
        '](',
        ']:',
        '[',
        '!',
        '<',
        '>',
        '\n',
        ' ',
        '\t',
        '\\',
        '&',
        '#106;',
        '&colon;',
        ':',
        '(',
        ')',
        '"',
        "'",
        '`',
        '//',
        '*',
      ],
      ...[
        'javascript',
        'JaVa',
        'script',
        'data',
        'https://a.example',
        'mailto:a@b',
        'img src=x onerror=alert(1)',
        '{{display_name}}',
        '{{display_name|javascript:alert(1)}}',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.array(piece, { maxLength: 6 }), (pieces, name) => {
        const values = { ...NOBODY, display_name: name.join('') };
        expect(harmsOf(shownBody(pieces.join(''), values))).toEqual([]);
      }),
      { numRuns: rounds(20_000, 10) },
    );
  });
});

describe('The title of an item', () => {
  it('is plain text in one line', () => {
    const values = { ...NOBODY, display_name: '*Lin*\n <b>', app_name: 'A' };
    expect(shownTitle('{{display_name}} & {{app_name}} <i>', values)).toBe('*Lin* <b> & A <i>');
  });
});
