import { newId } from '@libs/kernel';
import { ArticleRenderings } from '@libs/content';
import { expectProblem } from '../../http/support/problem';
import { eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aCategory, articleClient, type ArticleData } from '../support/articles';
import { anApp, pageClient } from '../support/pages';
import { textWith, uploadedPicture } from '../support/pictures';

describe('Pictures in texts', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let appId: string;
  let category: string;
  let articles: ReturnType<typeof articleClient>;

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const upload = (...given: [fields?: Record<string, string>, width?: number, height?: number]) =>
    uploadedPicture(owner, ...given);
  const get = (id: string, search = `?app_id=${appId}`) => api.http.get(`/api/v1/public/content-images/${id}${search}`);
  const inUse = async (id: string) => (await owner.get(`files/${id}`).expect(200)).body.data.in_use as boolean;
  const create = (body: string, more: object = {}) =>
    articles.create({
      category_id: category,
      visibility: 'public',
      ...textWith(body),
      ...more,
    });
  const published = async (body: string, more: object = {}) => articles.publish(await create(body, more));
  const read = async ({ slug }: Pick<ArticleData, 'slug'>) =>
    (await api.http.get(`/api/v1/public/articles/${slug}`).set('X-AppID', appId).expect(200)).body.data as {
      body: string;
      body_html: string;
      cover_url: string | null;
    };
  const readPage = async (path: string) =>
    (await api.http.get(`/api/v1/public/${path}`).set('X-AppID', appId).expect(200)).body.data.body_html as string;
  const urlIn = (html: string) => {
    const { pathname, search } = new URL(/<img src="([^"]*)"/.exec(html)?.[1] ?? '');
    return pathname + search;
  };
  const page = (path: string) => pageClient(owner, `apps/${appId}/content/${path}`);
  beforeEach(async () => {
    appId = await anApp(api);
    category = await aCategory(api, appId);
    articles = articleClient(owner, appId);
  });

  it('stand in body_html with absolute URL, size and lazy loading, and the body stays as written', async () => {
    const [none, own] = [await upload({}, 64, 48), await upload({ app_id: appId })];
    const markdown = `# 图 ![一](file:${none}) ![二](file:${own})`;
    const article = await published(markdown);
    const { body, body_html: html } = await read(article);
    expect(body).toBe(markdown);
    const img = (id: string, alt: string, size: string) =>
      `<img src="http://localhost:0/api/v1/public/content-images/${id}?app_id=${appId}" alt="${alt}" loading="lazy" ${size} />`;
    expect(html).toBe(
      `<h1>图 ${img(none, '一', 'width="64" height="48"')} ${img(own, '二', 'width="40" height="30"')}</h1>\n`,
    );
    const { body: picture, headers } = await api.http.get(urlIn(html)).expect(200);
    expect((picture as Buffer).subarray(1, 4).toString()).toBe('PNG');
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    await api.http.get(urlIn(html)).set('If-None-Match', headers['etag']!).expect(304);
  });

  it.each(['pages/about-us', 'legal/privacy-policy'])('stand in %s, too', async (path) => {
    const id = await upload();
    const text = `<p>A</p><img src="file:${id}" alt="b" />`;
    const { draft } = await page(path).save(textWith(text, 'html'));
    expect(draft!['body']).toEqual({ 'zh-CN': text });
    expect(await inUse(id)).toBe(true);
    await get(id).expect(404);
    await page(path).publish(textWith(text, 'html'));
    const html = await readPage(path);
    expect(html).toContain('width="40" height="30"');
    await api.http.get(urlIn(html)).expect(200);
    // The next revision is without it; the former one still uses it.
    await page(path).publish(textWith('B'));
    await get(id).expect(404);
    expectProblem(await owner.delete(`files/${id}`), 409, 'FILES.IN_USE');
    const { body } = await owner
      .post(`apps/${appId}/content/${path}/revisions/1/restore`, {
        lock_version: (await page(path).read()).lock_version,
      })
      .expect(200);
    expect(body.data.draft.body).toEqual({ 'zh-CN': text });
  });

  it('are refused at saving, naming the ids, unless they are clean images for this', async () => {
    const [good, infected, ofOther] = [await upload(), await upload(), await upload({ app_id: await anApp(api) })];
    const icon = await upload({ purpose: 'app_icon' });
    await query(`UPDATE files SET scan_status = 'infected' WHERE id = $1`, [infected]);
    const unknown = newId();
    const bad = [infected, ofOther, icon, unknown, 'logo'];
    const body = { 'zh-CN': [good, ...bad].map((id) => `![](file:${id})`).join(' '), 'en-US': `![](file:${icon})` };
    const refusals = [
      await owner.post(articles.path, { ...textWith(''), category_id: category, slug: 'a', body }),
      await owner.put(`apps/${appId}/content/pages/help/draft`, { ...textWith(''), body, lock_version: 1 }),
    ];
    for (const refusal of refusals) {
      const problem = expectProblem(refusal, 422, 'REQUEST.VALIDATION_FAILED', ['ids']);
      expect(problem).toMatchObject({
        ids: bad,
        errors: expect.arrayContaining([
          expect.objectContaining({ field: 'body.zh-CN', code: 'file_not_clean' }),
          expect.objectContaining({ field: 'body.zh-CN', code: 'unknown_file' }),
          expect.objectContaining({ field: 'body.en-US', code: 'wrong_file_purpose' }),
        ]),
      });
    }
    expect(await inUse(good)).toBe(false);
    const article = await create('A');
    const { lock_version, id } = article;
    await owner.patch(`${articles.path}/${id}`, { lock_version, body: { 'zh-CN': body['zh-CN'] } }).expect(422);
    const crowded = { 'zh-CN': `![](file:${good}) `.repeat(101) };
    const tooMany = await owner.patch(`${articles.path}/${id}`, { lock_version, body: crowded });
    expect(expectProblem(tooMany, 422, 'REQUEST.VALIDATION_FAILED')).toMatchObject({
      errors: [{ field: 'body.zh-CN', code: 'too_many_pictures' }],
    });
  });

  it('are read while a published or scheduled article has them, and by nobody else', async () => {
    const [id, cover] = [await upload(), await upload()];
    const draft = await create(`![](file:${id})`, { cover_file_id: cover });
    for (const file of [id, cover]) await get(file).expect(404);
    const scheduled = await articles.publish(draft, { publish_at: new Date(Date.now() + 3_600_000).toISOString() });
    for (const file of [id, cover]) await get(file).expect(200);
    const again = await articles.unschedule(scheduled);
    for (const file of [id, cover]) await get(file).expect(404);
    const live = await articles.publish(again);
    for (const file of [id, cover]) await get(file).expect(200);
    await get(id.toUpperCase(), '').set('X-AppID', appId).expect(200);
    for (const search of ['', '?app_id=x', `?app_id=${await anApp(api)}`]) await get(id, search).expect(404);
    await get(id)
      .set('X-AppID', await anApp(api))
      .expect(404);
    await get('x').expect(404);
    const without = await articles.publish(await articles.update(live, { body: { 'zh-CN': 'A' } }));
    await get(id).expect(404);
    const restored = await articles.publish(await articles.restore(without, 1));
    await get(id).expect(200);
    await query(`UPDATE content_categories SET status = 'disabled' WHERE id = $1`, [category]);
    await get(id).expect(404);
    await query(`UPDATE content_categories SET status = 'active' WHERE id = $1`, [category]);
    await articles.archive(restored);
    for (const file of [id, cover]) await get(file).expect(404);
  });

  it('are served at one kind of URL with covers, and covers at their former one, too', async () => {
    const cover = await upload();
    const { cover_url: url } = await read(await published('A', { cover_file_id: cover }));
    expect(url).toBe(`http://localhost:0/api/v1/public/content-images/${cover}?app_id=${appId}`);
    await api.http.get(`/api/v1/public/article-covers/${cover}?app_id=${appId}`).expect(200);
  });

  it('are in use by the draft and every revision, until the text is deleted', async () => {
    const [first, second] = [await upload(), await upload()];
    const article = await published(`![](file:${first})`);
    const changed = await articles.update(article, { body: { 'zh-CN': `![](file:${second})` } });
    for (const id of [first, second]) {
      expect(await inUse(id)).toBe(true);
      expectProblem(await owner.delete(`files/${id}`), 409, 'FILES.IN_USE');
    }
    // The draft alone had it.
    const other = await articles.update(changed, { body: { 'zh-CN': 'A' } });
    expect(await inUse(second)).toBe(false);
    // What does not touch the body leaves its pictures alone.
    const renamed = await articles.update(await articles.restore(other, 1), { title: { 'zh-CN': '名' } });
    const live = await articles.publish(renamed);
    expect((await read(live)).body_html).toContain(first);
    const draft = await articles.unpublish(live);
    await owner.delete(`${articles.path}/${draft.id}?lock_version=${draft.lock_version}`).expect(200);
    expect(await inUse(first)).toBe(false);
    await owner.delete(`files/${first}`).expect(200);
    const delivery = await upload();
    await owner.post(`apps/${appId}/content/pages`, { slug: 'delivery' }).expect(201);
    const { lock_version } = await page('pages/delivery').publish(textWith(`![](file:${delivery})`));
    await owner.delete(`apps/${appId}/content/pages/delivery?lock_version=${lock_version}`).expect(200);
    expect(await inUse(delivery)).toBe(false);
  });

  it('are released with their App', async () => {
    const [inArticle, inPage] = [await upload(), await upload()];
    await published(`![](file:${inArticle})`);
    await page('pages/help').publish(textWith(`![](file:${inPage})`));
    const { lock_version } = (await owner.get(`apps/${appId}`).expect(200)).body.data as { lock_version: number };
    await owner.post(`apps/${appId}/disable`, { lock_version }).expect(200);
    await get(inPage).expect(404);
    await owner.delete(`apps/${appId}`).expect(200);
    await eventually(async () => !(await inUse(inArticle)) && !(await inUse(inPage)));
    expect(await query('SELECT FROM content_pictures WHERE app_id = $1', [appId])).toEqual([]);
  });

  it('cannot be deleted while they are put into a text', async () => {
    const id = await upload();
    const article = await create('A');
    const body = { 'zh-CN': `![](file:${id})` };
    const [saved, deleted] = await Promise.all([
      owner.patch(`${articles.path}/${article.id}`, { lock_version: article.lock_version, body }),
      owner.delete(`files/${id}`),
    ]);
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([saved.status, deleted.status]);
  });

  it('stay in a rendering that is made again', async () => {
    const id = await upload();
    const article = await published(`![](file:${id}) ![](https://cdn.example/a.png)`);
    const first = (await read(article)).body_html;
    await query('UPDATE content_article_renderings SET renderer_version = 0 WHERE article_id = $1', [article.id]);
    await api.get(ArticleRenderings).renderMissing();
    expect(
      await query('SELECT renderer_version FROM content_article_renderings WHERE article_id = $1', [article.id]),
    ).not.toEqual([{ renderer_version: 0 }]);
    expect((await read(article)).body_html).toBe(first);
    expect(first).not.toContain('cdn.example');
  });
});
