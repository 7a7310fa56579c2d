import { startTestApi, type TestApi } from '../../support/api';
import { type AdminClient, asOwner } from '../support/admin';
import {
  aCategory,
  ARTICLE,
  articleClient,
  type ArticleData,
  articleEvents,
  recomputedArticleHash,
} from '../support/articles';
import { anApp } from '../support/pages';

const WRITERS = 12;

describe('Many writers of articles at once', () => {
  let one: TestApi;
  let two: TestApi;
  let admins: AdminClient[];
  let appId: string;
  let category: string;
  let articles: ReturnType<typeof articleClient>;

  beforeAll(async () => {
    one = await startTestApi();
    two = await startTestApi({ RUN_WORKER: 'false' }, one.urls);
    admins = [await asOwner(one), await asOwner(two)];
  });

  afterAll(async () => {
    await two.close();
    await one.close();
  });

  beforeEach(async () => {
    appId = await anApp(one);
    category = await aCategory(one, appId);
    articles = articleClient(admins[0]!, appId);
  });

  type Answer = Awaited<ReturnType<AdminClient['get']>>;
  /** Sends the requests to both processes, all at the same time. */
  const race = (send: (admin: AdminClient, index: number) => PromiseLike<Answer>) =>
    Promise.all(Array.from({ length: WRITERS }, (_, index) => send(admins[index % 2]!, index)));
  const codesOf = (answers: readonly Answer[]) =>
    answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort();
  const oneWinner = (status: number, code: string) => [`${status}`, ...Array<string>(WRITERS - 1).fill(`409 ${code}`)];
  const create = (more: object = {}) => articles.create({ category_id: category, ...more });
  const pathOf = ({ id }: ArticleData) => `${articles.path}/${id}`;

  it('publish one revision with one version', async () => {
    const article = await create();
    const answers = await race((admin) => admin.post(`${pathOf(article)}/publish`, { lock_version: 1 }));
    expect(codesOf(answers)).toEqual(oneWinner(200, 'RESOURCE.VERSION_CONFLICT'));
    expect(await articles.read(article.id)).toMatchObject({ lock_version: 2, published: { revision: 1 } });
    expect(await articles.revisions(article)).toHaveLength(1);
    expect(await articleEvents(one, article.id)).toHaveLength(1);
  });

  it('make any one change of its state with one version, and what is published is what was written', async () => {
    const article = await create();
    const answers = await race((admin, index) =>
      [
        () => admin.post(`${pathOf(article)}/publish`, { lock_version: 1 }),
        () => admin.patch(pathOf(article), { lock_version: 1, body: { 'zh-CN': '新' } }),
        () => admin.post(`${pathOf(article)}/archive`, { lock_version: 1 }),
        () => admin.delete(`${pathOf(article)}?lock_version=1`),
      ][index % 4]!(),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
    const isDeleted = answers.some(({ body }) => body.data?.deleted === true);
    expect(new Set(losers)).toEqual(new Set([isDeleted ? 404 : 409]));
  });

  it('publish revisions without gaps, each with its own hash, when they try again until they succeed', async () => {
    const article = await create();
    const publishOnce = async (admin: AdminClient, index: number) => {
      for (;;) {
        const { lock_version } = await articles.read(article.id);
        const changed = await admin.patch(pathOf(article), {
          lock_version,
          title: { 'zh-CN': `${index} ${lock_version}` },
        });
        if (changed.status === 409) continue;
        const published = await admin.post(`${pathOf(article)}/publish`, { lock_version: lock_version + 1 });
        if (published.status === 200) return;
        expect(published.status).toBe(409);
      }
    };
    await Promise.all([...admins, ...admins].map(publishOnce));
    const revisions = await articles.revisions(article);
    expect(revisions.map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
    expect(revisions.map(recomputedArticleHash)).toEqual(revisions.map(({ revision_hash }) => revision_hash));
  });

  it('get a slug once, whether they create or rename', async () => {
    const others = await Promise.all(Array.from({ length: WRITERS / 2 }, () => create()));
    const answers = await race((admin, index) =>
      index < WRITERS / 2
        ? admin.patch(pathOf(others[index]!), { lock_version: 1, slug: 'menu' })
        : admin.post(articles.path, { ...ARTICLE, category_id: category, slug: 'menu' }),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(new Set(codesOf(answers.filter(({ status }) => status >= 300)))).toEqual(new Set(['409 RESOURCE.CONFLICT']));
  });

  it('exchange slugs without a deadlock that anybody sees', async () => {
    const pair = [await create({ slug: 'left' }), await create({ slug: 'right' })];
    const answers = await Promise.all(
      pair.map((article, index) =>
        admins[index]!.patch(pathOf(article), { lock_version: 1, slug: index === 0 ? 'right' : 'left' }),
      ),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
  });

  it('create articles in a category, or delete it: never both', async () => {
    const doomed = await aCategory(one, appId);
    // The statement of whoever deletes a category: refused while an article is in it.
    const removal = one.database
      .write(one.tenantId, 'DELETE FROM content_categories WHERE tenant_id = $1 AND id = $2 RETURNING 1', [
        one.tenantId,
        doomed,
      ])
      .then(
        (rows) => rows.length,
        () => 0,
      );
    const [removed, answers] = await Promise.all([
      removal,
      race((admin, index) =>
        admin.post(articles.path, { ...ARTICLE, category_id: doomed, slug: `in-doomed-${index}` }),
      ),
    ]);
    const created = answers.filter(({ status }) => status === 201).length;
    expect(created === 0 || removed === 0).toBe(true);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const { status, body } of refused) expect([status, body.errors[0].code]).toEqual([422, 'unknown_category']);
    expect(refused.length > 0).toBe(removed === 1);
  });

  it('delete a batch wholly or not at all, while one of it is published', async () => {
    const drafts = await Promise.all(Array.from({ length: 6 }, () => create()));
    const ids = drafts.map(({ id }) => id);
    const [batch, published] = await Promise.all([
      admins[0]!.post(`${articles.path}/batch-delete`, { ids }),
      admins[1]!.post(`${pathOf(drafts[3]!)}/publish`, { lock_version: 1 }),
    ]);
    const { total } = (await admins[0]!.get(articles.path)).body.data as { total: number };
    if (batch.status === 200) expect([published.status, total]).toEqual([404, 0]);
    else expect([batch.status, batch.body.ids, published.status, total]).toEqual([409, [ids[3]], 200, 6]);
  });

  it('delete overlapping batches without a deadlock', async () => {
    const drafts = await Promise.all(Array.from({ length: 8 }, () => create()));
    const ids = drafts.map(({ id }) => id);
    const answers = await race((admin, index) =>
      admin.post(`${articles.path}/batch-delete`, { ids: index % 2 === 0 ? ids : ids.toReversed() }),
    );
    expect(codesOf(answers)).toEqual(oneWinner(200, 'RESOURCE.CONFLICT'));
  });
});
