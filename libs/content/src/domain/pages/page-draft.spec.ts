import { type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { draftOf as prepared } from './page-draft';
import { rounds } from '../../../../../test/support/rounds';
import type { RevisionContent } from './page-revision';
import { type BodyFormat, MAX_BODY_BYTES, prepareBody } from '../texts/rich-text';

const content = (changes: Partial<RevisionContent> = {}): RevisionContent => ({
  title: { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
  body: { 'zh-CN': '# 我们', 'en-US': '# We' },
  bodyFormat: 'markdown',
  effectiveAt: null,
  ...changes,
});

const draftOf = (changes: Partial<RevisionContent>, defaultLocale: SupportedLocale = 'zh-CN') =>
  prepared(content(changes), defaultLocale, (body, format) => Promise.resolve().then(() => prepareBody(body, format)));

const errorsOf = async (changes: Partial<RevisionContent>, defaultLocale: SupportedLocale = 'zh-CN') => {
  try {
    await draftOf(changes, defaultLocale);
  } catch (error) {
    if (error instanceof ValidationFailedError) return error.fields;
    throw error;
  }
  return [];
};

const bodyErrors = async (text: string, bodyFormat: BodyFormat) =>
  (await errorsOf({ body: { 'zh-CN': text }, bodyFormat })).map(({ field, code }) => `${field} ${code}`);

describe('The draft of a page', () => {
  it('contains what was written', async () => {
    expect(await draftOf({ effectiveAt: new Date('2026-12-01T00:00:00Z') })).toEqual({
      title: { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
      body: { 'zh-CN': '# 我们', 'en-US': '# We' },
      bodyFormat: 'markdown',
      effectiveAt: '2026-12-01T00:00:00.000Z',
    });
  });

  it('needs title and body in the default locale of the App', async () => {
    const changes = { title: { 'en-US': 'Title' }, body: { 'zh-CN': '正文', 'ja-JP': '  ' } };
    expect(await errorsOf(changes, 'ja-JP')).toEqual([
      { field: 'title.ja-JP', code: 'required' },
      { field: 'body.ja-JP', code: 'required' },
    ]);
  });

  it('refuses unknown locales', async () => {
    const title = { 'zh-CN': '标题', 'fr-FR': 'Titre' };
    expect(await errorsOf({ title })).toEqual([{ field: 'title.fr-FR', code: 'not_supported_locale' }]);
  });

  it('may lack one of the two in another language', async () => {
    expect(await errorsOf({ title: { 'zh-CN': '标题', 'ja-JP': '題名' } })).toEqual([]);
  });

  it.each(['', '   ', '\n\t', '\u00a0', '\u200b\u2060', '\ufeff'])(
    'treats the title %j as missing, in any language',
    async (blank) => {
      expect(await errorsOf({ title: { 'zh-CN': blank } })).toEqual([{ field: 'title.zh-CN', code: 'required' }]);
      expect(await errorsOf({ title: { 'zh-CN': '标题', 'en-US': blank } })).toEqual([
        { field: 'title.en-US', code: 'required' },
      ]);
    },
  );

  it.each([
    ['html', '<script>steal()</script>'],
    ['html', '<p>&nbsp;</p><br><hr>'],
    ['html', '<div><img src="http://plain.example/a.png" alt="gone"></div>'],
    ['html', '<ul><li></li></ul>\u200b'],
    ['markdown', '\n \n'],
    ['markdown', '[a]: https://example.com'],
    ['markdown', '***'],
    ['markdown', '&nbsp;'],
  ] as const)('takes a body of %s that shows nothing for missing: %s', async (format, text) => {
    expect(await bodyErrors(text, format)).toEqual(['body.zh-CN required']);
  });

  it.each([
    ['html', '<p>好</p>'],
    ['html', '<img src="https://cdn.example/a.png">'],
    ['html', '&lt;p&gt;'],
    ['markdown', '![](https://cdn.example/a.png)'],
    ['markdown', '<br>'],
    ['markdown', '好'],
  ] as const)('takes a body of %s for what it shows: %s', async (format, text) => {
    expect(await bodyErrors(text, format)).toEqual([]);
  });

  it('is sanitised when it is stored, if it is HTML', async () => {
    const body = { 'zh-CN': '<p onclick="steal()">好<script>steal()</script></p>' };
    expect((await draftOf({ body, bodyFormat: 'html' })).body).toEqual({ 'zh-CN': '<p>好</p>' });
  });

  it('keeps Markdown as it was written', async () => {
    const body = { 'zh-CN': '1 < 2 & <b>' };
    expect((await draftOf({ body })).body).toEqual(body);
  });

  it.each(['\u0000', '\u0001', '\u000b', '\u001f', '\u007f'])('refuses the control character %j', async (character) => {
    expect(await bodyErrors(`a${character}b`, 'markdown')).toEqual(['body.zh-CN invalid_text']);
    expect(await bodyErrors(`a${character}b`, 'html')).toEqual(['body.zh-CN invalid_text']);
    expect(await errorsOf({ title: { 'zh-CN': `a${character}b` } })).toEqual([
      { field: 'title.zh-CN', code: 'invalid_text' },
    ]);
  });

  it('keeps line breaks and tabs', async () => {
    expect(await bodyErrors('a\r\n\tb', 'markdown')).toEqual([]);
  });

  it('has bodies of 500 KiB at most, as they are stored', async () => {
    const params = { max: MAX_BODY_BYTES };
    expect(await errorsOf({ body: { 'zh-CN': '好'.repeat(MAX_BODY_BYTES / 4) } })).toEqual([]);
    expect(await errorsOf({ body: { 'zh-CN': 'a'.repeat(MAX_BODY_BYTES) } })).toEqual([]);
    for (const text of ['a'.repeat(MAX_BODY_BYTES + 1), '好'.repeat(MAX_BODY_BYTES / 2)]) {
      expect(await errorsOf({ body: { 'zh-CN': text } })).toEqual([{ field: 'body.zh-CN', code: 'too_large', params }]);
    }
    // Each becomes `&amp;`.
    const ampersands = { 'zh-CN': '&'.repeat(MAX_BODY_BYTES / 4) };
    expect(await errorsOf({ body: ampersands, bodyFormat: 'html' })).toEqual([
      { field: 'body.zh-CN', code: 'too_large', params },
    ]);
    expect(await errorsOf({ body: ampersands })).toEqual([]);
  });

  it.each([
    ['html', 'too_deep', '<b>'.repeat(rounds(100_000))],
    ['html', 'too_deep', '<svg>'.repeat(rounds(100_000))],
    ['markdown', 'too_deep', `${'*'.repeat(rounds(200_000))}a${'*'.repeat(rounds(200_000))}`],
    [
      'markdown',
      'too_large',
      `[a]: https://example.com/${'b'.repeat(rounds(250_000))}\n\n${'[a]'.repeat(rounds(80_000))}`,
    ],
    [
      'markdown',
      'too_large',
      `[a]: https://example.com "${'b'.repeat(rounds(250_000))}"\n\n${'![a]'.repeat(rounds(60_000))}`,
    ],
  ] as const)('refuses a body of %s that is %s to render', async (format, code, text) => {
    expect(await bodyErrors(text, format)).toEqual([`body.zh-CN ${code}`]);
  });

  it.each(['9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00+12:00'])('refuses the moment %s', async (moment) => {
    expect(await errorsOf({ effectiveAt: new Date(moment) })).toEqual([{ field: 'effective_at', code: 'not_instant' }]);
  });

  it('names all errors at once', async () => {
    expect(await errorsOf({ title: {}, body: { 'en-US': '' }, effectiveAt: new Date(8.64e15) })).toEqual([
      { field: 'title.zh-CN', code: 'required' },
      { field: 'body.en-US', code: 'required' },
      { field: 'body.zh-CN', code: 'required' },
      { field: 'effective_at', code: 'not_instant' },
    ]);
  });
});
