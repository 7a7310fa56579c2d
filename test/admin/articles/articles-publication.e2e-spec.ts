import { RenderingFailedError, RichTextRenderer } from '../../../libs/content/src/domain/texts/rich-text-renderer';
import { expectProblem } from '../../http/support/problem';
import { userIdOf } from '../../mobile/support/account';
import { aMember } from '../../mobile/support/journey';
import { eventually } from '../../support/api';
import { anArticle, insertArticles } from '../../support/articles';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type Admin, adminClient, type AdminClient, anAdmin } from '../support/admin';
import { aFile, auditOf } from '../support/apps';
import { aCategory, ARTICLE, articleClient, type ArticleData, articleEvents, seenOf } from '../support/articles';
import { anApp } from '../support/pages';

const NOTHING = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';
const LATER = () => new Date(Date.now() + 3_600_000).toISOString();

describe('The publication of articles', () => {
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
  const usagesOf = async (id: string) => {
    const rows = await queryAs<{ file_id: string }>(
      api.urls.superuserUrl,
      'SELECT file_id FROM file_usages WHERE used_by_id = $1',
      [id],
    );
    return rows.map(({ file_id }) => file_id).sort();
  };

  it('shows readers everything as it was written, with its HTML and its search texts', async () => {
    const cover = await aFile(api, { purpose: 'content_image' });
    const input = {
      slug: 'menu',
      summary: { 'zh-CN': '十月起' },
      cover_file_id: cover,
      tags: ['菜单', 'autumn'],
      visibility: 'public',
      pinned: true,
    };
    const draft = await create(input);
    expect(await seenOf(api, draft.id)).toBeNull();
    const article = await articles.publish(draft);
    expect(article).toEqual({
      ...draft,
      status: 'published',
      has_changes: false,
      published: {
        revision: 1,
        revision_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        slug: 'menu',
        visibility: 'public',
        published_at: expect.any(String),
        updated_at: article.published!.published_at,
      },
      lock_version: 2,
      updated_at: expect.any(String),
    });
    expect(await seenOf(api, draft.id)).toMatchObject({
      revision: 1,
      category_id: category,
      title: ARTICLE.title,
      ...input,
      own_tags: ['autumn', '菜单'],
      html: { 'zh-CN': expect.stringMatching(/^<h1>菜/), 'en-US': '<h1>A <em>menu</em></h1>\n' },
      searched_title: expect.stringContaining('autumn menu'),
      searched: expect.stringMatching(/十月起.*菜单.*a menu/),
    });
    expect(await articleEvents(api, draft.id)).toEqual([
      {
        type: 'article.published',
        data: { article_id: draft.id, slug: 'menu', revision: 1, revision_hash: article.published!.revision_hash },
      },
    ]);
    const records = await auditOf(api, draft.id);
    expect(records).toMatchObject([
      { action: 'articles.write', outcome: 'success' },
      { action: 'articles.publish', outcome: 'success', actor_id: editor.userId, app_id: appId },
    ]);
    expect(records[1]!.changes.map(({ path }) => path).sort()).toEqual([
      'published.published_at',
      'published.published_by',
      'published.revision',
      'published.revision_hash',
      'status',
    ]);
  });

  it('leaves a working copy: readers keep what was published until it is published again', async () => {
    const [cover, next] = [
      await aFile(api, { purpose: 'content_image' }),
      await aFile(api, { purpose: 'content_image' }),
    ];
    const first = await articles.publish(await create({ slug: 'menu', tags: ['a'], cover_file_id: cover }));
    const seen = await seenOf(api, first.id);
    const other = await aCategory(api, appId);
    const changes = {
      category_id: other,
      slug: 'winter',
      title: { 'zh-CN': '冬季' },
      summary: { 'zh-CN': '冬' },
      body: { 'zh-CN': '新' },
      cover_file_id: next,
      tags: ['b'],
      visibility: 'public',
      pinned: true,
    };
    const changed = await articles.update(first, changes);
    expect(changed).toMatchObject({ ...changes, status: 'published', has_changes: true, published: first.published });
    expect(await seenOf(api, first.id)).toEqual(seen);
    expect(await usagesOf(first.id)).toEqual([cover, next].sort());
    // Both slugs are its own as long as readers know the former.
    for (const slug of ['menu', 'winter']) {
      const taken = await admin.post(articles.path, { ...ARTICLE, category_id: category, slug });
      expectProblem(taken, 409, 'RESOURCE.CONFLICT');
    }

    const second = await articles.publish(changed);
    expect(second.published).toMatchObject({
      revision: 2,
      slug: 'winter',
      published_at: first.published!.published_at,
    });
    expect(second.published!.updated_at > first.published!.updated_at).toBe(true);
    const { body: _body, ...told } = changes;
    expect(await seenOf(api, first.id)).toMatchObject({
      revision: 2,
      ...told,
      own_tags: ['b'],
      html: { 'zh-CN': '<p>新</p>\n' },
    });
    expect(await usagesOf(first.id)).toEqual([next]);
    await admin.delete(`files/${cover}`).expect(200);
    await create({ slug: 'menu' });
  });

  it('makes no second revision of a repeated click', async () => {
    const article = await articles.publish(await create());
    expectProblem(await post(article, 'publish'), 409, 'CONTENT.STATE.INVALID');
    expectProblem(await post(article, 'publish', { publish_at: LATER() }), 409, 'CONTENT.STATE.INVALID');
    const same = await articles.update(article, ARTICLE);
    expect(same.has_changes).toBe(false);
    expectProblem(await post(same, 'publish'), 409, 'CONTENT.STATE.INVALID');
    expect(await articles.revisions(article)).toHaveLength(1);
  });

  it('ends when the article is unpublished or archived, and begins anew afterwards', async () => {
    const first = await articles.publish(await create({ slug: 'menu' }));
    const draft = await articles.unpublish(first);
    expect(draft).toMatchObject({ status: 'draft', published: null, has_changes: false });
    expect(await seenOf(api, first.id)).toBeNull();
    const again = await articles.publish(draft);
    expect(again.published).toMatchObject({ revision: 2 });
    expect(again.published!.published_at > first.published!.published_at).toBe(true);
    const archived = await articles.archive(again);
    expect(archived).toMatchObject({ status: 'archived', published: null });
    expect(await seenOf(api, first.id)).toBeNull();
    for (const verb of ['publish', 'archive', 'unschedule']) {
      expectProblem(await post(archived, verb), 409, 'CONTENT.STATE.INVALID');
    }
    const written = await articles.update(archived, { title: { 'zh-CN': '存档' } });
    expect(written).toMatchObject({ status: 'archived', has_changes: true });
    expect(await articles.unpublish(written)).toMatchObject({ status: 'draft' });
    const seen = (revision: number, { published }: ArticleData) => ({
      article_id: first.id,
      slug: 'menu',
      revision,
      revision_hash: published!.revision_hash,
    });
    expect(await articleEvents(api, first.id)).toEqual([
      { type: 'article.published', data: seen(1, first) },
      { type: 'article.unpublished', data: seen(1, first) },
      { type: 'article.published', data: seen(2, again) },
      { type: 'article.unpublished', data: seen(2, again) },
    ]);
  });

  it('keeps bookmarks while readers see nothing, until the article is deleted', async () => {
    const article = await articles.publish(await create());
    const memberId = await userIdOf(api, (await aMember(api, {}, appId)).email);
    await queryAs(
      api.urls.superuserUrl,
      `INSERT INTO content_article_bookmarks (tenant_id, app_id, user_id, article_id) VALUES ($1, $2, $3, $4)`,
      [api.tenantId, appId, memberId, article.id],
    );
    const bookmarks = () =>
      queryAs(api.urls.superuserUrl, 'SELECT FROM content_article_bookmarks WHERE article_id = $1', [article.id]);
    const { lock_version } = await articles.unpublish(article);
    expect(await bookmarks()).toHaveLength(1);
    await admin.delete(`${articles.path}/${article.id}?lock_version=${lock_version}`).expect(200);
    expect(await bookmarks()).toEqual([]);
  });

  it.each(['publish', 'unpublish', 'unschedule', 'archive', 'revisions/1/restore'])(
    '%s answers 404, 409 and 422 as it should',
    async (verb) => {
      const article = await create();
      for (const id of [NOTHING, 'x']) {
        expectProblem(await post({ ...article, id }, verb), 404, 'RESOURCE.NOT_FOUND');
      }
      const elsewhere = `apps/${await anApp(api)}/content/articles/${article.id}/${verb}`;
      expectProblem(await admin.post(elsewhere, { lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
      for (const lock_version of [undefined, 0, '1', null]) {
        const refused = await post({ ...article, lock_version: lock_version as number }, verb);
        expectProblem(refused, 422, 'REQUEST.VALIDATION_FAILED');
      }
      await articles.publish(article);
      const stale = await post(article, verb);
      const problem = expectProblem(stale, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
      expect(problem).toMatchObject({ current_lock_version: 2 });
    },
  );

  it.each(['x', '2026-11-21', 7, '9999-12-31T23:59:59-14:00'])(
    'answers 422 to the publish_at %j',
    async (publish_at) => {
      expectProblem(await post(await create(), 'publish', { publish_at }), 422, 'REQUEST.VALIDATION_FAILED');
    },
  );

  it('is at once with a publish_at that is past or null', async () => {
    const past = await articles.publish(await create(), { publish_at: '2020-01-01T00:00:00Z' });
    expect(past).toMatchObject({ status: 'published', publish_at: null, published: { revision: 1 } });
    expect(await articles.publish(await create(), { publish_at: null })).toMatchObject({ status: 'published' });
  });

  it('answers 503 while nothing can be rendered, and changes nothing', async () => {
    const article = await create();
    const late = new RenderingFailedError({ retryAfterSeconds: 5 });
    jest.spyOn(api.get(RichTextRenderer), 'render').mockRejectedValue(late);
    expectProblem(await post(article, 'publish'), 503, 'DEPENDENCY.UNAVAILABLE');
    expect(await articles.read(article.id)).toEqual(article);
    expect(await articles.revisions(article)).toEqual([]);
  });

  it('ends with the App: its pictures can be deleted, and nothing scheduled is published', async () => {
    const cover = await aFile(api, { purpose: 'content_image' });
    const live = await articles.publish(await create({ cover_file_id: cover }));
    // More than one step releases.
    const others = Array.from({ length: 1_000 }, () => anArticle(category, { coverFileId: cover }));
    const query = (text: string, values: unknown[]) => queryAs(api.urls.superuserUrl, text, values);
    await insertArticles(query, { tenantId: api.tenantId, appId }, others);
    const scheduled = await articles.publish(await create({ cover_file_id: cover }), { publish_at: LATER() });
    const { body } = await admin.get(`apps/${appId}`).expect(200);
    const { lock_version } = body.data as { lock_version: number };
    await admin.post(`apps/${appId}/disable`, { lock_version }).expect(200);
    await admin.delete(`apps/${appId}`).expect(200);
    await eventually(async () => (await usagesOf(live.id)).length + (await usagesOf(scheduled.id)).length === 0);
    await admin.delete(`files/${cover}`).expect(200);
    const rows = await queryAs(
      api.urls.superuserUrl,
      'SELECT status, publish_at, cover_file_id FROM content_articles WHERE id IN ($1, $2) ORDER BY created_at',
      [live.id, scheduled.id],
    );
    const covered = await queryAs(
      api.urls.superuserUrl,
      `SELECT id FROM content_articles WHERE app_id = $1 AND cover_file_id IS NOT NULL
       UNION SELECT article_id FROM content_published_articles WHERE app_id = $1 AND cover_file_id IS NOT NULL`,
      [appId],
    );
    expect(covered).toEqual([]);
    expect(rows).toEqual([
      { status: 'published', publish_at: null, cover_file_id: null },
      { status: 'draft', publish_at: null, cover_file_id: null },
    ]);
  });
});
