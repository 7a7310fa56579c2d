import { DependencyUnavailableError } from '@libs/kernel';
import { RENDERER_VERSION } from '../../libs/content/src/domain/texts/rich-text';
import { RenderingFailedError, RichTextRenderer } from '../../libs/content/src/domain/texts/rich-text-renderer';
import { aCategory, anArticle } from '../support/articles';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { type ArticleApp, anArticleApp, at } from './support/articles';

describe('Published articles', () => {
  const api = suiteApi();
  let app: ArticleApp;

  beforeEach(async () => {
    app = await anArticleApp(api);
  });

  const query = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);

  describe('GET /api/v1/public/articles/{slug}', () => {
    it('is the article in one language that has title and body', async () => {
      const categoryId = await app.aNewsCategory();
      const article = anArticle(categoryId, {
        slug: 'hello',
        title: { 'zh-CN': '你好', 'en-US': 'Hello', 'ja-JP': 'こんにちは' },
        summary: { 'en-US': 'Greeting' },
        body: { 'zh-CN': '世界', 'en-US': 'World' },
        publishedAt: at(5),
      });
      await app.articles(article);
      const { body, headers } = await app.anybody().get('articles/hello', { 'Accept-Language': 'en' }).expect(200);
      expect(body.data).toEqual({
        id: article.id,
        slug: 'hello',
        category: { slug: 'news', name: 'News' },
        title: 'Hello',
        summary: 'Greeting',
        cover_url: null,
        tags: [],
        pinned: false,
        published_at: '2026-11-01T00:05:00.000Z',
        updated_at: '2026-11-01T00:05:00.000Z',
        body: 'World',
        body_html: '<p>World</p>',
        body_format: 'html',
        locale: 'en-US',
        available_locales: ['zh-CN', 'en-US'],
        bookmarked: false,
      });
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=60',
        'content-language': 'en-US',
        vary: 'Accept-Language, X-AppID',
        etag: expect.stringMatching(/^"[0-9a-f]{64}-en-US-[\w-]{27}"$/),
      });
      const japanese = await app.anybody().get('articles/hello', { 'Accept-Language': 'ja' }).expect(200);
      expect(japanese.headers['content-language']).toBe('zh-CN');
      expect(japanese.body.data).toMatchObject({ title: '你好', body: '世界', locale: 'zh-CN' });
    });

    it('answers 304 until something changes that the bytes depend on', async () => {
      const categoryId = await app.aNewsCategory();
      const article = anArticle(categoryId, { slug: 'hello' });
      await app.articles(article);
      const anybody = app.anybody();
      const etag = async () => (await anybody.get('articles/hello').expect(200)).headers['etag']!;
      const first = await etag();
      await anybody.get('articles/hello', { 'If-None-Match': first }).expect(304);
      await query(`UPDATE content_categories SET name = '{"en-US": "Reports"}' WHERE id = $1`, [categoryId]);
      const second = await etag();
      expect(second).not.toBe(first);
      const cover = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905';
      await query('UPDATE content_published_articles SET cover_file_id = $2 WHERE article_id = $1', [
        article.id,
        cover,
      ]);
      expect(await etag()).not.toBe(second);
      await query('DELETE FROM content_published_articles WHERE article_id = $1', [article.id]);
      await anybody.get('articles/hello', { 'If-None-Match': second }).expect(404);
    });

    it('comes from memory, as long as nothing about the articles of the App changes', async () => {
      const categoryId = await app.aNewsCategory();
      await app.articles(anArticle(categoryId, { slug: 'hello' }));
      const anybody = app.anybody();
      const { text } = await anybody.get('articles/hello').expect(200);
      const asked = jest.spyOn(api.database, 'read');
      try {
        expect((await anybody.get('articles/hello').expect(200)).text).toBe(text);
        expect(asked).not.toHaveBeenCalled();
        await anybody.get('articles/absent').expect(404);
        await anybody.get('articles/absent').expect(404);
        // What there is none of is asked for again and again, and never kept.
        expect(asked).toHaveBeenCalledTimes(2);
        await anybody.get(`articles/${'x'.repeat(101)}`).expect(404);
        await anybody.get('articles/Not%20a%20slug').expect(404);
        expect(asked).toHaveBeenCalledTimes(2);
      } finally {
        asked.mockRestore();
      }
    });

    it('is 404 for anybody if it is for members', async () => {
      const categoryId = await app.aNewsCategory();
      await app.articles(anArticle(categoryId, { slug: 'hello', visibility: 'members' }));
      const member = await app.member();
      await member.get('articles/hello').expect(200);
      // Also from memory.
      await app.anybody().get('articles/hello').expect(404);
      await member.get('articles/hello').expect(200);
    });

    it('is rendered again if its HTML was made by older rules', async () => {
      const categoryId = await app.aNewsCategory();
      const article = anArticle(categoryId, {
        slug: 'hello',
        body: { 'zh-CN': '<b>x</b><script>1</script>' },
        title: { 'zh-CN': 'x' },
      });
      await app.articles(article);
      await query('UPDATE content_article_renderings SET renderer_version = 0 WHERE article_id = $1', [article.id]);
      const { body } = await app.anybody().get('articles/hello').expect(200);
      expect(body.data.body_html).toBe('<b>x</b>');
      const [stored] = await queryAs<{ html: string }>(
        api.urls.superuserUrl,
        'SELECT body_html AS html FROM content_article_renderings WHERE article_id = $1 AND renderer_version > 0',
        [article.id],
      );
      expect(stored?.html).toBe('<b>x</b>');
    });

    it('is 503 for some minutes if its HTML was made by older rules and cannot be made anew', async () => {
      const categoryId = await app.aNewsCategory();
      const [older, present] = ['older', 'present'].map((slug) =>
        anArticle(categoryId, { slug, body: { 'zh-CN': `<i>${slug}</i>` }, title: { 'zh-CN': slug } }),
      );
      await app.articles(older!, present!);
      await query(
        `UPDATE content_article_renderings SET renderer_version = 0, body_html = '<script>1</script>' WHERE article_id = $1`,
        [older!.id],
      );
      const late = new RenderingFailedError({ retryAfterSeconds: 5 });
      const render = jest.spyOn(api.get(RichTextRenderer), 'render').mockRejectedValue(late);
      try {
        const member = await app.member();
        for (const reader of [app.anybody(), app.anybody(), member]) {
          const { body, headers } = await reader.get('articles/older').expect(503);
          expect(body.code).toBe('DEPENDENCY.UNAVAILABLE');
          expect(Number(headers['retry-after'])).toBeGreaterThan(60);
          expect(headers['cache-control']).toBe('no-store');
          await reader.get('articles/present').expect(200);
          // Lists show no bodies.
          expect((await reader.get('articles').expect(200)).body.data.items).toHaveLength(2);
        }
        expect(render).toHaveBeenCalledTimes(1);
      } finally {
        render.mockRestore();
      }
      // As soon as another process has made it.
      await query(
        `UPDATE content_article_renderings SET renderer_version = $2, body_html = '<i>older</i>' WHERE article_id = $1`,
        [older!.id, RENDERER_VERSION],
      );
      const { body } = await app.anybody().get('articles/older').expect(200);
      expect(body.data.body_html).toBe('<i>older</i>');
    });

    it('is 503 while the database is away', async () => {
      const away = jest.spyOn(api.database, 'read').mockRejectedValue(new DependencyUnavailableError());
      try {
        await app.anybody().get('articles/hello').expect(503);
      } finally {
        away.mockRestore();
      }
    });
  });

  describe('GET /api/v1/public/article-categories', () => {
    it('has the visible categories, each before those below it', async () => {
      const [b, a] = await app.categories(
        aCategory({ slug: 'b', sortOrder: 2 }),
        aCategory({ slug: 'a', sortOrder: 1, name: { 'zh-CN': '甲', 'en-US': 'A' } }),
        aCategory({ slug: 'c', sortOrder: 0, status: 'disabled' }),
      );
      await app.categories(aCategory({ slug: 'b1', parentId: b!.id }), aCategory({ slug: 'a1', parentId: a!.id }));
      const { body, headers } = await app.anybody().get('article-categories', { 'Accept-Language': 'en' }).expect(200);
      const expected = [
        { slug: 'a', name: 'A', parent_slug: null },
        { slug: 'a1', name: 'News', parent_slug: 'a' },
        { slug: 'b', name: 'News', parent_slug: null },
        { slug: 'b1', name: 'News', parent_slug: 'b' },
      ];
      expect(body.data.items).toEqual(expected);
      expect(headers['cache-control']).toBe('public, max-age=60');
      const again = { 'Accept-Language': 'en', 'If-None-Match': headers['etag']! };
      await app.anybody().get('article-categories', again).expect(304);
      const answer = await (await app.member()).get('article-categories', { 'Accept-Language': 'en' }).expect(200);
      expect(answer.body.data.items).toEqual(expected);
      expect(answer.headers['cache-control']).toBe('private, no-cache');
      await query(`DELETE FROM content_categories WHERE app_id = $1 AND slug = 'a1'`, [app.appId]);
      const { body: later } = await app.anybody().get('article-categories', again).expect(200);
      expect(later.data.items).toHaveLength(3);
    });
  });
});
