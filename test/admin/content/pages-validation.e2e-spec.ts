import { expectProblem, reasons } from '../../http/support/problem';
import { suiteApi } from '../../support/suite';
import { adminClient, anAdmin, asOwner, suiteOwner } from '../support/admin';
import { anApp, DRAFT, pageClient } from '../support/pages';

const KIB = 1024;
const MAX_BODY_BYTES = 500 * KIB;

const api = suiteApi();
const admin = suiteOwner(api);

describe.each(['pages/about-us', 'legal/terms-of-service'])('PUT /content/%s/draft', (page) => {
  let path: string;

  beforeAll(async () => {
    path = `apps/${await anApp(api)}/content/${page}`;
  });

  const save = (changes: object) => admin.put(`${path}/draft`, { ...DRAFT, lock_version: 1, ...changes });

  const expectRefused = async (changes: object, ...expected: string[]) => {
    const response = await save(changes);
    expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(response.body).sort()).toEqual(expected.sort());
    expect(await pageClient(admin, path).read()).toMatchObject({ draft: null, lock_version: 1 });
  };

  it.each<[string, object, ...string[]]>([
    ['title missing', { title: undefined }, 'title required'],
    ['title null', { title: null }, 'title required'],
    ['title a string', { title: 'About us' }, 'title not_object'],
    ['title a list', { title: ['About us'] }, 'title not_object'],
    ['title empty', { title: {} }, 'title required'],
    ['title without the default locale', { title: { 'en-US': 'About us' } }, 'title.zh-CN required'],
    ['title blank', { title: { 'zh-CN': ' \u3000' } }, 'title.zh-CN required'],
    ['title blank in another language', { title: { 'zh-CN': '标题', 'en-US': ' ' } }, 'title.en-US required'],
    ['title empty in a language', { title: { 'zh-CN': '标题', 'en-US': '' } }, 'title.en-US required'],
    ['title of an unknown locale', { title: { 'zh-CN': '标题', fr: 'Titre' } }, 'title.fr not_supported_locale'],
    ['title of a locale in the wrong case', { title: { 'zh-cn': '标题' } }, 'title.zh-cn not_supported_locale'],
    ['title no text', { title: { 'zh-CN': 7 } }, 'title.zh-CN not_string'],
    ['title null in a language', { title: { 'zh-CN': null } }, 'title.zh-CN not_string'],
    ['title of 201 characters', { title: { 'zh-CN': '好'.repeat(201) } }, 'title.zh-CN too_long'],
    ['title with NUL', { title: { 'zh-CN': 'a\u0000' } }, 'title.zh-CN invalid_text'],
    ['title with a lone surrogate', { title: { 'zh-CN': 'a\ud800' } }, 'title.zh-CN invalid_text'],
    ['title with a control character', { title: { 'zh-CN': 'a\u0007' } }, 'title.zh-CN invalid_text'],
    ['body missing', { body: undefined }, 'body required'],
    ['body without the default locale', { body: { 'ja-JP': '本文' } }, 'body.zh-CN required'],
    ['body blank', { body: { 'zh-CN': '\n\n' } }, 'body.zh-CN required'],
    ['body of markup alone', { body: { 'zh-CN': '<p><br></p>' }, body_format: 'html' }, 'body.zh-CN required'],
    ['body of a script', { body: { 'zh-CN': '<script>a</script>' }, body_format: 'html' }, 'body.zh-CN required'],
    ['body of an unknown locale', { body: { 'zh-CN': '正文', de: 'Text' } }, 'body.de not_supported_locale'],
    ['body with a control character', { body: { 'zh-CN': 'a\u001b' } }, 'body.zh-CN invalid_text'],
    ['body nested too deep', { body: { 'zh-CN': '<b>'.repeat(501) }, body_format: 'html' }, 'body.zh-CN too_deep'],
    ['body_format missing', { body_format: undefined }, 'body_format required'],
    ['body_format unknown', { body_format: 'rtf' }, 'body_format not_allowed'],
    ['body_format in another case', { body_format: 'HTML' }, 'body_format not_allowed'],
    ['effective_at a date', { effective_at: '2026-12-01' }, 'effective_at not_instant'],
    ['effective_at without offset', { effective_at: '2026-12-01T00:00:00' }, 'effective_at not_instant'],
    ['effective_at on no day', { effective_at: '2026-02-30T00:00:00Z' }, 'effective_at not_instant'],
    ['effective_at a number', { effective_at: 1_700_000_000 }, 'effective_at not_string'],
    ['effective_at beyond the year 9999', { effective_at: '9999-12-31T23:59:59-01:00' }, 'effective_at not_instant'],
    ['effective_at before the year 0', { effective_at: '0000-01-01T00:00:00+01:00' }, 'effective_at not_instant'],
    ['lock_version missing', { lock_version: undefined }, 'lock_version required'],
    ['lock_version null', { lock_version: null }, 'lock_version required'],
    ['lock_version 0', { lock_version: 0 }, 'lock_version out_of_range'],
    ['lock_version too large', { lock_version: 2_147_483_648 }, 'lock_version out_of_range'],
    ['lock_version a fraction', { lock_version: 1.5 }, 'lock_version not_integer'],
    ['lock_version text', { lock_version: '1' }, 'lock_version not_integer'],
    ['an unknown field', { slug: 'about-us' }, 'slug unknown_field'],
    [
      'several at once',
      { title: { 'en-US': ' ' }, body: { 'en-US': '<br>' }, body_format: 'html' },
      ...['title.en-US required', 'title.zh-CN required', 'body.en-US required', 'body.zh-CN required'],
    ],
  ])('answers 422 to %s', async (_, changes, ...expected) => {
    await expectRefused(changes, ...expected);
  });

  it('validates the draft before it looks for the page and its lock_version', async () => {
    await expectRefused({ title: { 'en-US': 'About us' }, lock_version: 99 }, 'title.zh-CN required');
    const unknown = await admin.put(`${path}-unknown/draft`, { ...DRAFT, title: { 'en-US': 'x' }, lock_version: 1 });
    expectProblem(unknown, 422, 'REQUEST.VALIDATION_FAILED');
    expectProblem(await admin.put(`${path}-unknown/draft`, { ...DRAFT, lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
  });

  it('asks for the default locale of the App, whichever it is', async () => {
    const japanese = await anApp(api, { defaultLocale: 'ja-JP' });
    const response = await admin.put(`apps/${japanese}/content/${page}/draft`, { ...DRAFT, lock_version: 1 });
    expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(response.body)).toEqual(['title.ja-JP required', 'body.ja-JP required']);
  });

  it('says what to do in the language of the request', async () => {
    const client = await asOwner(api, { 'Accept-Language': 'zh-CN' });
    const { body } = await client.put(`${path}/draft`, { ...DRAFT, body: { 'en-US': 'x' }, lock_version: 1 });
    expect(body.errors).toEqual([{ field: 'body.zh-CN', code: 'required', message: '必填。' }]);
  });

  describe('size', () => {
    const locales = ['zh-CN', 'zh-TW', 'en-US', 'ja-JP'];
    const bodies = (text: string) => Object.fromEntries(locales.map((locale) => [locale, text]));
    const raw = (text: string, at = path) =>
      adminClient(api).put(`${at}/draft`).set('Content-Type', 'application/json').send(text);

    it('may be 500 KiB of text in each language, and 200 characters of title', async () => {
      const other = pageClient(admin, `apps/${await anApp(api)}/content/${page}`);
      const draft = { ...DRAFT, title: bodies('😀'.repeat(200)), body: bodies('a'.repeat(MAX_BODY_BYTES)) };
      const { published: first } = await other.publish(draft);
      const { published: second } = await other.publish(draft);
      expect([first.revision, second.revision]).toEqual([1, 2]);
      const revisions = await other.revisions();
      expect(revisions).toHaveLength(2);
      for (const [at, published] of [second, first].entries())
        expect(revisions[at]).toMatchObject({ ...draft, ...published });
    });

    it.each([
      ['one byte more', 'a'.repeat(MAX_BODY_BYTES + 1), 'markdown', 'too_long'],
      ['too much in bytes', '好'.repeat(MAX_BODY_BYTES / 2), 'markdown', 'too_large'],
      ['too much once it is sanitised', '&'.repeat(MAX_BODY_BYTES / 2), 'html', 'too_large'],
    ])('answers 422 to %s', async (_, text, body_format, code) => {
      await expectRefused({ body: { 'zh-CN': text }, body_format }, `body.zh-CN ${code}`);
    });

    it('answers 413 above 2 MiB of JSON, before authentication', async () => {
      const whitespace = (bytes: number) => `{${' '.repeat(bytes - 2)}}`;
      expectProblem(await raw(whitespace(2 * KIB * KIB)), 401, 'IAM.TOKEN.MISSING');
      expectProblem(await raw(whitespace(2 * KIB * KIB + 1)), 413, 'REQUEST.TOO_LARGE');
    });

    it('reads more than 256 KiB only once the caller and the permission are known', async () => {
      const broken = `{${' '.repeat(300 * KIB)}`;
      expectProblem(await raw(broken), 401, 'IAM.TOKEN.MISSING');
      expectProblem(await raw('{'), 400, 'REQUEST.MALFORMED');
      const send = (token: string, body: string) =>
        api.http
          .post(`/admin-api/v1/apps/${api.appId}/content/pages`)
          .set({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' })
          .send(body);
      const auditor = await anAdmin(api, ['auditor']);
      expectProblem(await send(auditor.token, broken), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      const editor = await anAdmin(api, ['content_editor']);
      expectProblem(await send(editor.token, broken), 400, 'REQUEST.MALFORMED');
      const slug = `slug-${page.length}`;
      const created = await send(editor.token, `{${' '.repeat(2 * KIB * KIB - 40)}"slug":"${slug}"}`);
      expect(created.status).toBe(201);
      expectProblem(await send(editor.token, `{"a":${'['.repeat(300 * KIB)}}`), 422, 'REQUEST.VALIDATION_FAILED');
    });

    it('answers 413 above 256 KiB where there is no content', async () => {
      const text = `{${' '.repeat(256 * KIB)}}`;
      for (const at of ['apps/x/contents', 'apps/x/y/content/z', 'apps/content/x']) {
        expectProblem(await raw(text, at), 413, 'REQUEST.TOO_LARGE');
      }
    });
  });
});
