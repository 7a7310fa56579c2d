import { newId } from '@libs/kernel';
import { RichTextRenderer } from '../../../libs/content/src/domain/texts/rich-text-renderer';
import { expectProblem } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { afterNext } from '../../support/interleaving';
import { suiteApi } from '../../support/suite';
import { type Admin, adminClient, type AdminClient, anAdmin, asRoles } from '../support/admin';
import { auditOf } from '../support/apps';
import { aCategory, articleClient, type ArticleData, articleEvents, seenOf } from '../support/articles';
import { anApp } from '../support/pages';

const LATER = '2099-01-01T00:00:00.000Z';
const LATEST = '2099-02-01T00:00:00.000Z';

describe('Several articles at once', () => {
  const api = suiteApi();
  let editor: Admin;
  let admin: AdminClient;
  let category: string;
  let articles: ReturnType<typeof articleClient>;

  beforeAll(async () => {
    editor = await anAdmin(api, ['owner']);
    admin = adminClient(api, editor.token);
  });

  beforeEach(async () => {
    const appId = await anApp(api);
    category = await aCategory(api, appId);
    articles = articleClient(admin, appId);
  });

  afterEach(() => jest.restoreAllMocks());

  const create = (more: object = {}) => articles.create({ category_id: category, ...more });
  const batch = (verb: string, ...ids: string[]) => admin.post(`${articles.path}/batch-${verb}`, { ids });
  const idsOf = (all: readonly ArticleData[]) => all.map(({ id }) => id);
  const readAll = (all: readonly ArticleData[]) => Promise.all(all.map(({ id }) => articles.read(id)));
  const eventsOf = async (id: string) => (await articleEvents(api, id)).map(({ type }) => type);

  it('are published: each as one by one would be, with a record and an event of its own', async () => {
    const live = await articles.update(await articles.publish(await create(), { unpublish_at: LATEST }), {
      tags: ['b'],
    });
    const all = [
      await create({ slug: 'one' }),
      live,
      await articles.publish(await create(), { publish_at: LATER, unpublish_at: LATEST }),
    ];
    const answer = await batch('publish', ...idsOf(all), all[0]!.id.toUpperCase()).expect(200);
    expect(answer.body).toEqual({ data: { success: true } });
    const [one, two, three] = await readAll(all);
    expect(one).toMatchObject({ status: 'published', has_changes: false, lock_version: 2, published: { revision: 1 } });
    expect(two).toMatchObject({ status: 'published', unpublish_at: LATEST, published: { revision: 2 } });
    expect(three).toMatchObject({ status: 'published', publish_at: null, unpublish_at: LATEST });
    expect(await seenOf(api, one!.id)).toMatchObject({ slug: 'one', html: { 'en-US': '<h1>A <em>menu</em></h1>\n' } });
    expect(await seenOf(api, live.id)).toMatchObject({ tags: ['b'], own_tags: ['b'] });
    for (const article of [one!, three!]) {
      expect(await articles.revisions(article)).toMatchObject([{ published_by: editor.userId }]);
      expect(await eventsOf(article.id)).toEqual(['article.published']);
      const [record] = (await auditOf(api, article.id)).slice(-1);
      expect(record).toMatchObject({ action: 'articles.publish', outcome: 'success', actor_id: editor.userId });
      expect(record!.changes).toContainEqual({ path: 'published.revision', before: null, after: 1 });
    }
    expect(await eventsOf(live.id)).toEqual(['article.published', 'article.published']);
  });

  it('are unpublished and archived, together with their schedules', async () => {
    const all = [
      await articles.publish(await create(), { unpublish_at: LATER }),
      await articles.publish(await create(), { publish_at: LATER }),
      await articles.archive(await create()),
    ];
    await batch('unpublish', ...idsOf(all)).expect(200);
    for (const article of await readAll(all)) {
      expect(article).toMatchObject({ status: 'draft', publish_at: null, unpublish_at: null, published: null });
    }
    expect(await eventsOf(all[0]!.id)).toEqual(['article.published', 'article.unpublished']);
    expect(await seenOf(api, all[0]!.id)).toBeNull();
    const live = await articles.publish(await create());
    await batch('archive', all[0]!.id, live.id).expect(200);
    expect(await readAll([all[0]!, live])).toMatchObject([{ status: 'archived' }, { status: 'archived' }]);
    expect(await eventsOf(live.id)).toEqual(['article.published', 'article.unpublished']);
    for (const { id } of [...all, live]) {
      expect((await auditOf(api, id)).at(-1)).toMatchObject({ action: 'articles.publish', outcome: 'success' });
    }
  });

  it('stay as they are when one of them stands in the way, which is named', async () => {
    const otherApp = await anApp(api);
    const elsewhere = await articleClient(admin, otherApp).create({ category_id: await aCategory(api, otherApp) });
    const draft = await create();
    const live = await articles.publish(await create());
    const archived = await articles.archive(await create());
    const unknown = newId();
    for (const [verb, good, bad] of [
      ['publish', [draft], [live.id, archived.id, unknown, elsewhere.id]],
      ['unpublish', [live, archived], [draft.id, unknown, elsewhere.id]],
      ['archive', [draft, live], [archived.id, unknown, elsewhere.id]],
    ] as const) {
      const answer = await batch(verb, ...idsOf(good), ...bad);
      expectProblem(answer, 409, 'RESOURCE.CONFLICT', ['ids']);
      expect(answer.body.ids).toEqual(bad);
      expect(await readAll(good)).toEqual(good);
    }
    const malformed = await batch('publish', draft.id, 'x');
    expectProblem(malformed, 422, 'REQUEST.VALIDATION_FAILED', ['ids']);
    expect(malformed.body.ids).toEqual(['x']);
    await admin.post(`${articles.path}/batch-archive`, { ids: [] }).expect(422);
    await admin.post(`${articles.path}/batch-unpublish`, { ids: Array.from({ length: 101 }, newId) }).expect(422);
  });

  it('are published as they are now when one changes while its text is rendered', async () => {
    const [one, two] = [await create({ body: { 'zh-CN': 'first' } }), await create()];
    afterNext(api.get(RichTextRenderer), 'render', () => articles.update(one, { body: { 'zh-CN': 'second' } }));
    await batch('publish', one.id, two.id).expect(200);
    expect(await seenOf(api, one.id)).toMatchObject({ html: { 'zh-CN': '<p>second</p>\n' } });
    expect(await articles.read(two.id)).toMatchObject({ status: 'published', lock_version: 2 });
  });

  it('are changed by one of two requests that come together, whatever their order', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => create()));
    const ids = idsOf(all);
    const answers = await Promise.all([batch('archive', ...ids), batch('archive', ...ids.toReversed())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const article of await readAll(all)) expect(article).toMatchObject({ status: 'archived', lock_version: 2 });
  });

  it('are done once for one Idempotency-Key', async () => {
    const article = await create();
    const publish = () => batch('publish', article.id).set('Idempotency-Key', 'once');
    await publish().expect(200);
    const again = await publish().expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await eventsOf(article.id)).toEqual(['article.published']);
  });

  it('need the permission to publish', async () => {
    const article = await create();
    const auditor = await asRoles(api, 'auditor');
    for (const verb of ['publish', 'unpublish', 'archive']) {
      const answer = await auditor.post(`${articles.path}/batch-${verb}`, { ids: [article.id] });
      expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      expect(answer.body.required_permission).toBe('articles.publish');
    }
    const [row] = await queryAs<{ count: number }>(
      api.urls.superuserUrl,
      `SELECT count(*)::int FROM outbox_messages WHERE data ->> 'article_id' = $1`,
      [article.id],
    );
    expect(row).toEqual({ count: 0 });
  });
});
