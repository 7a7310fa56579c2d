import { createHash } from 'node:crypto';
import { type App, AppsService, type NewApp } from '@libs/apps';
import { PagesService } from '@libs/content';
import { DependencyUnavailableError, type LocalizedText } from '@libs/kernel';
import { suiteApi } from '../support/suite';
import { isSoOnceAnnounced } from '../support/api';
import { feedsHaveHeard } from '../support/database';
import { aTenant, asSystem } from '../support/tenants';

type Kind = 'page' | 'legal';
type Content = Parameters<PagesService['saveDraft']>[3];

const TITLE: LocalizedText = { 'zh-CN': '关于我们', 'en-US': 'About us' };
const BODY: LocalizedText = { 'zh-CN': '# 街角小店', 'en-US': '# Corner *Shop*' };

describe.each([
  ['GET /api/v1/public/pages/{slug}', 'page', '/api/v1/public/pages/about-us', 'about-us'],
  ['GET /api/v1/public/legal/{document_type}', 'legal', '/api/v1/public/legal/privacy-policy', 'privacy-policy'],
] as const)('%s', (_, kind: Kind, path, key) => {
  const api = suiteApi();
  let app: App;

  beforeEach(async () => {
    app = await anApp();
    await feedsHaveHeard();
  });

  afterEach(() => jest.restoreAllMocks());

  const anApp = async (input: Partial<NewApp> = {}) =>
    api.get(AppsService).create(await aTenant(api.database), {
      name: 'Corner Shop',
      appType: 'uni_app',
      defaultLocale: 'zh-CN',
      supportedLocales: ['zh-CN', 'en-US', 'ja-JP'],
      ...input,
    });

  const read = (headers: Record<string, string> = {}, at: string = path) =>
    api.http.get(at).set({ 'X-AppID': app.id, ...headers });

  const saveDraft = (lockVersion: number, changes: Partial<Content> = {}, defaultLocale = app.defaultLocale) =>
    api
      .get(PagesService)
      .saveDraft({ tenantId: app.tenantId, appId: app.id, defaultLocale }, { kind, key }, lockVersion, {
        title: TITLE,
        body: BODY,
        bodyFormat: 'markdown',
        effectiveAt: null,
        ...changes,
      });

  const publish = async (lockVersion = 1, changes: Partial<Content> = {}, defaultLocale = app.defaultLocale) => {
    const page = await saveDraft(lockVersion, changes, defaultLocale);
    const scope = { tenantId: app.tenantId, appId: app.id };
    const { published } = await api.get(PagesService).publish(scope, { kind, key }, page.lockVersion, null);
    return published!;
  };

  describe('the answer', () => {
    it('is the published revision in the locale of the request', async () => {
      const { revisionHash, publishedAt } = await publish(1, { effectiveAt: new Date('2026-12-01T00:00:00Z') });
      const { body } = await read({ 'Accept-Language': 'en' }).expect(200);
      expect(body).toEqual({
        data: {
          ...(kind === 'page' ? { slug: 'about-us' } : { document_type: 'privacy-policy' }),
          title: 'About us',
          body: '# Corner *Shop*',
          body_html: '<h1>Corner <em>Shop</em></h1>\n',
          body_format: 'markdown',
          locale: 'en-US',
          available_locales: ['zh-CN', 'en-US'],
          revision: 1,
          revision_hash: revisionHash,
          published_at: publishedAt.toISOString(),
          effective_at: '2026-12-01T00:00:00.000Z',
        },
      });
    });

    it('carries the headers of a cacheable answer, its ETag the hash and the locale', async () => {
      const { revisionHash } = await publish();
      const { headers } = await read({ 'Accept-Language': 'en-GB' }).expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=60',
        'content-language': 'en-US',
        vary: 'Accept-Language, X-AppID',
        'content-type': 'application/json; charset=utf-8',
        etag: `"${revisionHash}-en-US"`,
      });
    });

    it('has a hash that anyone can recompute from the revision', async () => {
      await publish();
      const { body } = await read().expect(200);
      const canonical = `{"body":${JSON.stringify({ 'en-US': BODY['en-US'], 'zh-CN': BODY['zh-CN'] })},"body_format":"markdown","effective_at":null,"key":"${key}","revision":1,"title":${JSON.stringify({ 'en-US': TITLE['en-US'], 'zh-CN': TITLE['zh-CN'] })}}`;
      const hash = createHash('sha256').update(canonical).digest('hex');
      expect(body).toMatchObject({ data: { revision_hash: hash } });
    });

    it('is the same bytes for equal states', async () => {
      await publish();
      expect((await read()).text).toBe((await read({ Authorization: 'Bearer somebody' })).text);
    });

    it('shows no draft, and the next revision within one second', async () => {
      await publish();
      await read().expect(200);
      await saveDraft(3, { title: { 'zh-CN': '草稿' } });
      await feedsHaveHeard();
      expect((await read().expect(200)).text).not.toContain('草稿');
      await publish(4, { title: { 'zh-CN': '第二版' } });
      expect(await isSoOnceAnnounced(async () => (await read()).text.includes('第二版'))).toBe(true);
      expect((await read()).body).toMatchObject({
        data: { revision: 2, title: '第二版', available_locales: ['zh-CN'] },
      });
    });
  });

  describe('locale', () => {
    it('falls back to the default of the App if the page lacks the wanted language', async () => {
      await publish();
      const { body, headers } = await read({ 'Accept-Language': 'ja' }).expect(200);
      expect(body).toMatchObject({ data: { locale: 'zh-CN', title: '关于我们' } });
      expect(headers['content-language']).toBe('zh-CN');
    });

    it('falls back to any language if the page lacks the default of the App, too', async () => {
      // As if the App had another default while the page was written.
      await publish(1, { title: { 'en-US': 'About us' }, body: { 'en-US': 'Text' } }, 'en-US');
      const { body, headers } = await read({ 'Accept-Language': 'ja' }).expect(200);
      expect(body).toMatchObject({ data: { locale: 'en-US', title: 'About us', available_locales: ['en-US'] } });
      expect(headers['content-language']).toBe('en-US');
    });

    it('gives title and body in the same language', async () => {
      await publish(1, { title: TITLE, body: { 'zh-CN': '正文' } });
      const { body } = await read({ 'Accept-Language': 'en' }).expect(200);
      expect(body).toMatchObject({
        data: { locale: 'zh-CN', title: '关于我们', body: '正文', available_locales: ['zh-CN'] },
      });
    });
  });

  describe('body', () => {
    it('of HTML is sanitised', async () => {
      const html =
        '<p onclick="x()">A <a href="javascript:x()">b</a> <a href="https://example.com">c</a></p><script>x()</script>';
      await publish(1, { body: { 'zh-CN': html }, bodyFormat: 'html' });
      const clean = '<p>A <a>b</a> <a href="https://example.com">c</a></p>';
      expect((await read().expect(200)).body).toMatchObject({
        data: { body: clean, body_html: clean, body_format: 'html' },
      });
    });

    it('of Markdown is rendered to sanitised HTML, its own text unchanged', async () => {
      const text = '**A** <script>x()</script> [b](javascript:x())';
      await publish(1, { body: { 'zh-CN': text } });
      const { body } = await read().expect(200);
      expect(body).toMatchObject({ data: { body: text } });
      const { body_html: html } = (body as { data: { body_html: string } }).data;
      expect(html).toContain('<strong>A</strong>');
      expect(html).not.toMatch(/<script|href/);
    });
  });

  it('answers 304 without a body to the ETag of the revision and locale, 200 to any other', async () => {
    await publish();
    const etag = (await read()).headers.etag ?? '';
    const unchanged = await read({ 'If-None-Match': etag }).expect(304);
    expect(unchanged.text).toBe('');
    expect(unchanged.headers).toMatchObject({
      etag,
      'cache-control': 'public, max-age=60',
      'content-language': 'zh-CN',
    });
    await read({ 'If-None-Match': etag, 'Accept-Language': 'en' }).expect(200);
    await publish(3);
    expect(await isSoOnceAnnounced(async () => (await read({ 'If-None-Match': etag })).status === 200)).toBe(true);
  });

  describe('404', () => {
    const expectNotFound = async (at: string = path) => {
      const response = await read({}, at).expect(404);
      expect(response.headers['content-type']).toBe('application/problem+json');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body).toMatchObject({ status: 404, code: 'RESOURCE.NOT_FOUND', instance: at });
    };

    it('before the first publication, with a draft too', async () => {
      await expectNotFound();
      await saveDraft(1);
      await feedsHaveHeard();
      await expectNotFound();
    });

    it('for what is published at another App only, of the same tenant or another', async () => {
      await publish();
      const { tenantId } = app;
      app = await anApp();
      await expectNotFound();
      app = await api.get(AppsService).create(tenantId, { name: 'B', appType: 'uni_app', defaultLocale: 'zh-CN' });
      await expectNotFound();
    });

    it.each([
      'unknown',
      'About-Us',
      'about--us',
      '-about',
      'about_us',
      '__proto__',
      '%E5%85%B3%E4%BA%8E',
      '%00',
      'a%2Fb',
    ])('for %s', async (name) => {
      await publish();
      await expectNotFound(path.replace(/[^/]+$/, name));
    });

    it('for a page among the documents and a document among the pages', async () => {
      await publish();
      await expectNotFound(kind === 'page' ? `/api/v1/public/legal/${key}` : `/api/v1/public/pages/${key}`);
    });
  });

  it('answers 400 without X-AppID, and within one second after the App was disabled', async () => {
    await publish();
    expect((await api.http.get(path).expect(400)).body).toMatchObject({ code: 'APP.HEADER.REQUIRED' });
    await read().expect(200);
    await asSystem(api.database, `UPDATE apps SET status = 'disabled' WHERE id = $1`, [app.id]);
    expect(await isSoOnceAnnounced(async () => (await read()).status === 400)).toBe(true);
  });

  it('answers 503 with Retry-After when the database is away', async () => {
    await publish();
    const away = () => Promise.reject(new DependencyUnavailableError({ retryAfterSeconds: 2 }));
    await feedsHaveHeard();
    jest.spyOn(api.database, 'read').mockImplementation(away);
    jest.spyOn(api.database, 'readAsSystem').mockImplementation(away);
    const response = await read().expect(503);
    expect(response.body).toMatchObject({ code: 'DEPENDENCY.UNAVAILABLE' });
    expect(response.headers['retry-after']).toBe('2');
  });
});
