import fc from 'fast-check';
import { type BodyFormat, bodyToStore, prepareBody, renderBody, renderedBody, sanitize } from './rich-text';
import { RichTextRefusedError } from './rich-text-problem';
import { anyText } from '../../../../../test/support/any-text';
import { rounds } from '../../../../../test/support/rounds';

/** Markup that must never remain, whatever the input was. Looks at tags only: as text, all of it is harmless. */
const FORBIDDEN_TAG =
  /<\/?(?:script|style|svg|math|iframe|object|embed|form|input|button|link|meta|base|template|video|audio|noscript|html|body)\b/i;
const ATTRIBUTE = /\s([a-z][\w:-]*)\s*(?:=\s*"([^"]*)")?/gi;
const ALLOWED_ATTRIBUTES = new Set(
  'href title src alt width height start span colspan rowspan scope lang dir'.split(' '),
);
const HARMLESS_URL = /^(?:https:\/\/|mailto:|tel:|#)/i;

function expectHarmless(html: string): void {
  expect(html).not.toMatch(FORBIDDEN_TAG);
  expect(html).not.toContain('<!');
  for (const [tag] of html.matchAll(/<[a-z][^>]*>/gi)) {
    for (const [, name = '', value = ''] of tag.matchAll(ATTRIBUTE)) {
      expect(ALLOWED_ATTRIBUTES).toContain(name.toLowerCase());
      if (name === 'href' || name === 'src') expect(value).toMatch(HARMLESS_URL);
    }
  }
}

const ATTACKS = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example/x.js></sCrIpT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://cdn.example/a.png" onload="alert(1)" style="position:fixed">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img src="//evil.example/a.png"><img srcset="javascript:alert(1) 1x">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="http://plain.example">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="https:javascript:alert(1)">x</a>',
  '<a href="https://good.example" onclick="alert(1)" target="_blank" ping="https://evil.example">x</a>',
  '<svg onload=alert(1)><animate attributeName=href values=javascript:alert(1) /></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>x</details>',
  '<body onload=alert(1)>',
  '<link rel=stylesheet href="javascript:alert(1)"><meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<style>*{background:url(javascript:alert(1))}</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<p id="x" name="y" class="z" data-x="1" aria-label="q">x</p>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title><a title="</title><img src=x onerror=alert(1)>"></title>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>"></xmp>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<a href="https://a.example/&quot; onmouseover=&quot;alert(1)">x</a>',
  '<video><source onerror="alert(1)"></video>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<p\u0000onclick=alert(1)>x</p>',
  '<img/src/onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
];

describe('HTML', () => {
  it.each(ATTACKS)('loses active content: %s', (attack) => {
    expectHarmless(sanitize(attack));
    expectHarmless(sanitize(`<p>${attack}</p>`));
    expectHarmless(sanitize(`<table><tr><td title='${attack}'>${attack}</table>`));
  });

  it('keeps the text of a body: headings, lists, tables, emphasis, code, ruby', () => {
    const html =
      '<h1>A</h1><p lang="ja">B <strong>C</strong> <em>D</em> <code>E</code><br /></p><ol start="3"><li>F</li></ol>' +
      '<table><thead><tr><th colspan="2" scope="col">G</th></tr></thead><tbody><tr><td>H</td></tr></tbody></table>' +
      '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>';
    expect(sanitize(html)).toBe(html);
  });

  it.each(['https://good.example/a?b=1', 'mailto:help@example.com', 'tel:+8613800000000', '#chapter'])(
    'keeps links to %s',
    (url) => expect(sanitize(`<a href="${url}">x</a>`)).toBe(`<a href="${url}">x</a>`),
  );

  it('keeps images over https only', () => {
    const image = '<img src="https://cdn.example/a.png" alt="A" />';
    expect(sanitize(image)).toBe(image);
    expect(sanitize('a<img src="http://cdn.example/a.png" alt="A" />b')).toBe('ab');
    expect(sanitize('<img src="mailto:a@example.com" alt="A" />')).toBe('<img alt="A" />');
  });

  it('removes scripts and styles with their content', () => {
    expect(sanitize('a<script>b</script><style>c</style><svg><text>d</text></svg>e')).toBe('ae');
  });

  it('is harmless, and stays so when it is sanitised again, whatever the input', () => {
    const piece = fc.oneof(
      fc.constantFrom(...ATTACKS),
      fc.constantFrom('<', '>', '"', "'", '/', '=', '&', '&lt;', '<!--', '-->', '<p', '</', 'onerror=', '<svg', '<b>'),
      anyText({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = sanitize(pieces.join(''));
        expectHarmless(once);
        expectHarmless(sanitize(once));
      }),
      { numRuns: rounds(500) },
    );
  });
});

