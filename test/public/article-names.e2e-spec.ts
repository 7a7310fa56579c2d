import { newId } from '@libs/kernel';
import { suiteOwner } from '../admin/support/admin';
import { aCategory, articleClient, type ArticleData } from '../admin/support/articles';
import { suiteApi } from '../support/suite';
import { anArticleApp, type ArticleReader } from './support/articles';

describe('The names of an article in a URL', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let articles: ReturnType<typeof articleClient>;
  let category: string;
  let anybody: ArticleReader;
  let member: ArticleReader;

  beforeEach(async () => {
    const app = await anArticleApp(api);
    category = await aCategory(api, app.appId);
    articles = articleClient(admin, app.appId);
    anybody = app.anybody({ 'Accept-Language': 'en' });
    member = await app.member();
  });

  const publish = async (slug: string, more: object = {}) =>
    articles.publish(await articles.create({ category_id: category, slug, visibility: 'public', ...more }));
  const rename = async (article: ArticleData, slug: string) =>
    articles.publish(await articles.update(article, { slug }));
  /** The slug and the location that each reader gets. */
  const found = async (name: string) => {
    const answers = await Promise.all([anybody, member].map((reader) => reader.get(`articles/${name}`)));
    return answers.map(({ status, body, headers }) =>
      status === 200 ? [body.data.slug, headers['content-location'] ?? null] : status,
    );
  };
  const located = (slug: string) => [
    [slug, `/api/v1/public/articles/${slug}`],
    [slug, `/api/v1/articles/${slug}`],
  ];
  const unlocated = (slug: string) => [
    [slug, null],
    [slug, null],
  ];

  it('are its slug, its id, and the slugs under which it was published before', async () => {
    let article = await publish('one');
    expect(await found('one')).toEqual(unlocated('one'));
    expect(await found(article.id)).toEqual(located('one'));
    expect(await found(article.id.toUpperCase())).toEqual(located('one'));
    article = await articles.update(article, { slug: 'two' });
    // Readers do not know it yet.
    expect(await found('two')).toEqual([404, 404]);
    article = await rename(article, 'three');
    expect(await found('three')).toEqual(unlocated('three'));
    expect(await found('one')).toEqual(located('three'));
    expect(await found('two')).toEqual([404, 404]);
    expect(await found(article.id)).toEqual(located('three'));
    article = await rename(article, 'one');
    expect(await found('one')).toEqual(unlocated('one'));
    expect(await found('three')).toEqual(located('one'));
    expect(await found(newId())).toEqual([404, 404]);
  });

  it('give the same bytes under the same validator, from memory, also to HEAD and with 304', async () => {
    const article = await rename(await publish('one'), 'two');
    const present = await anybody.get('articles/two').expect(200);
    for (const name of ['one', article.id]) await anybody.get(`articles/${name}`).expect(200);
    const asked = jest.spyOn(api.database, 'read');
    try {
      for (const name of ['one', article.id]) {
        const answer = await anybody.get(`articles/${name}`).expect(200);
        expect(answer.text).toBe(present.text);
        expect(answer.headers['etag']).toBe(present.headers['etag']);
        const current = { 'If-None-Match': String(present.headers['etag']) };
        const unchanged = await anybody.get(`articles/${name}`, current).expect(304);
        expect(unchanged.headers['content-location']).toBe('/api/v1/public/articles/two');
      }
      expect(asked).not.toHaveBeenCalled();
    } finally {
      asked.mockRestore();
    }
    const head = await api.http
      .head('/api/v1/public/articles/one')
      .set({ 'X-AppID': String(article['app_id']), 'Accept-Language': 'en' })
      .expect(200);
    expect(head.headers['content-location']).toBe('/api/v1/public/articles/two');
  });

  it('are those of another article as soon as that one is published under them', async () => {
    const one = await rename(await publish('menu'), 'autumn-menu');
    expect(await found('menu')).toEqual(located('autumn-menu'));
    const draft = await articles.create({ category_id: category, slug: 'menu', visibility: 'public' });
    expect(await found('menu')).toEqual(located('autumn-menu'));
    const another = await articles.publish(draft);
    expect(await found('menu')).toEqual(unlocated('menu'));
    expect((await anybody.get('articles/menu')).body.data.id).toBe(another.id);
    // Of those that had it, the one that had it last.
    const renamed = await rename(another, 'winter-menu');
    expect(await found('menu')).toEqual(located('winter-menu'));
    const hidden = await articles.unpublish(renamed);
    expect(await found('menu')).toEqual(located('autumn-menu'));
    await articles.unpublish(one);
    expect(await found('menu')).toEqual([404, 404]);
    await articles.publish(hidden);
    expect(await found('menu')).toEqual(located('winter-menu'));
  });

  it('end with the article, and show no more to anybody than its slug does', async () => {
    const article = await rename(await publish('one', { visibility: 'members' }), 'two');
    for (const name of ['one', article.id]) expect(await found(name)).toEqual([404, ['two', '/api/v1/articles/two']]);
    const draft = await articles.unpublish(article);
    for (const name of ['one', 'two', article.id]) expect(await found(name)).toEqual([404, 404]);
    await admin.delete(`${articles.path}/${article.id}?lock_version=${draft.lock_version}`).expect(200);
    for (const name of ['one', 'two', article.id]) expect(await found(name)).toEqual([404, 404]);
    const next = await publish('three');
    expect(await found(next.id)).toEqual(located('three'));
    const other = (await anArticleApp(api)).anybody();
    for (const name of ['one', 'three', next.id]) await other.get(`articles/${name}`).expect(404);
  });
});
