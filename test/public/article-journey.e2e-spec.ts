import { suiteOwner } from '../admin/support/admin';
import type { CategoryData } from '../admin/support/categories';
import { eventually } from '../support/api';
import { suiteApi } from '../support/suite';
import {
  aJourney,
  aMemberOf,
  answer,
  AUTUMN,
  everyWay,
  TO_AUTUMN,
  TO_WINTER,
  waysTo,
  WINTER,
} from './support/article-journey';
import { anArticleApp, listed, slugsListed } from './support/articles';
import { aTenant } from '../support/tenants';

describe('An article, from editors to readers', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);

  it('is found, read and kept by readers as soon as it is published, in each language', async () => {
    const { articles, anybody, member, readers, create, publish, aCover, expectGone } = await aJourney(api, admin);
    const { id: cover_file_id, picture } = await aCover();
    const draft = await create({ cover_file_id });
    await expectGone(AUTUMN.slug, draft);
    const article = await articles.publish(draft);
    for (const reader of readers) {
      expect(await waysTo(reader, AUTUMN.slug)).toEqual(everyWay(TO_AUTUMN));
      const { body } = await reader.get('article-categories', { 'Accept-Language': 'en' }).expect(200);
      expect(body.data.items).toEqual([
        { slug: 'news', name: 'News', parent_slug: null },
        { slug: 'local', name: 'News', parent_slug: 'news' },
        { slug: 'shop', name: 'News', parent_slug: null },
      ]);
      for (const [wanted, locale, body_html] of [
        ['zh', 'zh-CN', '<h1>南瓜 <em>汤</em></h1>\n'],
        ['en', 'en-US', '<p>Pumpkin <strong>soup</strong></p>\n'],
        ['ja', 'zh-CN', '<h1>南瓜 <em>汤</em></h1>\n'],
      ] as const) {
        const { body: read, headers } = await answer(reader, AUTUMN.slug, wanted);
        expect(read.data).toEqual({
          id: article.id,
          slug: AUTUMN.slug,
          category: { slug: 'local', name: locale === 'zh-CN' ? '新闻' : 'News' },
          title: AUTUMN.title[locale],
          summary: AUTUMN.summary[locale],
          cover_url: expect.stringContaining(cover_file_id),
          tags: AUTUMN.tags,
          pinned: false,
          published_at: article.published!.published_at,
          updated_at: article.published!.updated_at,
          body: AUTUMN.body[locale],
          body_html,
          body_format: 'markdown',
          locale,
          available_locales: ['zh-CN', 'en-US'],
          bookmarked: false,
        });
        const etag = headers['etag']!;
        expect(etag).toMatch(new RegExp(`^"${article.published!.revision_hash}-${locale}-`));
        await reader.get(`articles/${AUTUMN.slug}`, { 'Accept-Language': wanted, 'If-None-Match': etag }).expect(304);
        const { pathname, search } = new URL(read.data.cover_url as string);
        expect((await api.http.get(pathname + search).expect(200)).body).toEqual(picture);
      }
    }
    // Of a member the language that is saved, whatever the request says.
    await member.speak('en-US');
    expect((await answer(member, AUTUMN.slug, 'zh')).body.data).toMatchObject({ title: AUTUMN.title['en-US'] });
    expect((await listed(member)).items).toMatchObject([{ title: AUTUMN.title['en-US'] }]);
    await publish({
      slug: 'html',
      summary: null,
      body_format: 'html',
      body: { 'zh-CN': '<h2 onclick="x()">汤</h2># 字' },
    });
    expect((await answer(anybody, 'html')).body.data).toMatchObject({
      body_html: '<h2>汤</h2># 字',
      summary: '',
      locale: 'zh-CN',
    });
    // By what there is to read in it, and by no markup.
    expect(await slugsListed(anybody, `?q=${encodeURIComponent('字')}`)).toEqual(['html']);
    for (const q of ['h2', 'onclick', '<h'])
      expect(await slugsListed(anybody, `?q=${encodeURIComponent(q)}`)).toEqual([]);
  });

  it('stays as it was published while it is changed, and is another as soon as it is published again', async () => {
    const { articles, shop, anybody, member, readers, publish, aCover, cover, statuses, keep } = await aJourney(
      api,
      admin,
    );
    const [former, next] = [await aCover(), await aCover()];
    const first = await publish({ cover_file_id: former.id });
    await publish({ slug: 'later', tags: [] });
    await keep(AUTUMN.slug);
    const [seen, list] = [await answer(member, AUTUMN.slug), await listed(anybody)];
    const changed = await articles.update(first, { ...WINTER, category_id: shop.id, cover_file_id: next.id });
    for (const reader of readers) {
      expect(await waysTo(reader, AUTUMN.slug)).toEqual(everyWay(TO_AUTUMN));
      expect(await waysTo(reader, WINTER.slug)).toEqual([]);
    }
    expect(await statuses(AUTUMN.slug, WINTER.slug)).toEqual([200, 404, 200, 404]);
    expect(await listed(anybody)).toEqual(list);
    expect((await answer(member, AUTUMN.slug)).text).toBe(seen.text);
    await cover(former.id).expect(200);
    await cover(next.id).expect(404);

    const second = await articles.publish(changed);
    // By its former slug as by the present one.
    expect(await statuses(AUTUMN.slug, WINTER.slug)).toEqual([404, 404, 200, 200]);
    for (const reader of readers) expect(await waysTo(reader, AUTUMN.slug)).toEqual([]);
    expect(await waysTo(anybody, WINTER.slug)).toEqual([]);
    expect(await waysTo(member, WINTER.slug)).toEqual(everyWay(TO_WINTER));
    // Pinned before what is newer.
    expect(await slugsListed(member)).toEqual([WINTER.slug, 'later']);
    const now = await answer(member, WINTER.slug);
    expect(now.body.data).toMatchObject({
      title: WINTER.title['en-US'],
      category: { slug: 'shop' },
      tags: WINTER.tags,
      pinned: true,
      body_html: '<p>Lamb <em>hotpot</em></p>\n',
      published_at: first.published!.published_at,
      updated_at: second.published!.updated_at,
    });
    expect(now.headers['etag']).not.toBe(seen.headers['etag']);
    await cover(former.id).expect(404);
    await cover(next.id).expect(200);

    // What is restored is what readers get again, with the next publication.
    const restored = await articles.restore(second, 1);
    expect((await answer(member, WINTER.slug)).text).toBe(now.text);
    await articles.publish(restored);
    expect(await waysTo(anybody, AUTUMN.slug)).toEqual(everyWay(TO_AUTUMN));
    expect((await answer(anybody, AUTUMN.slug)).body.data).toMatchObject({
      body_html: seen.body.data.body_html,
      published_at: first.published!.published_at,
    });
    expect(await statuses(WINTER.slug)).toEqual([200, 200]);
  });

  it('comes at the time for which it is scheduled, and readers keep what they have until then', async () => {
    const { articles, anybody, publish, statuses, keep } = await aJourney(api, admin);
    const live = await articles.update(await publish(), { ...WINTER, visibility: 'public' });
    await keep(AUTUMN.slug);
    const before = (await answer(anybody, AUTUMN.slug)).text;
    const publishAt = new Date(Date.now() + 1_500);
    await articles.publish(live, { publish_at: publishAt.toISOString() });
    const ask = (slug: string) => anybody.get(`articles/${slug}`, { 'Accept-Language': 'en' });
    const article = await eventually(async () => {
      const [former, next] = [await ask(AUTUMN.slug), await ask(WINTER.slug)];
      if (Date.now() < publishAt.getTime()) expect([former.status, next.status]).toEqual([200, 404]);
      if (next.status === 200) return next;
      expect([former.text, next.status]).toEqual([before, 404]);
      return false;
    });
    expect(article.body.data.published_at).toBe(live.published!.published_at);
    expect(article.body.data.updated_at >= publishAt.toISOString()).toBe(true);
    expect(await waysTo(anybody, WINTER.slug, TO_WINTER.slice(1))).toEqual(everyWay(TO_WINTER.slice(1)));
    expect(await statuses(AUTUMN.slug)).toEqual([200, 200]);
  });

  it('does not come if its schedule is called off, with or without something that readers have', async () => {
    const { articles, anybody, create, publish, keep, expectGone } = await aJourney(api, admin);
    const publish_at = new Date(Date.now() + 3_600_000).toISOString();
    const draft = await create({ slug: 'draft' });
    await articles.unschedule(await articles.publish(draft, { publish_at }));
    await expectGone('draft', draft);
    const live = await publish();
    await keep(AUTUMN.slug);
    const before = (await answer(anybody, AUTUMN.slug)).text;
    const scheduled = await articles.publish(await articles.update(live, { title: WINTER.title }), { publish_at });
    expect((await answer(anybody, AUTUMN.slug)).text).toBe(before);
    expect(await articles.unschedule(scheduled)).toMatchObject({ status: 'published', has_changes: true });
    expect((await answer(anybody, AUTUMN.slug)).text).toBe(before);
  });

  it('is gone at once when it is unpublished or archived, and comes back with its bookmarks', async () => {
    const { articles, anybody, member, publish, aCover, cover, bookmarks, keep, expectGone } = await aJourney(
      api,
      admin,
    );
    let article = await publish({ cover_file_id: (await aCover()).id });
    await member.bookmark(article.id).expect(200);
    for (const verb of ['unpublish', 'archive'] as const) {
      await keep(AUTUMN.slug);
      expect(await bookmarks()).toEqual([AUTUMN.slug]);
      expect((await answer(member, AUTUMN.slug)).body.data.bookmarked).toBe(true);
      article = await articles[verb](article);
      await expectGone(AUTUMN.slug, article);
      if (article.status === 'archived') article = await articles.unpublish(article);
      article = await articles.publish(article);
      expect(await waysTo(member, AUTUMN.slug)).toEqual(everyWay(TO_AUTUMN));
      await cover(article.cover_file_id as string).expect(200);
    }
    expect(await bookmarks()).toEqual([AUTUMN.slug]);
    expect((await listed(member)).items).toMatchObject([{ slug: AUTUMN.slug, bookmarked: true }]);
    expect((await listed(anybody)).items).toMatchObject([{ slug: AUTUMN.slug, bookmarked: false }]);
    // Deleted, it does not come back, and another one has its slug.
    const { id, lock_version } = await articles.unpublish(article);
    await admin.delete(`${articles.path}/${id}?lock_version=${lock_version}`).expect(200);
    await expectGone(AUTUMN.slug, article);
    const { id: anotherId } = await publish();
    expect((await answer(member, AUTUMN.slug)).body.data).toMatchObject({ id: anotherId, bookmarked: false });
    expect(await bookmarks()).toEqual([]);
  });

  it('is for members alone, or for everybody, as it was published', async () => {
    const { articles, anybody, member, publish, statuses, keep } = await aJourney(api, admin);
    const first = await publish({ visibility: 'members' });
    await keep(AUTUMN.slug, member);
    expect(await statuses(AUTUMN.slug)).toEqual([404, 200]);
    expect([await waysTo(anybody, AUTUMN.slug), await waysTo(member, AUTUMN.slug)]).toEqual([[], everyWay(TO_AUTUMN)]);
    const open = await articles.publish(await articles.update(first, { visibility: 'public' }));
    await keep(AUTUMN.slug);
    expect(await waysTo(anybody, AUTUMN.slug)).toEqual(everyWay(TO_AUTUMN));
    await articles.publish(await articles.update(open, { visibility: 'members' }));
    expect(await statuses(AUTUMN.slug)).toEqual([404, 200]);
    expect(await waysTo(anybody, AUTUMN.slug)).toEqual([]);
  });

  it('is hidden and shown with its category and those above it, and tells their present name', async () => {
    const {
      news,
      local,
      shop,
      anybody,
      member,
      readers,
      publish,
      aCover,
      cover,
      statuses,
      bookmarks,
      patchCategory,
      keep,
      expectGone,
    } = await aJourney(api, admin);
    const { id: cover_file_id } = await aCover();
    const article = await publish({ cover_file_id });
    await member.bookmark(article.id).expect(200);
    const categorySlugs = async () => {
      const { body } = await anybody.get('article-categories').expect(200);
      return (body.data.items as CategoryData[]).map(({ slug }) => slug);
    };
    for (const category of [local, news]) {
      await keep(AUTUMN.slug);
      await patchCategory(category, { status: 'disabled' });
      await expectGone(AUTUMN.slug, article);
      expect(await categorySlugs()).toEqual(category === local ? ['news', 'shop'] : ['shop']);
      await patchCategory(category, { status: 'active' });
      expect(await categorySlugs()).toEqual(['news', 'local', 'shop']);
      expect(await statuses(AUTUMN.slug)).toEqual([200, 200]);
      for (const reader of readers) {
        expect(await waysTo(reader, AUTUMN.slug)).toEqual(everyWay(TO_AUTUMN));
      }
      expect(await bookmarks()).toEqual([AUTUMN.slug]);
      await cover(cover_file_id).expect(200);
    }
    await keep(AUTUMN.slug);
    const { headers } = await answer(anybody, AUTUMN.slug);
    await patchCategory(local, { name: { 'zh-CN': '本地', 'en-US': 'Around us' }, slug: 'around-us' });
    const renamed = { category: { slug: 'around-us', name: 'Around us' } };
    for (const reader of readers) {
      const more = { 'Accept-Language': 'en', 'If-None-Match': headers['etag']! };
      expect((await reader.get(`articles/${AUTUMN.slug}`, more).expect(200)).body.data).toMatchObject(renamed);
      expect((await answer(reader, AUTUMN.slug, 'zh')).body.data).toMatchObject({ category: { name: '本地' } });
      const { body } = await reader.get('articles?category=around-us', { 'Accept-Language': 'en' }).expect(200);
      expect(body.data.items).toMatchObject([renamed]);
      expect(await slugsListed(reader, '?category=local')).toEqual([]);
    }
    // A category that moves takes its articles along.
    await patchCategory(local, { parent_id: shop.id });
    expect(await slugsListed(anybody, '?category=news')).toEqual([]);
    expect(await slugsListed(anybody, '?category=shop')).toEqual([AUTUMN.slug]);
  });

  it('is nothing to another App, of the same tenant or another', async () => {
    const { anybody, member, publish, aCover, cover, keep } = await aJourney(api, admin);
    const article = await publish({ cover_file_id: (await aCover()).id });
    await keep(AUTUMN.slug);
    for (const tenantId of [api.tenantId, await aTenant(api.database)]) {
      const elsewhere = await anArticleApp(api, tenantId);
      const stranger = await aMemberOf(api, elsewhere.appId);
      for (const reader of [elsewhere.anybody(), stranger]) {
        await reader.get(`articles/${AUTUMN.slug}`).expect(404);
        expect(await waysTo(reader, AUTUMN.slug)).toEqual([]);
        expect((await reader.get('article-categories').expect(200)).body.data.items).toEqual([]);
      }
      await stranger.bookmark(article.id).expect(404);
      await cover(article.cover_file_id as string, elsewhere.appId).expect(404);
      // A token of one App is none of another.
      await member.get(`articles/${AUTUMN.slug}`, { 'X-AppID': elsewhere.appId }).expect(401);
    }
    await anybody.get(`articles/${AUTUMN.slug}`).expect(200);
  });
});