describe('Markdown', () => {
  it('is rendered to HTML', () => {
    expect(renderBody('# A\n\n* [b](https://good.example) **c**\n\n|d|\n|-|\n|e|\n', 'markdown')).toBe(
      '<h1>A</h1>\n<ul>\n<li><a href="https://good.example">b</a> <strong>c</strong></li>\n</ul>\n' +
        '<table>\n<thead>\n<tr>\n<th>d</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>e</td>\n</tr>\n</tbody>\n</table>\n',
    );
  });

  it('treats HTML as text', () => {
    expect(renderBody('<b onclick="x()">a</b>', 'markdown')).toBe('<p>&lt;b onclick="x()"&gt;a&lt;/b&gt;</p>\n');
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](&#106;avascript:alert(1))',
    '![x](data:image/png;base64,AAAA)',
    '![x](http://plain.example/a.png)',
    '[x](vbscript:a)',
    '[x](//evil.example)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '[a](https://a.example "\\" onmouseover=alert(1) x=\\"")',
    '```"><img src=x onerror=alert(1)>\ncode\n```',
    ...ATTACKS,
  ])('renders nothing that could act: %s', (text) => {
    expectHarmless(renderBody(text, 'markdown'));
  });

  it('is stored as it was written', () => {
    expect(bodyToStore('<b>a</b> & b', 'markdown')).toBe('<b>a</b> & b');
  });
});

describe('The number of elements', () => {
  const table = (columns: number, rows: number) =>
    `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${`${'|x'.repeat(columns)}|\n`.repeat(rows)}`;

  it.each<[string, BodyFormat, string]>([
    ['a table of 10,000 rows and as many more', 'markdown', table(4, 20_000)],
    ['cells that are left out of 12 KiB', 'markdown', `${table(1_000, 0)}${'|x\n'.repeat(2_000)}`],
    ['items of a list', 'markdown', '- a\n'.repeat(60_000)],
    ['emphasis', 'markdown', '*a* '.repeat(60_000)],
    ['elements of HTML', 'html', '<b>a</b>'.repeat(60_000)],
  ])('is limited: %s', (_, format, body) => {
    expect(() => renderedBody(body, format)).toThrow(new RichTextRefusedError('too_complex'));
    expect(() => prepareBody(body, format)).toThrow(new RichTextRefusedError('too_complex'));
  });

  it('allows a table of 9,900 rows by four columns, and what was published before there was a limit', () => {
    expect(renderBody(table(4, 9_900), 'markdown').match(/<td>/g)).toHaveLength(39_600);
    expect(renderBody(table(4, 20_000), 'markdown', Infinity).match(/<td>/g)).toHaveLength(80_000);
    expect(renderBody('a', 'markdown')).toBe('<p>a</p>\n');
  });
});

describe('What there is to read in a text', () => {
  const text = (body: string, format: BodyFormat = 'html') => renderedBody(body, format).text;

  it('is without markup, and words stay whole', () => {
    expect(text('<p>dark<b>room</b> a&amp;b &lt;i&gt;</p><p>next<br>line</p>')).toBe('darkroom a&b <i> next line');
    expect(text('# One\n\n*tw*o [three](https://example.com "four")', 'markdown')).toBe('One two three');
    expect(text('<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>')).toBe('漢字');
  });

  it('is the beginning of a long text, without half a character', () => {
    const long = text(`a${'𠮷'.repeat(15_000)}`);
    expect(long.length).toBeLessThanOrEqual(20_000);
    expect(long.isWellFormed()).toBe(true);
  });

  it.each([
    ['characters that stand for many', '\ufdfa'.repeat(20_000)],
    ['marks in no order', `a${'\u0301\u0316'.repeat(9_999)}`],
  ])('leaves nothing to normalise to whoever searches it: %s', (_, body) => {
    const read = text(body);
    expect(read.normalize('NFKC') === read).toBe(true);
    expect(read.length).toBeLessThanOrEqual(20_000);
    expect(read.length).toBeGreaterThan(19_000);
  });
});
