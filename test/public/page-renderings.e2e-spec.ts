import { type App, AppsService } from '@libs/apps';
import { PagesService } from '@libs/content';
import { Seed } from '../../apps/api/src/seed/seed';
import { RichTextRenderer } from '../../libs/content/src/domain/texts/rich-text-renderer';
import { ResourceNotFoundError } from '@libs/kernel';
import { MIGRATIONS } from '../../migrations';
import { revertMigrations } from '@libs/foundation';
import { PageRenderings1763712000022 } from '../../migrations/1763712000022-page-renderings';
import { startTestApi, type TestApi } from '../support/api';
import { feedsHaveHeard, queryAs } from '../support/database';
import { rounds } from '../support/rounds';
import { suiteApi } from '../support/suite';
import { aTenant } from '../support/tenants';
import { haveRegionsImported, pagesOf } from './support/pages';

const ROW = '|x|y|z|w|\n';
const table = (rows: number) => `|a|b|c|d|\n|-|-|-|-|\n${ROW.repeat(rows)}`;

interface Rendering {
  readonly revision: number;
  readonly locale: string;
  readonly body_html: string;
  readonly renderer_version: number;
}

describe('The HTML of published pages', () => {
  const api = suiteApi();
  let app: App;

  beforeEach(async () => {
    app = await api.get(AppsService).create(await aTenant(api.database), {
      name: 'Corner Shop',
      appType: 'uni_app',
      defaultLocale: 'zh-CN',
      supportedLocales: ['zh-CN', 'en-US'],
    });
  });

  afterEach(() => jest.restoreAllMocks());

  const { save, publishDraft, publish, read, forgetRenderings } = pagesOf(() => ({ api, app }));

  const renderingsIn = (one: TestApi) => {
    const renderer = one.get(RichTextRenderer);
    return [jest.spyOn(renderer, 'render'), jest.spyOn(renderer, 'prepare')];
  };

  const stored = () =>
    queryAs<Rendering>(
      api.urls.superuserUrl,
      `SELECT h.revision, h.locale, h.body_html, h.renderer_version
         FROM content_page_renderings h JOIN content_pages p ON p.tenant_id = h.tenant_id AND p.id = h.page_id
        WHERE p.app_id = $1 ORDER BY h.revision, h.locale`,
      [app.id],
    );

  it('is stored when they are published, and a hundred readers cost no rendering', async () => {
    const slugs = Array.from({ length: 7 }, (_, index) => `table-${index}`);
    for (const slug of slugs) {
      await api.get(PagesService).create({ tenantId: app.tenantId, appId: app.id }, slug);
      await publish(slug, table(3));
    }
    const another = await startTestApi({}, api.urls);
    try {
      const spies = [...renderingsIn(api), ...renderingsIn(another)];
      for (let round = 0; round < rounds(10); round++) {
        // As after a change of any page of the App.
        await queryAs(api.urls.superuserUrl, 'UPDATE content_pages SET updated_at = now() WHERE app_id = $1', [app.id]);
        for (const from of [api, another]) {
          const readers = slugs.flatMap((slug) =>
            ['zh-CN', 'en-US', 'ja-JP', 'zh-CN'].map((locale) => read(slug, locale, from)),
          );
          for (const html of await Promise.all(readers)) expect(html).toMatch(/\bw\b/);
        }
      }
      for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    } finally {
      await another.close();
    }
  }, 180_000);

  it('belongs to a revision and a language', async () => {
    await publish('help', 'one');
    await publish('help', 'two', 3);
    expect(await stored()).toMatchObject([
      { revision: 1, locale: 'en-US', body_html: '<p><em>en</em> one</p>\n' },
      { revision: 1, locale: 'zh-CN', body_html: '<p>one</p>\n' },
      { revision: 2, locale: 'en-US', body_html: '<p><em>en</em> two</p>\n' },
      { revision: 2, locale: 'zh-CN', body_html: '<p>two</p>\n' },
    ]);
    await feedsHaveHeard();
    expect(await read('help', 'en-US')).toBe('<p><em>en</em> two</p>\n');
  });

  it('is made once for a hundred readers, and stored, where an older program has published without', async () => {
    await publish('help', table(200));
    await forgetRenderings();
    const [render] = renderingsIn(api);
    const readers = await Promise.all(Array.from({ length: 100 }, () => read('help')));
    expect(new Set(readers).size).toBe(1);
    expect(render).toHaveBeenCalledTimes(1);
    expect(await stored()).toMatchObject([{ locale: 'zh-CN', body_html: readers[0] }]);
  });

  it('is made anew where it was made by older rules', async () => {
    await publish('help', '*a*');
    await queryAs(
      api.urls.superuserUrl,
      `UPDATE content_page_renderings SET renderer_version = 0, body_html = '<script>a()</script>'`,
    );
    await feedsHaveHeard();
    expect(await read('help')).toBe('<p><em>a</em></p>\n');
    expect((await stored()).find(({ locale }) => locale === 'zh-CN')).toMatchObject({
      body_html: '<p><em>a</em></p>\n',
      renderer_version: 1,
    });
  });

  describe('where rendering takes too long', () => {
    let hurried: TestApi;

    beforeAll(async () => {
      hurried = await startTestApi({ RICH_TEXT_TIME_LIMIT_MS: '100' }, api.urls);
    });

    afterAll(() => hurried.close());

    const havePublished = (text: string) =>
      queryAs(
        api.urls.superuserUrl,
        `SET session_replication_role = replica;
         UPDATE content_page_revisions r SET body = jsonb_set(r.body, '{zh-CN}', to_jsonb($text$${text}$text$::text))
           FROM content_pages p WHERE p.id = r.page_id AND p.app_id = '${app.id}'`,
      );

    it('is plain text if a published text cannot be rendered', async () => {
      await publish('help', 'a');
      // Published by a program that allowed it more time.
      await havePublished(`${table(30_000)}\n<b>&`);
      await forgetRenderings();
      const html = await read('help', 'zh-CN', hurried);
      expect(html).toMatch(/^<pre>\|a\|b\|c\|d\|\n/);
      expect(html.endsWith('\n&lt;b&gt;&amp;</pre>')).toBe(true);
      expect(await stored()).toMatchObject([{ locale: 'zh-CN', body_html: html }]);
      // A program that starts in another test renders what has no HTML then.
      await havePublished('a');
    }, 120_000);

    it('is not made: the page is neither saved nor published, and the answer names the language', async () => {
      const scope = { tenantId: app.tenantId, appId: app.id, defaultLocale: 'zh-CN' as const };
      const page = { kind: 'page', key: 'help' } as const;
      const content = {
        title: { 'zh-CN': '表' },
        body: { 'zh-CN': 'a', 'en-US': table(42_000) },
        bodyFormat: 'markdown' as const,
        effectiveAt: null,
      };
      const pages = hurried.get(PagesService);
      const refusal = { fields: [{ field: 'body.en-US', code: 'too_complex' }] };
      await expect(pages.saveDraft(scope, page, 1, content)).rejects.toMatchObject(refusal);
      // What comes too late is not rendered at all.
      const isStale = { definition: { code: 'RESOURCE.VERSION_CONFLICT' }, extra: { current_lock_version: 1 } };
      await expect(pages.saveDraft(scope, page, 2, content)).rejects.toMatchObject(isStale);
      const unknown = { ...page, key: 'nowhere' };
      await expect(pages.saveDraft(scope, unknown, 1, content)).rejects.toBeInstanceOf(ResourceNotFoundError);
      const small = await pages.saveDraft(scope, page, 1, { ...content, body: { 'zh-CN': 'a', 'en-US': 'b' } });
      expect(small.lockVersion).toBe(2);
      await queryAs(
        api.urls.superuserUrl,
        `UPDATE content_pages SET draft = jsonb_set(draft, '{body,en-US}', to_jsonb($1::text)) WHERE app_id = $2 AND key = 'help'`,
        [table(42_000), app.id],
      );
      await expect(pages.publish(scope, page, 2, null)).rejects.toMatchObject(refusal);
      const published = `SELECT 1 FROM content_page_revisions r JOIN content_pages p ON p.id = r.page_id WHERE p.app_id = $1`;
      expect(await queryAs(api.urls.superuserUrl, published, [app.id])).toEqual([]);
    }, 120_000);
  });

  it('of published pages exists after the migration, and the hash of a revision is unchanged', async () => {
    const first = await publish('help', 'old');
    await publish('help', '*new*', 3);
    const revisions = () =>
      queryAs(api.urls.superuserUrl, 'SELECT * FROM content_page_revisions ORDER BY page_id, revision');
    const before = await revisions();
    await revertMigrations(
      api.urls.ownerUrl,
      MIGRATIONS,
      MIGRATIONS.length - MIGRATIONS.indexOf(PageRenderings1763712000022),
    );
    await haveRegionsImported(api);
    const migration = { RUN_MIGRATIONS: 'true', DATABASE_MIGRATION_URL: api.urls.ownerUrl };
    const migrated = await startTestApi(migration, api.urls);
    try {
      await migrated.get(Seed).run();
    } finally {
      await migrated.close();
    }
    expect(await stored()).toMatchObject([
      { revision: 2, locale: 'en-US', body_html: '<p><em>en</em> <em>new</em></p>\n' },
      { revision: 2, locale: 'zh-CN', body_html: '<p><em>new</em></p>\n' },
    ]);
    expect(await revisions()).toEqual(before);
    expect(before).toContainEqual(expect.objectContaining({ revision_hash: first.published?.revisionHash }));
  }, 120_000);

  it('is that of the draft which is published, and nobody waits for a page that is being rendered', async () => {
    const renderer = api.get(RichTextRenderer);
    const original = renderer.render.bind(renderer);
    const { lockVersion } = await save('help', 1, 'first');
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const asked = new Promise<void>((resolve) => {
      jest.spyOn(renderer, 'render').mockImplementation(async (...task) => {
        resolve();
        await gate;
        return original(...task);
      });
    });
    const published = publishDraft('help', lockVersion).catch((error: unknown) => error);
    await asked;
    const next = await save('help', lockVersion, 'second');
    go();
    expect(await published).toMatchObject({ definition: { code: 'RESOURCE.VERSION_CONFLICT' } });
    expect(await stored()).toEqual([]);
    await publishDraft('help', next.lockVersion);
    expect((await stored()).map(({ body_html }) => body_html)).toContain('<p>second</p>\n');
  });

  it('is never that of another page which had the slug before', async () => {
    const service = api.get(PagesService);
    const scope = { tenantId: app.tenantId, appId: app.id };
    await service.create(scope, 'delivery');
    await save('delivery', 1, 'first');
    const renderer = api.get(RichTextRenderer);
    const original = renderer.render.bind(renderer);
    let isReplaced = false;
    jest.spyOn(renderer, 'render').mockImplementation(async (...task) => {
      if (!isReplaced) {
        isReplaced = true;
        await service.delete(scope, { kind: 'page', key: 'delivery' }, 2);
        await service.create(scope, 'delivery');
        await save('delivery', 1, 'second');
      }
      return original(...task);
    });
    await expect(publishDraft('delivery', 2)).rejects.toMatchObject({
      definition: { code: 'RESOURCE.VERSION_CONFLICT' },
    });
    expect(await stored()).toEqual([]);
  });
});
