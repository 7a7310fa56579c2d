import { newId } from '@libs/kernel';
import { RenderingFailedError, RichTextRenderer } from '../../../libs/content/src/domain/texts/rich-text-renderer';
import { ArticleRenderings } from '@libs/content';
import { expectProblem } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type Admin, adminClient, type AdminClient, anAdmin } from '../support/admin';
import { aFile } from '../support/apps';
import {
  aCategory,
  ARTICLE,
  articleClient,
  type ArticleData,
  recomputedArticleHash,
  seenOf,
} from '../support/articles';
import { anApp } from '../support/pages';

const NOTHING = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('The revisions of articles', () => {
  const api = suiteApi();
  let editor: Admin;
  let admin: AdminClient;
  let appId: string;
  let category: string;
  let articles: ReturnType<typeof articleClient>;

  beforeAll(async () => {
    editor = await anAdmin(api, ['owner']);
    admin = adminClient(api, editor.token);
  });

  beforeEach(async () => {
    appId = await anApp(api);
    category = await aCategory(api, appId);
    articles = articleClient(admin, appId);
  });

  afterEach(() => jest.restoreAllMocks());

  const create = (more: object = {}) => articles.create({ category_id: category, ...more });
  const post = ({ id, lock_version }: ArticleData, verb: string, more: object = {}) =>
    admin.post(`${articles.path}/${id}/${verb}`, { lock_version, ...more });

  it('are listed newest first, each with a hash that anyone can recompute', async () => {
    let article = await create({ summary: { 'zh-CN': '一' }, tags: ['b', 'a'] });
    for (const text of ['一', '二', '三']) {
      article = await articles.publish(await articles.update(article, { body: { 'zh-CN': text }, summary: null }));
    }
    const revisions = await articles.revisions(article);
    expect(revisions.map(({ revision, body }) => [revision, body])).toEqual([
      [3, { 'zh-CN': '三' }],
      [2, { 'zh-CN': '二' }],
      [1, { 'zh-CN': '一' }],
    ]);
    expect(revisions.map(recomputedArticleHash)).toEqual(revisions.map(({ revision_hash }) => revision_hash));
    expect(revisions[0]).toMatchObject({
      article_id: article.id,
      revision_hash: article.published!.revision_hash,
      published_at: article.published!.updated_at,
      published_by: editor.userId,
    });
    expect(await articles.revisions(article, '?page=2&page_size=2')).toEqual(revisions.slice(2));
    expect(await articles.revisions(article, '?page=3&page_size=2')).toEqual([]);
    expectProblem(await admin.get(`${articles.path}/${NOTHING}/revisions`), 404, 'RESOURCE.NOT_FOUND');
    await admin.get(`${articles.path}/${article.id}/revisions?page_size=0`).expect(422);
  });

  it('cannot be changed by anyone', async () => {
    const { id } = await articles.publish(await create());
    for (const statement of [
      `UPDATE content_article_revisions SET title = '{}' WHERE article_id = '${id}'`,
      `DELETE FROM content_article_revisions WHERE article_id = '${id}'`,
      'TRUNCATE content_article_revisions CASCADE',
    ]) {
      await expect(queryAs(api.urls.superuserUrl, statement)).rejects.toThrow(/revision/);
      await expect(queryAs(api.urls.applicationUrl, statement)).rejects.toThrow(/permission|revision/);
    }
  });

  it('are restored into the working copy, in any status', async () => {
    const first = await articles.publish(await create({ slug: 'one', tags: ['a'] }));
    const second = await articles.publish(
      await articles.update(first, { slug: 'two', tags: null, visibility: 'public' }),
    );
    const restored = await articles.restore(second, 1);
    expect(restored).toMatchObject({
      slug: 'one',
      tags: ['a'],
      visibility: 'members',
      status: 'published',
      has_changes: true,
      published: { revision: 2, slug: 'two' },
    });
    expect(await articles.restore(restored, 2)).toMatchObject({ slug: 'two', has_changes: false });
    const archived = await articles.archive(await articles.read(first.id));
    expect(await articles.restore(archived, 1)).toMatchObject({ slug: 'one', status: 'archived', published: null });
  });

  it('are restored without a category or picture that is gone', async () => {
    const [former, cover] = [await aCategory(api, appId), await aFile(api, { purpose: 'content_image' })];
    const first = await articles.publish(await create({ category_id: former, cover_file_id: cover }));
    const second = await articles.publish(await articles.update(first, { category_id: category, cover_file_id: null }));
    await admin.delete(`files/${cover}`).expect(200);
    await queryAs(api.urls.superuserUrl, 'DELETE FROM content_categories WHERE id = $1', [former]);
    expect(await articles.restore(second, 1)).toMatchObject({
      category_id: category,
      cover_file_id: null,
      has_changes: true,
    });
  });

  it('are not restored over the slug of another article, nor if there is no such revision', async () => {
    const first = await articles.publish(await create({ slug: 'one' }));
    const second = await articles.publish(await articles.update(first, { slug: 'two' }));
    await create({ slug: 'one' });
    expectProblem(await post(second, 'revisions/1/restore'), 409, 'RESOURCE.CONFLICT');
    const malformed = ['0', '-1', '01', '1.0', '1e0', '0x1', 'x', '%00', '9'.repeat(400), '%EF%BC%91'];
    for (const revision of ['3', '2147483647', '2147483648', ...malformed]) {
      expectProblem(await post(second, `revisions/${revision}/restore`), 404, 'RESOURCE.NOT_FOUND');
    }
    const late = new RenderingFailedError({ retryAfterSeconds: 5 });
    jest.spyOn(api.get(RichTextRenderer), 'prepare').mockRejectedValue(late);
    expectProblem(await post(second, 'revisions/2/restore'), 503, 'DEPENDENCY.UNAVAILABLE');
  });

  it('have their HTML rendered again when it is missing or of older rules', async () => {
    const { id } = await articles.publish(await create());
    await queryAs(
      api.urls.superuserUrl,
      `DELETE FROM content_article_renderings WHERE article_id = '${id}' AND locale = 'zh-CN';
       UPDATE content_article_renderings SET body_html = 'old', renderer_version = 0 WHERE article_id = '${id}'`,
    );
    const renderings = api.get(ArticleRenderings);
    await renderings.renderMissing();
    expect(await seenOf(api, id)).toMatchObject({
      html: { 'zh-CN': expect.stringMatching(/^<h1>菜/), 'en-US': '<h1>A <em>menu</em></h1>\n' },
    });
    await queryAs(api.urls.superuserUrl, 'DELETE FROM content_article_renderings WHERE article_id = $1', [id]);
    const ref = { tenantId: api.tenantId, ownerId: id, revision: 1 };
    expect(await renderings.read(ref, 'en-US')).toEqual({
      body: ARTICLE.body['en-US'],
      bodyHtml: '<h1>A <em>menu</em></h1>\n',
    });
    expect(await renderings.read(ref, 'ja-JP')).toBeNull();
    expect(await renderings.read({ ...ref, tenantId: newId() }, 'en-US')).toBeNull();
  });
});
