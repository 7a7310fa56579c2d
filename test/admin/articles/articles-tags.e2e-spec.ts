import { anArticleApp, type ArticleReader, slugsListed } from '../../public/support/articles';
import { suiteApi } from '../../support/suite';
import { asRoles, suiteOwner } from '../support/admin';
import { aCategory, articleClient } from '../support/articles';

describe('Tags of articles', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;
  let category: string;
  let articles: ReturnType<typeof articleClient>;
  let anybody: ArticleReader;
  let member: () => Promise<ArticleReader>;

  beforeEach(async () => {
    const app = await anArticleApp(api);
    ({ appId, member } = app);
    anybody = app.anybody();
    category = await aCategory(api, appId);
    articles = articleClient(admin, appId);
  });

  const create = (slug: string, tags: string[], more: object = {}) =>
    articles.create({ category_id: category, slug, tags, visibility: 'public', ...more });
  const tags = async (search = '') =>
    (await admin.get(`apps/${appId}/content/tags${search}`).expect(200)).body.data.items as {
      tag: string;
      article_count: number;
    }[];
  const managed = async (search: string) =>
    ((await admin.get(`${articles.path}${search}`).expect(200)).body.data.items as { slug: string }[]).map(
      ({ slug }) => slug,
    );

  it('are kept as first written, in the article and in the App', async () => {
    const one = await create('one', [' News ', 'autumn', 'NEWS', 'Äpfel']);
    expect(one['tags']).toEqual(['News', 'autumn', 'Äpfel']);
    const two = await create('two', ['AUTUMN', 'news', 'äpfel', '菜单']);
    expect(two['tags']).toEqual(['autumn', 'News', 'Äpfel', '菜单']);
    const changed = await articles.update(await create('three', []), { tags: ['nEWS'] });
    expect(changed['tags']).toEqual(['News']);
    // To write the same in another case is no change.
    const live = await articles.publish(changed);
    expect(await articles.update(live, { tags: ['NEWS'] })).toMatchObject({ tags: ['News'], has_changes: false });
    // As long as readers see it, and in each App by itself.
    const left = await articles.update(await articles.publish(await create('four', ['Winter'])), { tags: [] });
    expect((await create('five', ['WINTER']))['tags']).toEqual(['Winter']);
    await articles.publish(left);
    const other = await anArticleApp(api);
    const elsewhere = articleClient(admin, other.appId);
    const foreign = await elsewhere.create({ category_id: await aCategory(api, other.appId), tags: ['NEWS'] });
    expect(foreign['tags']).toEqual(['NEWS']);
  });

  it('that are first written at the same time get one spelling', async () => {
    const spellings = ['tea', 'Tea', 'TEA', 'tEa', 'teA', 'TeA'];
    const all = await Promise.all(spellings.map((tag, at) => create(`tea-${at}`, [`x${at}`, tag])));
    const written = new Set(all.map((article) => (article['tags'] as string[])[1]));
    expect(written.size).toBe(1);
    expect(await tags('?q=tea')).toEqual([{ tag: [...written][0], article_count: 6 }]);
  });

  it('are listed with the number of articles that have them, the most frequent first', async () => {
    expect(await tags()).toEqual([]);
    const one = await create('one', ['News', 'Autumn']);
    await create('two', ['news']);
    const three = await create('three', ['NEWS', '100%']);
    const all = [
      { tag: 'News', article_count: 3 },
      { tag: '100%', article_count: 1 },
      { tag: 'Autumn', article_count: 1 },
    ];
    expect(await tags()).toEqual(all);
    expect(await tags('?q=%20EW%20')).toEqual([all[0]]);
    expect(await tags('?q=0%25')).toEqual([all[1]]);
    expect(await tags('?q=%25')).toEqual([all[1]]);
    expect(await tags('?q=nothing')).toEqual([]);
    await articles.update(one, { tags: ['autumn'] });
    await admin.delete(`${articles.path}/${three.id}?lock_version=1`).expect(200);
    expect(await tags()).toEqual([
      { tag: 'Autumn', article_count: 1 },
      { tag: 'News', article_count: 1 },
    ]);
    await (await asRoles(api, 'auditor')).get(`apps/${appId}/content/tags`).expect(200);
    await (await asRoles(api, 'release_manager')).get(`apps/${appId}/content/tags`).expect(403);
  });

  it('filter the articles of administrators, together with everything else', async () => {
    await create('one', ['News']);
    await articles.archive(await create('two', ['NEWS']));
    await create('three', ['newspaper'], { visibility: 'members' });
    expect(await managed('?tag=news')).toEqual(['two', 'one']);
    expect(await managed('?tag=%20nEwS%20')).toEqual(['two', 'one']);
    expect(await managed('?tag=NEWS&page=2&page_size=1')).toEqual(['one']);
    expect(await managed('?tag=NEWS&status=archived')).toEqual(['two']);
    expect(await managed(`?tag=NEWS&status=draft&visibility=public&category_id=${category}`)).toEqual(['one']);
    expect(await managed('?tag=news&q=autumn')).toEqual(['two', 'one']);
    expect(await managed('?tag=news&q=one')).toEqual(['one']);
    expect(await managed('?tag=new')).toEqual([]);
    expect(await managed(`?tag=${'x'.repeat(100)}`)).toEqual([]);
    await admin.get(`${articles.path}?tag=`).expect(422);
    await admin.get(`${articles.path}?tag=${'x'.repeat(101)}`).expect(422);
  });

  it('filter what readers see without regard to case, until the published revision is another', async () => {
    const one = await articles.publish(await create('one', ['News']));
    await articles.publish(await create('two', ['NEWS'], { visibility: 'members' }));
    const reader = await member();
    for (const tag of ['news', 'News', 'NEWS']) {
      expect(await slugsListed(anybody, `?tag=${tag}`)).toEqual(['one']);
      expect(await slugsListed(reader, `?tag=${tag}`)).toEqual(['two', 'one']);
      expect(await slugsListed(reader, `?tag=${tag}&q=autumn`)).toEqual(['two', 'one']);
      expect(await slugsListed(reader, `?tag=x${tag}&q=autumn`)).toEqual([]);
    }
    // A cursor goes on with the same filter, however it is written.
    const first = (await reader.get('articles?tag=news&limit=1').expect(200)).body.data;
    const next = `?tag=NEWS&limit=1&cursor=${encodeURIComponent(String(first.next_cursor))}`;
    expect(await slugsListed(reader, next)).toEqual(['one']);
    const changed = await articles.update(one, { tags: ['winter'] });
    expect(await slugsListed(anybody, '?tag=NEWS')).toEqual(['one']);
    await articles.publish(changed);
    expect(await slugsListed(anybody, '?tag=NEWS')).toEqual([]);
    expect(await slugsListed(anybody, '?tag=WINTER')).toEqual(['one']);
  });
});
