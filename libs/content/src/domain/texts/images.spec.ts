import { EXTERNAL_IMAGES, ImagesInText, withPictureSizes, withPictureUrls } from './images';
import { type BodyFormat, prepareBody, renderBody, renderedBody } from './rich-text';
import { RichTextRefusedError } from './rich-text-problem';

const ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905';
const OWN = { external: false, pictures: true };
const ALL = { external: true, pictures: true };

const shown = (body: string, format: BodyFormat, sources = OWN) =>
  renderBody(body, format, undefined, new ImagesInText(sources));

describe('A picture in a text', () => {
  it.each<[BodyFormat, string, string]>([
    [
      'markdown',
      `![A "b"](file:${ID} "c")`,
      `<p><img src="file:${ID}" alt="A &quot;b&quot;" title="c" loading="lazy" /></p>\n`,
    ],
    [
      'markdown',
      `![a][p]\n\n[p]: file:${ID.toUpperCase()}`,
      `<p><img src="file:${ID}" alt="a" loading="lazy" /></p>\n`,
    ],
    ['html', `<img alt="a" src=" FILE:${ID} " loading="eager">`, `<img src="file:${ID}" alt="a" loading="lazy" />`],
  ])('is found in %s, and loaded when it is needed', (format, body, html) => {
    expect(shown(body, format)).toBe(html);
    expect(prepareBody(body, format, OWN)).toMatchObject({ pictures: [ID], removed: [], showsNothing: false });
  });

  it('is stored as it was written', () => {
    const html = `<img alt="a" src="file:${ID.toUpperCase()}" width="9" />`;
    expect(prepareBody(html, 'html', OWN).text).toBe(html);
    const markdown = `![a](file:${ID.toUpperCase()})`;
    expect(prepareBody(markdown, 'markdown', OWN).text).toBe(markdown);
  });

  it('is no link, and names no file elsewhere', () => {
    expect(shown(`[a](file:${ID})`, 'markdown')).toBe('<p><a>a</a></p>\n');
    expect(shown(`<a href="file:${ID}">a</a>`, 'html')).toBe('<a>a</a>');
    expect(shown('<img src="file:///etc/passwd" alt="a">', 'html')).toBe('<img alt="a" />');
    expect(prepareBody('a<img src="file:///etc/passwd">', 'html', OWN).pictures).toEqual([]);
  });

  it('is told by what stands in the place of its id, if that is none', () => {
    for (const [format, body] of [
      ['markdown', 'a ![](file:logo)'],
      ['html', 'a <img src="file:logo">'],
    ] as const) {
      expect(prepareBody(body, format, OWN).pictures).toEqual(['logo']);
      expect(shown(body, format)).not.toContain('file:');
    }
  });

  it('stands in at most a hundred places', () => {
    const places = (count: number) => `![](file:${ID}) `.repeat(count);
    expect(prepareBody(places(100), 'markdown', OWN).pictures).toEqual([ID]);
    for (const refused of [
      () => prepareBody(places(101), 'markdown', OWN),
      () => renderedBody(places(101), 'markdown', undefined, OWN),
    ]) {
      expect(refused).toThrow(new RichTextRefusedError('too_many_pictures', 100));
    }
  });

  it('is none in a message', () => {
    const markdown = `a ![b](file:${ID})`;
    shown(markdown, 'markdown');
    expect(renderBody(markdown, 'markdown')).toBe(`<p>a ![b](file:${ID})</p>\n`);
    expect(renderBody(`<img src="file:${ID}" alt="b">`, 'html')).toBe('<img alt="b" />');
  });

  it('has the size of its file, or what an editor said of it, in proportion', () => {
    const sizes = new Map([[ID, { width: 640, height: 480 }]]);
    const sized = (attributes: string) =>
      withPictureSizes(shown(`<img src="file:${ID}"${attributes}>`, 'html'), sizes).replace(/^.*" loading/, 'loading');
    expect(sized('')).toContain('loading="lazy" width="640" height="480" />');
    expect(sized(' width="320"')).toContain('loading="lazy" width="320" height="240" />');
    expect(sized(' height="1"')).toContain('loading="lazy" width="1" height="1" />');
    expect(sized(' height="9" width="8"')).toContain('loading="lazy" width="8" height="9" />');
    expect(sized(' width="50%"')).toContain('loading="lazy" width="640" height="480" />');
  });

  it('is left out without a file, and only where it is one', () => {
    const code = shown(`\`<img src="file:${ID}" />\` ![](file:${ID})`, 'markdown');
    expect(withPictureSizes(code, new Map())).toBe(`<p><code>&lt;img src="file:${ID}" /&gt;</code> </p>\n`);
    expect(withPictureUrls(code, (id) => `https://a.example/${id}`)).toBe(
      `<p><code>&lt;img src="file:${ID}" /&gt;</code> <img src="https://a.example/${ID}" alt="" loading="lazy" /></p>\n`,
    );
  });
});

describe('An image of another site', () => {
  const HTML = 'a<img src="https://cdn.example/a.png?b&amp;c" alt="d">';
  const MARKDOWN = 'a ![d](https://cdn.example/a.png?b&c)';
  const URL = 'https://cdn.example/a.png?b&c';

  it('is removed and told, unless it is allowed', () => {
    expect(prepareBody(HTML, 'html', OWN)).toMatchObject({ text: 'a', removed: [URL] });
    expect(prepareBody(MARKDOWN, 'markdown', OWN)).toMatchObject({ text: MARKDOWN, removed: [URL] });
    expect(shown(MARKDOWN, 'markdown')).toBe('<p>a </p>\n');
    for (const sources of [ALL, EXTERNAL_IMAGES]) {
      expect(prepareBody(HTML, 'html', sources)).toMatchObject({
        text: 'a<img src="https://cdn.example/a.png?b&amp;c" alt="d" />',
        removed: [],
      });
      expect(shown(MARKDOWN, 'markdown', sources)).toBe(
        '<p>a <img src="https://cdn.example/a.png?b&amp;c" alt="d" /></p>\n',
      );
    }
  });

  it('is removed over http, whatever is allowed', () => {
    const body = 'a<img src="http://cdn.example/a.png"><img src="//cdn.example/b.png">';
    const removed = ['http://cdn.example/a.png', '//cdn.example/b.png'];
    expect(prepareBody(body, 'html', ALL)).toMatchObject({ text: 'a', removed });
    expect(prepareBody('a ![](http://cdn.example/a.png)', 'markdown', ALL).removed).toEqual(removed.slice(0, 1));
  });

  it('is told once, and only so many are', () => {
    const many = Array.from({ length: 150 }, (_, at) => `<img src="http://a.example/${at % 120}">`).join('');
    expect(prepareBody(`a${many}`, 'html', ALL).removed).toHaveLength(100);
    const [long] = prepareBody(`a<img src="http://a.example/${'x'.repeat(5_000)}">`, 'html', ALL).removed;
    expect(long).toHaveLength(2_000);
  });
});
