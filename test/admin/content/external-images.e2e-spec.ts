import { expectProblem } from '../../http/support/problem';
import { eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aCategory, articleClient, type ArticleData } from '../support/articles';
import { anApp, pageClient } from '../support/pages';
import { textWith } from '../support/pictures';

describe('Images of other sites in texts', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let appId: string;
  let articles: ReturnType<typeof articleClient>;
  let category: string;

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const create = (body: string) => articles.create({ category_id: category, visibility: 'public', ...textWith(body) });
  const read = async ({ slug }: Pick<ArticleData, 'slug'>) =>
    (await api.http.get(`/api/v1/public/articles/${slug}`).set('X-AppID', appId).expect(200)).body.data as {
      body_html: string;
    };
  const page = (path: string) => pageClient(owner, `apps/${appId}/content/${path}`);

  beforeEach(async () => {
    appId = await anApp(api);
    category = await aCategory(api, appId);
    articles = articleClient(owner, appId);
  });

  const HTTPS = 'https://cdn.example/a.png';
  const HTTP = 'http://cdn.example/b.png';
  const html = `<p>A</p><img src="${HTTPS}" /><img src="${HTTP}" />`;
  const markdown = `A ![](${HTTPS}) ![](${HTTP})`;
  const allow = async (allowed: object | null) => {
    const { lock_version } = (await owner.get(`apps/${appId}`).expect(200)).body.data as { lock_version: number };
    const { body } = await owner.patch(`apps/${appId}`, { lock_version, content: allowed }).expect(200);
    return body.data.content as object;
  };

  it('are removed and told by the answer to saving, http always', async () => {
    const removed = [HTTPS, HTTP].map((url) => ({ locale: 'zh-CN', url }));
    const saved = async (article: ArticleData, changes: object) =>
      (
        await owner
          .patch(`${articles.path}/${article.id}`, { lock_version: article.lock_version, ...changes })
          .expect(200)
      ).body.data as ArticleData;
    const savedPage = async (path: string, draft: object) => {
      const { lock_version } = await page(path).read();
      const { body } = await owner.put(`apps/${appId}/content/${path}/draft`, { ...draft, lock_version }).expect(200);
      return body.data as object;
    };
    const article = await create('A');
    const sanitised = await saved(article, { body: { 'zh-CN': html }, body_format: 'html' });
    expect(sanitised).toMatchObject({ removed, body: { 'zh-CN': '<p>A</p>' } });
    expect(await articles.read(article.id)).not.toHaveProperty('removed');
    const changed = await saved(sanitised, { body: { 'zh-CN': markdown }, body_format: 'markdown' });
    expect(changed).toMatchObject({ removed, body: { 'zh-CN': markdown } });
    expect(await saved(changed, { slug: 'renamed' })).toMatchObject({ removed: [] });
    const live = await articles.publish(await articles.read(article.id));
    expect((await read(live)).body_html).toBe('<p>A  </p>\n');
    for (const path of ['pages/about-us', 'legal/terms-of-service']) {
      expect(await savedPage(path, textWith(markdown))).toMatchObject({ removed });
    }
    await allow({ allow_external_images: true });
    const shown = await saved(live, { body: { 'zh-CN': `${markdown}!` } });
    expect(shown['removed']).toEqual(removed.slice(1));
    expect((await read(await articles.publish(shown))).body_html).toBe(`<p>A <img src="${HTTPS}" alt="" /> !</p>\n`);
    expect(await savedPage('pages/about-us', textWith(html, 'html'))).toMatchObject({ removed: removed.slice(1) });
    const restored = await owner
      .post(`${articles.path}/${article.id}/revisions/1/restore`, { lock_version: shown.lock_version + 1 })
      .expect(200);
    expect(restored.body.data.removed).toEqual(removed.slice(1));
  });

  it('stay in what is published when the App stops to allow them, until it is published again', async () => {
    await allow({ allow_external_images: true });
    const article = await articles.publish(await create(`![](${HTTPS})`));
    await allow({ allow_external_images: false });
    await query('UPDATE content_article_renderings SET renderer_version = 0 WHERE article_id = $1', [article.id]);
    expect((await read(article)).body_html).toContain(HTTPS);
    // It is published at its time without any request.
    const changed = await articles.update(article, { slug: 'again' });
    await articles.publish(changed, { publish_at: new Date(Date.now() + 3_600_000).toISOString() });
    await query(`UPDATE content_articles SET publish_at = now() - interval '1 second' WHERE id = $1`, [article.id]);
    await query(
      `UPDATE outbox_messages SET available_at = now() WHERE type = 'articles.due' AND data ->> 'article_id' = $1`,
      [article.id],
    );
    await eventually(async () => (await articles.read(article.id)).status === 'published');
    expect((await read({ slug: 'again' })).body_html).toBe('<p></p>\n');
  });

  it('are a setting of the App that merges, is reset by null and recorded', async () => {
    const { body } = await owner.get(`apps/${appId}`).expect(200);
    expect(body.data.content).toEqual({ allow_external_images: false });
    expect(await allow({ allow_external_images: true })).toEqual({ allow_external_images: true });
    expect(await allow({})).toEqual({ allow_external_images: true });
    expect(await allow({ allow_external_images: null })).toEqual({ allow_external_images: false });
    await allow({ allow_external_images: true });
    expect(await allow(null)).toEqual({ allow_external_images: false });
    const [record] = await query<{ changes: object[] }>(
      `SELECT changes FROM audit_logs WHERE resource_id = $1 AND action = 'apps.write' ORDER BY seq DESC LIMIT 1`,
      [appId],
    );
    expect(record!.changes).toContainEqual({ path: 'content.allow_external_images', before: true, after: false });
    const created = await owner
      .post('apps', {
        ...{ name: 'Shop', app_type: 'uni_app', default_locale: 'zh-CN' },
        content: { allow_external_images: true },
      })
      .expect(201);
    expect(created.body.data.content).toEqual({ allow_external_images: true });
    const refused = await owner.patch(`apps/${appId}`, { lock_version: 1, content: { more: 1 } });
    expect(expectProblem(refused, 422, 'REQUEST.VALIDATION_FAILED')).toMatchObject({
      errors: [{ field: 'content.more', code: 'unknown_field' }],
    });
  });
});
