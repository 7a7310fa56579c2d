import { newId } from '@libs/kernel';
import { PreviewLinks } from '@libs/content';
import { RichTextRenderer } from '../../../libs/content/src/domain/texts/rich-text-renderer';
import { expectProblem } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { asRoles, suiteOwner } from '../support/admin';
import { auditOf } from '../support/apps';
import { aCategory, articleClient } from '../support/articles';
import { anApp, pageClient } from '../support/pages';
import { uploadedPicture } from '../support/pictures';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('Preview links', () => {
  const api = suiteApi({ RATE_LIMIT_ENABLED: 'true' });
  const owner = suiteOwner(api);
  let appId: string;
  let category: string;
  let articles: ReturnType<typeof articleClient>;

  const upload = () => uploadedPicture(owner);
  const linkTo = async (path: string) => {
    const { body, headers } = await owner.post(`${path}/preview-link`).expect(200);
    expect(headers['cache-control']).toBe('no-store');
    return body.data as { url: string; expires_at: string };
  };
  const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
  const open = (url: string, headers: Record<string, string> = {}) => api.http.get(pathOf(url)).set(headers);
  const changed = (url: string, change: (parts: string[]) => string[]) => {
    const { pathname, searchParams } = new URL(url);
    return `${pathname}?token=${change(searchParams.get('token')!.split('.')).join('.')}`;
  };
  const expectGone = async (path: string) => expectProblem(await api.http.get(path), 404, 'RESOURCE.NOT_FOUND');
  const page = (path: string) => pageClient(owner, `apps/${appId}/content/${path}`);
  const texts = (body: string) => ({
    ...{ title: { 'zh-CN': '<题>', 'en-US': 'Title' }, body: { 'zh-CN': body, 'en-US': `${body} en` } },
    body_format: 'markdown',
  });

  beforeEach(async () => {
    appId = await anApp(api);
    category = await aCategory(api, appId);
    articles = articleClient(owner, appId);
  });
  afterEach(() => jest.restoreAllMocks());

  const create = (body: string, more: object = {}) =>
    articles.create({ category_id: category, slug: 'menu', ...texts(body), ...more });

  it('show the working copy of an article as its readers would get it, for an hour and without signing in', async () => {
    const [picture, cover] = [await upload(), await upload()];
    const article = await create(`# 一 ![a](file:${picture})`, {
      cover_file_id: cover,
      tags: ['a'],
      visibility: 'public',
    });
    const before = Date.now();
    const { url, expires_at } = await linkTo(`${articles.path}/${article.id}`);
    expect(Math.abs(Date.parse(expires_at) - before - 3_600_000)).toBeLessThan(60_000);
    const { body, headers } = await open(url, { 'Accept-Language': 'en' }).expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-language': 'en-US',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept, Accept-Language, X-AppID',
    });
    expect(headers['etag']).toBeUndefined();
    const { cover_url, body_html, published_at: _published, updated_at: _updated, ...others } = body.data;
    const live = await articles.publish(article);
    const read = await api.http.get('/api/v1/public/articles/menu').set({ 'X-AppID': appId, 'Accept-Language': 'en' });
    const { cover_url: _url, body_html: html, published_at: _at, updated_at: _since, ...same } = read.body.data;
    expect(others).toEqual(same);
    // The same but for the URLs of pictures, which the link opens before anybody else sees them.
    expect(body_html.replace(/src="[^"]*"/, 'src=""')).toBe(html.replace(/src="[^"]*"/, 'src=""'));
    const draft = await articles.unpublish(live);
    for (const one of [/src="([^"]*)"/.exec(body_html)![1]!, cover_url as string]) {
      const image = await open(one).expect(200);
      expect(image.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' });
      await expectGone(
        changed(one, ([app = '', expires = '', signature = '']) => [app, `${Number(expires) + 1}`, signature]),
      );
      await api.http.get(pathOf(one).replace(/\?.*/, `?app_id=${appId}`)).expect(404);
      await open(one, { 'X-AppID': await anApp(api) }).expect(404);
      await open(one, { 'X-AppID': appId }).expect(200);
    }
    // It shows what the article is when it is opened.
    await articles.update(draft, { body: { 'zh-CN': '二' } });
    expect((await open(url).expect(200)).body.data.body_html).toBe('<p>二</p>\n');
  });

  it.each(['pages/about-us', 'legal/privacy-policy'])(
    'show the draft of %s with the hash that it will have',
    async (path) => {
      await page(path).publish(texts('一'));
      const none = await owner.post(`apps/${appId}/content/${path}/preview-link`);
      expectProblem(none, 409, 'CONTENT.STATE.INVALID');
      const picture = await upload();
      await page(path).save(texts(`二 ![](file:${picture})`));
      const { url } = await linkTo(`apps/${appId}/content/${path}`);
      const { body } = await open(url).expect(200);
      const [, key = ''] = path.split('/');
      expect(body.data).toMatchObject({
        [path.startsWith('legal') ? 'document_type' : 'slug']: key,
        revision: 2,
        locale: 'zh-CN',
      });
      await open(/src="([^"]*)"/.exec(body.data.body_html)![1]!).expect(200);
      await owner.post(`apps/${appId}/content/${path}/publish`, {
        lock_version: (await page(path).read()).lock_version,
      });
      const { body: read } = await api.http.get(`/api/v1/public/${path}`).set('X-AppID', appId).expect(200);
      expect(read.data).toMatchObject({ revision: 2, revision_hash: body.data.revision_hash });
      // The draft has been used up.
      await expectGone(pathOf(url));
    },
  );

  it('show a page to browsers, on which nothing runs', async () => {
    const { id } = await create('A <script>alert(1)</script> ![](https://cdn.example/a.png)', {
      summary: { 'zh-CN': '<b>摘要</b>', 'en-US': 'Summary' },
    });
    const { url } = await linkTo(`${articles.path}/${id}`);
    const { text, headers } = await open(url, { Accept: BROWSER }).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' http:\/\/localhost:0; form-action 'none'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(text).toContain('<html lang="zh-CN">');
    expect(text).toContain('<h1>&lt;题&gt;</h1>');
    expect(text).toContain('&lt;b&gt;摘要&lt;/b&gt;');
    expect(text).not.toMatch(/<script|cdn\.example/);
    const [english] = /\?token=[^"]*locale=en-US/.exec(text)!;
    const other = await api.http.get(new URL(url).pathname + english.replaceAll('&amp;', '&')).set('Accept', BROWSER);
    expect(other.text).toContain('<html lang="en-US">');
    const { lock_version } = (await owner.get(`apps/${appId}`).expect(200)).body.data as { lock_version: number };
    await owner.patch(`apps/${appId}`, { lock_version, content: { allow_external_images: true } }).expect(200);
    const allowed = await open(url, { Accept: BROWSER }).expect(200);
    expect(allowed.text).toContain('https://cdn.example/a.png');
    expect(allowed.headers['content-security-policy']).toContain("img-src 'self' http://localhost:0 https:;");
    const head = await api.http.head(pathOf(url)).expect(200);
    expect(head.headers['x-robots-tag']).toBe('noindex');
  });

  it('are the same 404 for any defect', async () => {
    const { id } = await create('A');
    const other = await articles.create({ category_id: category, slug: 'other', ...texts('B') });
    const { url } = await linkTo(`${articles.path}/${id}`);
    const { pathname, search } = new URL(url);
    await open(url).expect(200);
    const expired = api.get(PreviewLinks).create({ kind: 'articles', appId, id }, Date.now() - 3_600_001).url;
    const wrong = [
      pathname,
      `${pathname}?token=`,
      `${pathname}?token=x&token=y`,
      pathOf(expired),
      pathOf(url).replace(id, other.id),
      pathOf(url).replace(id, newId()),
      pathOf(url).replace(id, 'x'),
      pathOf(url).replace('/articles/', '/pages/'),
      changed(url, ([, ...others]) => [newId(), ...others]),
      changed(url, ([app = '', expires = '', signature = '']) => [
        app,
        expires,
        signature.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ]),
      `${pathname}${search}&app_id=${await anApp(api)}`,
    ];
    for (const path of wrong) await expectGone(path);
    await open(url, { 'X-AppID': await anApp(api) }).expect(404);
  });

  it('end with the article, and rest while the App is disabled', async () => {
    const article = await create('A');
    const { url } = await linkTo(`${articles.path}/${article.id}`);
    const status = async (verb: string) => {
      const { lock_version } = (await owner.get(`apps/${appId}`).expect(200)).body.data as { lock_version: number };
      await owner.post(`apps/${appId}/${verb}`, { lock_version }).expect(200);
    };
    await status('disable');
    await expectGone(pathOf(url));
    await status('enable');
    await open(url).expect(200);
    await owner.delete(`${articles.path}/${article.id}?lock_version=${article.lock_version}`).expect(200);
    await expectGone(pathOf(url));
    await owner.post(`${articles.path}/${article.id}/preview-link`).expect(404);
    await owner.post(`${articles.path}/${newId()}/preview-link`).expect(404);
    await owner.post(`apps/${appId}/content/pages/nowhere/preview-link`).expect(404);
    await owner.post(`apps/${appId}/content/legal/nowhere/preview-link`).expect(404);
  });

  it('need the permission to read, and are recorded without their signature', async () => {
    const { id } = await create('A');
    const { url, expires_at } = await linkTo(`${articles.path}/${id}`);
    const operator = await asRoles(api, 'notification_operator');
    for (const path of [
      `${articles.path}/${id}`,
      `apps/${appId}/content/pages/help`,
      `apps/${appId}/content/legal/privacy-policy`,
    ]) {
      expectProblem(await operator.post(`${path}/preview-link`), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    }
    const records = await auditOf(api, id);
    const record = records.find(({ changes }) => changes.some((change) => change.path === 'preview_until'));
    expect(record).toMatchObject({
      resource_type: 'article',
      changes: [{ path: 'preview_until', before: null, after: expires_at }],
    });
    const signature = new URL(url).searchParams.get('token')!.split('.')[2]!;
    expect(JSON.stringify(await queryAs(api.urls.superuserUrl, 'SELECT * FROM audit_logs'))).not.toContain(signature);
  });

  it('render a version once, and are counted', async () => {
    const article = await create('A');
    const { url } = await linkTo(`${articles.path}/${article.id}`);
    const render = jest.spyOn(api.get(RichTextRenderer), 'render');
    const answers = await Promise.all(Array.from({ length: 61 }, () => open(url)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = answers.find(({ status }) => status !== 200)!;
    expectProblem(refused, 429, 'REQUEST.RATE_LIMITED');
    expect(refused.headers['retry-after']).toBeDefined();
    expect(render).toHaveBeenCalledTimes(1);
    // Another draft has its own.
    const other = await articles.create({ category_id: category, slug: 'other', ...texts('B') });
    await open((await linkTo(`${articles.path}/${other.id}`)).url).expect(200);
  });
});
