import { randomUUID } from 'node:crypto';
import { newId } from '@libs/kernel';
import { RenderingFailedError, RichTextRenderer } from '../../../libs/content/src/domain/texts/rich-text-renderer';
import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aFile, anotherTenant, auditOf } from '../support/apps';
import { aCategory, ARTICLE, articleClient } from '../support/articles';
import { AN_ADMINISTRATOR } from '../support/authors';
import { anApp } from '../support/pages';

const INSTANT = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

describe('What editors write of an article', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;
  let category: string;
  let articles: ReturnType<typeof articleClient>;

  beforeEach(async () => {
    appId = await anApp(api);
    category = await aCategory(api, appId);
    articles = articleClient(admin, appId);
  });

  afterEach(() => jest.restoreAllMocks());

  const input = (more: object = {}) => ({ ...ARTICLE, category_id: category, slug: 'autumn-menu', ...more });
  const create = (more: object = {}) => articles.create({ category_id: category, ...more });
  const sent = async (method: 'post' | 'patch', path: string, body: object) => {
    const response = await admin[method](path, body);
    expectProblem(response, 422, 'REQUEST.VALIDATION_FAILED');
    return reasons(response.body).sort();
  };
  const usagesOf = (id: string) =>
    queryAs(api.urls.superuserUrl, `SELECT file_id, app_id FROM file_usages WHERE used_by_id = $1`, [id]);

  describe('POST /content/articles', () => {
    it('creates a draft with the defaults', async () => {
      const { body } = await admin.post(articles.path, input()).expect(201);
      expect(body).toEqual({
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          app_id: appId,
          category_id: category,
          slug: 'autumn-menu',
          ...ARTICLE,
          summary: {},
          body_format: 'markdown',
          cover_file_id: null,
          tags: [],
          visibility: 'members',
          pinned: false,
          status: 'draft',
          publish_at: null,
          unpublish_at: null,
          has_changes: true,
          published: null,
          lock_version: 1,
          created_at: INSTANT,
          updated_at: INSTANT,
          updated_by: AN_ADMINISTRATOR,
          removed: [],
        },
      });
      expect({ ...(await articles.read(body.data.id as string)), removed: [] }).toEqual(body.data);
      expect(await auditOf(api, body.data.id as string)).toMatchObject([
        { action: 'articles.write', outcome: 'success', resource_type: 'article', app_id: appId },
      ]);
    });

    it('takes everything at once, HTML sanitised and tags in order', async () => {
      const cover = await aFile(api, { purpose: 'content_image' });
      const created = await create({
        summary: { 'zh-CN': '十月起' },
        body: { 'zh-CN': '<p onclick="x()">菜<script>alert(1)</script></p>' },
        body_format: 'html',
        cover_file_id: cover.toUpperCase(),
        tags: [' 菜单 ', 'autumn', '菜单'],
        visibility: 'public',
        pinned: true,
      });
      expect(created).toMatchObject({
        summary: { 'zh-CN': '十月起' },
        body: { 'zh-CN': '<p>菜</p>' },
        body_format: 'html',
        cover_file_id: cover,
        tags: ['菜单', 'autumn'],
        visibility: 'public',
        pinned: true,
      });
      expect(await usagesOf(created.id)).toEqual([{ file_id: cover, app_id: appId }]);
      expectProblem(await admin.delete(`files/${cover}`), 409, 'FILES.IN_USE');
    });

    it('names all fields that are missing, and refuses lock_version', async () => {
      expect(await sent('post', articles.path, {})).toEqual([
        'body required',
        'category_id required',
        'slug required',
        'title required',
      ]);
      expect(await sent('post', articles.path, input({ lock_version: 1 }))).toEqual(['lock_version unknown_field']);
    });

    it.each([
      ['slug not_slug', { slug: 'A b' }],
      ['slug not_string', { slug: null }],
      ['category_id not_uuid', { category_id: 'x' }],
      ['category_id not_string', { category_id: null }],
      ['category_id unknown_category', { category_id: randomUUID() }],
      ['title required', { title: {} }],
      ['title.de-DE not_supported_locale', { title: { 'de-DE': 'x' } }],
      ['title.zh-CN required', { title: { 'en-US': 'x' } }],
      ['title.zh-CN too_long', { title: { 'zh-CN': 'x'.repeat(201) } }],
      ['title.zh-CN required', { title: { 'zh-CN': '\u200b ' } }],
      ['summary.zh-CN required', { summary: { 'en-US': 'x' } }],
      ['summary.zh-CN too_long', { summary: { 'zh-CN': 'x'.repeat(501) } }],
      ['summary.fr not_supported_locale', { summary: { fr: 'x' } }],
      ['summary not_object', { summary: 'x' }],
      ['body.zh-CN required', { body: { 'zh-CN': ' ' } }],
      ['body.zh-CN required', { body: { 'zh-CN': '<script>x</script>' }, body_format: 'html' }],
      ['body.zh-CN too_large', { body: { 'zh-CN': 'é'.repeat(256_001) } }],
      ['body_format not_allowed', { body_format: 'text' }],
      ['cover_file_id unknown_file', { cover_file_id: randomUUID() }],
      ['tags too_many_items', { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }],
      ['tags.0 too_long', { tags: ['x'.repeat(51)] }],
      ['tags.1 required', { tags: ['a', '  '] }],
      ['tags.0 invalid_text', { tags: ['a\u0007'] }],
      ['tags.0 not_string', { tags: [7] }],
      ['visibility not_allowed', { visibility: 'all' }],
      ['pinned not_boolean', { pinned: 'yes' }],
      ['status unknown_field', { status: 'published' }],
    ])('answers 422: %s', async (reason, field) => {
      expect(await sent('post', articles.path, input(field))).toEqual([reason]);
    });

    it('answers 422 to a category of another App, and to pictures that cannot be used', async () => {
      const other = await anApp(api);
      expect(await sent('post', articles.path, input({ category_id: await aCategory(api, other) }))).toEqual([
        'category_id unknown_category',
      ]);
      const ofOther = await aFile(api, { purpose: 'content_image' });
      await queryAs(api.urls.superuserUrl, 'UPDATE files SET app_id = $1 WHERE id = $2', [other, ofOther]);
      for (const [file, code] of [
        [ofOther, 'unknown_file'],
        [await aFile(api, { purpose: 'content_image', tenantId: await anotherTenant(api) }), 'unknown_file'],
        [await aFile(api, { purpose: 'app_icon' }), 'wrong_file_purpose'],
        [await aFile(api, { purpose: 'content_image', scanStatus: 'pending' }), 'file_not_clean'],
      ] as const) {
        expect(await sent('post', articles.path, input({ cover_file_id: file }))).toEqual([`cover_file_id ${code}`]);
      }
      const own = await aFile(api, { purpose: 'content_image' });
      await queryAs(api.urls.superuserUrl, 'UPDATE files SET app_id = $1 WHERE id = $2', [appId, own]);
      expect(await create({ cover_file_id: own })).toMatchObject({ cover_file_id: own });
    });

    it('answers 409 to a slug that another article of the App has, and 503 while nothing can be rendered', async () => {
      await create({ slug: 'autumn-menu' });
      expectProblem(await admin.post(articles.path, input()), 409, 'RESOURCE.CONFLICT');
      const other = await anApp(api);
      const elsewhere = { ...input(), category_id: await aCategory(api, other) };
      await admin.post(`apps/${other}/content/articles`, elsewhere).expect(201);

      const late = new RenderingFailedError({ retryAfterSeconds: 5 });
      jest.spyOn(api.get(RichTextRenderer), 'prepare').mockRejectedValue(late);
      const response = await admin.post(articles.path, input({ slug: 'late' }));
      expectProblem(response, 503, 'DEPENDENCY.UNAVAILABLE');
      expect(response.headers['retry-after']).toBe('5');
    });
  });

  describe('PATCH /content/articles/{id}', () => {
    it('changes what is said, and null resets what has a default', async () => {
      const cover = await aFile(api, { purpose: 'content_image' });
      const article = await create({ cover_file_id: cover, tags: ['a'], visibility: 'public', pinned: true });
      const changed = await articles.update(article, { slug: 'winter-menu', summary: { 'zh-CN': '冬' } });
      expect(changed).toEqual({
        ...article,
        slug: 'winter-menu',
        summary: { 'zh-CN': '冬' },
        lock_version: 2,
        updated_at: INSTANT,
      });
      const none = {
        summary: null,
        cover_file_id: null,
        tags: null,
        visibility: null,
        pinned: null,
        body_format: null,
      };
      expect(await articles.update(changed, none)).toMatchObject({
        summary: {},
        cover_file_id: null,
        tags: [],
        visibility: 'members',
        pinned: false,
        title: ARTICLE.title,
        lock_version: 3,
      });
      expect(await usagesOf(article.id)).toEqual([]);
      expect(await articles.update(await articles.read(article.id), { summary: {} })).toMatchObject({ summary: {} });
    });

    it('makes another body of the same text when the format changes', async () => {
      const article = await create({ body: { 'zh-CN': 'a <script>x</script> <b>b</b>' } });
      const changed = await articles.update(article, { body_format: 'html' });
      expect(changed['body']).toEqual({ 'zh-CN': 'a  <b>b</b>' });
    });

    it('answers 422 without lock_version, and to what POST refuses', async () => {
      const { id } = await create();
      const path = `${articles.path}/${id}`;
      expect(await sent('patch', path, { slug: 'a' })).toEqual(['lock_version required']);
      expect(await sent('patch', path, { lock_version: 1, title: null })).toEqual(['title not_object']);
      expect(await sent('patch', path, { lock_version: 1, category_id: randomUUID() })).toEqual([
        'category_id unknown_category',
      ]);
      expect(await sent('patch', path, { lock_version: 1, cover_file_id: randomUUID() })).toEqual([
        'cover_file_id unknown_file',
      ]);
      expect(await sent('patch', path, { lock_version: 1, body: { 'en-US': 'x' } })).toEqual(['body.zh-CN required']);
      expect(await articles.read(id)).toMatchObject({ lock_version: 1 });
    });

    it('answers 404 to what is not there, 409 to a stale version and to a slug that is taken', async () => {
      const [article, other] = [await create({ slug: 'one' }), await create({ slug: 'two' })];
      for (const id of [newId(), 'x', other.id.slice(1)]) {
        expectProblem(await admin.patch(`${articles.path}/${id}`, { lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
      }
      const foreign = `apps/${await anApp(api)}/content/articles/${article.id}`;
      expectProblem(await admin.patch(foreign, { lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
      const stale = expectProblem(
        await admin.patch(`${articles.path}/${article.id}`, { lock_version: 2 }),
        409,
        'RESOURCE.VERSION_CONFLICT',
        ['current_lock_version'],
      );
      expect(stale).toMatchObject({ current_lock_version: 1 });
      const taken = await admin.patch(`${articles.path}/${article.id}`, { lock_version: 1, slug: 'two' });
      expectProblem(taken, 409, 'RESOURCE.CONFLICT');
      await articles.update(other, { slug: 'three' });
      expect(await articles.update(article, { slug: 'two' })).toMatchObject({ slug: 'two' });
    });
  });
});
