import { type Database, migrate, revertMigrations } from '@libs/foundation';
import { newId, ResourceNotFoundError } from '@libs/kernel';
import { MIGRATIONS } from '../../../../../migrations/index';
import { PagesAdmin1763712000011 } from '../../../../../migrations/1763712000011-pages-admin';
import { copyTemplate, createTestDatabase, queryAs, type TestDatabase } from '../../../../../test/support/database';
import { pageServices } from '../../../../../test/support/page-services';
import type { PagesService } from '../../application/pages/pages.service';
import type { PageRef } from '../../domain/pages/page';
import { PageRevision, type RevisionContent } from '../../domain/pages/page-revision';
import type { ManagedPages } from './managed-pages';
import { QueuedRichTextRenderer } from '../rendering/queued-rich-text-renderer';
import { largeTexts, smallTexts } from '../rendering/rendering-thread';

const DELIVERY: PageRef = { kind: 'page', key: 'delivery' };
const USER = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903';

const CONTENT: RevisionContent = {
  title: { 'zh-CN': '配送说明' },
  body: { 'zh-CN': '# 配送' },
  bodyFormat: 'markdown',
  effectiveAt: null,
};

/** The default App of the template. */
async function defaultApp(url: string) {
  const [app] = await queryAs<{ id: string; tenant_id: string }>(
    url,
    'SELECT id, tenant_id FROM apps WHERE is_default',
  );
  return { tenantId: app!.tenant_id, appId: app!.id, defaultLocale: 'zh-CN' as const };
}

describe('A deleted page in PostgreSQL', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let service: PagesService;
  let managed: ManagedPages;
  const renderer = new QueuedRichTextRenderer({ small: smallTexts(), large: largeTexts() }, 10_000);
  let scope: Awaited<ReturnType<typeof defaultApp>>;
  let id: string;

  beforeEach(async () => {
    testDatabase = await createTestDatabase();
    database = testDatabase.database;
    ({ managed, service } = pageServices(
      database,
      renderer,
      { add: () => Promise.resolve(), withdraw: () => Promise.resolve() },
      { record: () => undefined },
    ));
    scope = await defaultApp(testDatabase.superuserUrl);
    await service.create(scope, 'delivery');
    ({ id } = await publish());
    expect(await service.delete(scope, DELIVERY, 3)).toBe(id);
  });

  afterAll(() => renderer.onApplicationShutdown());
  afterEach(() => testDatabase.close());

  const publish = async () => {
    await service.saveDraft(scope, DELIVERY, 1, CONTENT);
    return service.publish(scope, DELIVERY, 2, USER);
  };

  it('cannot be found, and its slug is free again', async () => {
    await expect(managed.get(scope, DELIVERY)).rejects.toThrow(ResourceNotFoundError);
    await expect(service.delete(scope, DELIVERY, 4)).rejects.toThrow(ResourceNotFoundError);
    const next = await service.create(scope, 'delivery');
    expect(next).toMatchObject({ published: null, lockVersion: 1 });
    expect(next.id).not.toBe(id);
    expect(await publish()).toMatchObject({ id: next.id, published: { revision: 1 } });
  });

  it('leaves its revisions as they are', async () => {
    const stored = await database.run(scope.tenantId, () => database.manager.findBy(PageRevision, { pageId: id }));
    expect(stored).toMatchObject([{ revision: 1, ...CONTENT, publishedBy: USER }]);
  });

  it('cannot be given content by any statement', async () => {
    const update = `UPDATE content_pages SET published_revision = 1 WHERE id = $1`;
    await expect(queryAs(testDatabase.superuserUrl, update, [id])).rejects.toThrow('content_pages_deleted_is_silent');
  });
});

describe('The migration of deleted pages', () => {
  it('keeps them deleted when it is reverted and applied again, though another page has the slug', async () => {
    const urls = await copyTemplate();
    try {
      const { tenantId, appId } = await defaultApp(urls.superuserUrl);
      const [live, deleted] = [newId(), newId()];
      const insert = `INSERT INTO content_pages (tenant_id, app_id, id, kind, key, reserved, deleted_at)
                      VALUES ($1, $2, $3, 'page', 'delivery', false, $4)`;
      await queryAs(urls.superuserUrl, insert, [tenantId, appId, deleted, new Date()]);
      await queryAs(urls.superuserUrl, insert, [tenantId, appId, live, null]);
      await revertMigrations(
        urls.ownerUrl,
        MIGRATIONS,
        MIGRATIONS.length - MIGRATIONS.indexOf(PagesAdmin1763712000011),
      );
      await migrate(urls.ownerUrl, MIGRATIONS);
      const rows = await queryAs(
        urls.superuserUrl,
        'SELECT id, key, deleted_at IS NULL AS live FROM content_pages WHERE NOT reserved ORDER BY live',
      );
      expect(rows).toEqual([
        { id: deleted, key: 'delivery', live: false },
        { id: live, key: 'delivery', live: true },
      ]);
    } finally {
      await urls.drop();
    }
  });
});
