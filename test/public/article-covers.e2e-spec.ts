import { createCanvas } from 'canvas';
import { suiteOwner } from '../admin/support/admin';
import { anApp } from '../admin/support/pages';
import { aCategory, anArticle, insertArticles, insertCategories } from '../support/articles';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';

describe('GET /api/v1/public/article-covers/{file_id}', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);
  let appId: string;
  let other: string;
  let cover: string;
  let unused: string;
  let articleId: string;
  let categoryId: string;

  const query = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  const upload = async (color: string) => {
    const canvas = createCanvas(32, 32);
    canvas.getContext('2d').fillStyle = color;
    canvas.getContext('2d').fillRect(0, 0, 32, 32);
    const { body } = await owner
      .postForm('files')
      .field('purpose', 'content_image')
      .attach('file', canvas.toBuffer('image/webp'), 'image.webp')
      .expect(201);
    return body.data.id as string;
  };
  const get = (fileId: string, search = `?app_id=${appId}`) =>
    api.http.get(`/api/v1/public/article-covers/${fileId}${search}`);

  beforeAll(async () => {
    cover = await upload('red');
    unused = await upload('blue');
  });

  beforeEach(async () => {
    appId = await anApp(api);
    other = await anApp(api);
    const category = aCategory();
    categoryId = category.id;
    const article = anArticle(categoryId, { slug: 'one', coverFileId: cover, visibility: 'members' });
    articleId = article.id;
    const scope = { tenantId: api.tenantId, appId };
    await insertCategories(query, scope, [category]);
    await insertArticles(query, scope, [article]);
  });

  it('serves the cover of a published article for ever, also of one for members', async () => {
    const { body, headers } = await get(cover).expect(200);
    expect((body as Buffer).subarray(8, 12).toString()).toBe('WEBP');
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    await get(cover).set('If-None-Match', headers['etag']!).expect(304);
    const head = await api.http.head(`/api/v1/public/article-covers/${cover}?app_id=${appId}`).expect(200);
    expect(head.headers['content-length']).toBe(headers['content-length']);
    await get(cover.toUpperCase(), '').set('X-AppID', appId).expect(200);
  });

  it('is served at the URL that articles give', async () => {
    await query(`UPDATE content_published_articles SET visibility = 'public' WHERE article_id = $1`, [articleId]);
    const { body } = await api.http.get('/api/v1/public/articles/one').set('X-AppID', appId).expect(200);
    const { pathname, search } = new URL(body.data.cover_url as string);
    await api.http.get(pathname + search).expect(200);
  });

  it('is 404 for everything else', async () => {
    await get(unused).expect(404);
    await get('x').expect(404);
    for (const search of ['', '?app_id=x', `?app_id=${other}`]) await get(cover, search).expect(404);
    const { headers } = await get(cover).set('X-AppID', other).expect(404);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is 404 once the article, its cover or its category is gone from readers', async () => {
    await get(cover).expect(200);
    await query(`UPDATE content_categories SET status = 'disabled' WHERE id = $1`, [categoryId]);
    await get(cover).expect(404);
    await query(`UPDATE content_categories SET status = 'active' WHERE id = $1`, [categoryId]);
    await get(cover).expect(200);
    await query('UPDATE content_published_articles SET cover_file_id = $2 WHERE article_id = $1', [articleId, unused]);
    await get(cover).expect(404);
    await get(unused).expect(200);
    await query('DELETE FROM content_published_articles WHERE article_id = $1', [articleId]);
    await get(unused).expect(404);
  });

  it('is 404 unless the file is clean', async () => {
    await get(cover).expect(200);
    await query(`UPDATE files SET scan_status = 'infected' WHERE id = $1`, [cover]);
    await get(cover).expect(404);
    await query(`UPDATE files SET scan_status = 'clean' WHERE id = $1`, [cover]);
    await get(cover).expect(200);
  });
});
