import { type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { MAX_BODY_BYTES, pageDraft } from './page-draft';
import type { RevisionContent } from './page-revision';

const content = (changes: Partial<RevisionContent> = {}): RevisionContent => ({
  title: { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
  body: { 'zh-CN': '# 我们', 'en-US': '# We' },
  bodyFormat: 'markdown',
  effectiveAt: null,
  ...changes,
});

const errorsOf = (changes: Partial<RevisionContent>, defaultLocale: SupportedLocale = 'zh-CN') => {
  try {
    pageDraft(content(changes), defaultLocale);
  } catch (error) {
    if (error instanceof ValidationFailedError) return error.fields;
    throw error;
  }
  return [];
};

const bodyErrors = (text: string, bodyFormat: 'html' | 'markdown') =>
  errorsOf({ body: { 'zh-CN': text }, bodyFormat }).map(({ field, code }) => `${field} ${code}`);

describe('The draft of a page', () => {
  it('says what was written', () => {
    expect(pageDraft(content({ effectiveAt: new Date('2026-12-01T00:00:00Z') }), 'zh-CN')).toEqual({
      title: { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
      body: { 'zh-CN': '# 我们', 'en-US': '# We' },
      bodyFormat: 'markdown',
      effectiveAt: '2026-12-01T00:00:00.000Z',
    });
  });

  it('needs title and body in the default locale of the App', () => {
    const changes = { title: { 'en-US': 'Title' }, body: { 'zh-CN': '正文', 'ja-JP': '  ' } };
    expect(errorsOf(changes, 'ja-JP')).toEqual([
      { field: 'title.ja-JP', code: 'required' },
      { field: 'body.ja-JP', code: 'required' },
    ]);
  });

  it('refuses unknown locales', () => {
    const title = { 'zh-CN': '标题', 'fr-FR': 'Titre' };
    expect(errorsOf({ title })).toEqual([{ field: 'title.fr-FR', code: 'not_supported_locale' }]);
  });

  it('may lack one of the two in another language', () => {
    expect(errorsOf({ title: { 'zh-CN': '标题', 'ja-JP': '題名' } })).toEqual([]);
  });

  it.each(['', '   ', '\n\t', '\u00a0', '\u200b\u2060', '\ufeff'])(
    'takes the title %j for missing, in any language',
    (blank) => {
      expect(errorsOf({ title: { 'zh-CN': blank } })).toEqual([{ field: 'title.zh-CN', code: 'required' }]);
      expect(errorsOf({ title: { 'zh-CN': '标题', 'en-US': blank } })).toEqual([
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
  ] as const)('takes a body of %s that shows nothing for missing: %s', (format, text) => {
    expect(bodyErrors(text, format)).toEqual(['body.zh-CN required']);
  });

  it.each([
    ['html', '<p>好</p>'],
    ['html', '<img src="https://cdn.example/a.png">'],
    ['html', '&lt;p&gt;'],
    ['markdown', '![](https://cdn.example/a.png)'],
    ['markdown', '<br>'],
    ['markdown', '好'],
  ] as const)('takes a body of %s for what it shows: %s', (format, text) => {
    expect(bodyErrors(text, format)).toEqual([]);
  });

  it('is sanitised on the way in when it is HTML', () => {
    const body = { 'zh-CN': '<p onclick="steal()">好<script>steal()</script></p>' };
    expect(pageDraft(content({ body, bodyFormat: 'html' }), 'zh-CN').body).toEqual({ 'zh-CN': '<p>好</p>' });
  });

  it('keeps Markdown as it was written', () => {
    const body = { 'zh-CN': '1 < 2 & <b>' };
    expect(pageDraft(content({ body }), 'zh-CN').body).toEqual(body);
  });

  it.each(['\u0000', '\u0001', '\u000b', '\u001f', '\u007f'])('refuses the control character %j', (character) => {
    expect(bodyErrors(`a${character}b`, 'markdown')).toEqual(['body.zh-CN invalid_text']);
    expect(bodyErrors(`a${character}b`, 'html')).toEqual(['body.zh-CN invalid_text']);
    expect(errorsOf({ title: { 'zh-CN': `a${character}b` } })).toEqual([
      { field: 'title.zh-CN', code: 'invalid_text' },
    ]);
  });

  it('keeps line breaks and tabs', () => {
    expect(bodyErrors('a\r\n\tb', 'markdown')).toEqual([]);
  });

  it('has bodies of 500 KiB at most, as they are stored', () => {
    const params = { max: MAX_BODY_BYTES };
    expect(errorsOf({ body: { 'zh-CN': '好'.repeat(MAX_BODY_BYTES / 4) } })).toEqual([]);
    expect(errorsOf({ body: { 'zh-CN': 'a'.repeat(MAX_BODY_BYTES) } })).toEqual([]);
    for (const text of ['a'.repeat(MAX_BODY_BYTES + 1), '好'.repeat(MAX_BODY_BYTES / 2)]) {
      expect(errorsOf({ body: { 'zh-CN': text } })).toEqual([{ field: 'body.zh-CN', code: 'too_large', params }]);
    }
    // Each becomes `&amp;`.
    const ampersands = { 'zh-CN': '&'.repeat(MAX_BODY_BYTES / 4) };
    expect(errorsOf({ body: ampersands, bodyFormat: 'html' })).toEqual([
      { field: 'body.zh-CN', code: 'too_large', params },
    ]);
    expect(errorsOf({ body: ampersands })).toEqual([]);
  });

  it.each([
    ['html', 'too_deep', '<b>'.repeat(100_000)],
    ['html', 'too_deep', '<svg>'.repeat(100_000)],
    ['markdown', 'too_deep', `${'*'.repeat(200_000)}a${'*'.repeat(200_000)}`],
    ['markdown', 'too_large', `[a]: https://example.com/${'b'.repeat(250_000)}\n\n${'[a]'.repeat(80_000)}`],
    ['markdown', 'too_large', `[a]: https://example.com "${'b'.repeat(250_000)}"\n\n${'![a]'.repeat(60_000)}`],
  ] as const)('refuses a body of %s that is %s to render', (format, code, text) => {
    expect(bodyErrors(text, format)).toEqual([`body.zh-CN ${code}`]);
  });

  it.each(['9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00+12:00'])('refuses the moment %s', (moment) => {
    expect(errorsOf({ effectiveAt: new Date(moment) })).toEqual([{ field: 'effective_at', code: 'not_instant' }]);
  });

  it('names all that is wrong at once', () => {
    expect(errorsOf({ title: {}, body: { 'en-US': '' }, effectiveAt: new Date(8.64e15) })).toEqual([
      { field: 'title.zh-CN', code: 'required' },
      { field: 'body.en-US', code: 'required' },
      { field: 'body.zh-CN', code: 'required' },
      { field: 'effective_at', code: 'not_instant' },
    ]);
  });
});
