import type { Database } from '@libs/foundation';
import { type DomainEvent, newId, ResourceNotFoundError, VersionConflictError } from '@libs/kernel';
import { aTenant, asSystem } from '../../../../test/public/fixtures';
import { createTestDatabase, queryAs, type TestDatabase } from '../../../../test/support/database';
import { PagesService } from '../application/pages.service';
import { Page, type PageRef } from '../domain/page';
import { PageRevision, type RevisionContent } from '../domain/page-revision';
import { revisionHash } from '../domain/revision-hash';
import { TypeOrmPageRepository } from './typeorm-page.repository';

const ABOUT: PageRef = { kind: 'page', key: 'about-us' };
const PRIVACY: PageRef = { kind: 'legal', key: 'privacy-policy' };
const USER = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903';

const CONTENT: RevisionContent = {
  title: { 'zh-CN': '隐私政策', 'en-US': 'Privacy policy' },
  body: { 'zh-CN': '# 我们\n"引号" \\ \u2028 😀', 'en-US': '# We' },
  bodyFormat: 'markdown',
  effectiveAt: new Date('2026-12-01T08:30:00.123Z'),
};

interface Scope {
  readonly tenantId: string;
  readonly appId: string;
  readonly defaultLocale: 'zh-CN';
}

describe('Pages in PostgreSQL', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let service: PagesService;
  let events: DomainEvent[];
  let scope: Scope;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = testDatabase.database;
    service = new PagesService(database, new TypeOrmPageRepository(database), {
      add: (event) => Promise.resolve(void events.push(event)),
    });
  });

  afterAll(() => testDatabase.close());

  beforeEach(async () => {
    events = [];
    scope = await anApp();
  });

  const anApp = async (): Promise<Scope> => {
    const [tenantId, appId] = [await aTenant(database), newId()];
    await asSystem(
      database,
      `INSERT INTO apps (tenant_id, id, name, app_type, status, is_default, default_locale, supported_locales,
                         registration, captcha, feature_flags, client_config, upgrade, support)
       VALUES ($1, $2, 'App', 'uni_app', 'active', true, 'zh-CN', '{zh-CN}', '{}', '{}', '{}', '{}', '{}', '{}')`,
      [tenantId, appId],
    );
    const app: Scope = { tenantId, appId, defaultLocale: 'zh-CN' };
    await service.reserve(app);
    return app;
  };

  const publish = async (ref: PageRef, content: RevisionContent = CONTENT, lockVersion = 1) => {
    const page = await service.saveDraft(scope, ref, lockVersion, content);
    return service.publish(scope, ref, page.lockVersion, USER);
  };

  describe('PagesService', () => {
    it('keeps every field of a draft and of a revision', async () => {
      const page = await service.saveDraft(scope, PRIVACY, 1, CONTENT);
      const storedPage = await database.run(scope.tenantId, () => database.manager.findOneBy(Page, { id: page.id }));
      expect(storedPage).toBeInstanceOf(Page);
      expect(storedPage).toEqual(page);

      const revision = await service.publish(scope, PRIVACY, 2, USER);
      const stored = await database.run(scope.tenantId, () =>
        database.manager.findOneBy(PageRevision, { pageId: page.id, revision: 1 }),
      );
      expect(stored).toEqual(revision);
      expect(stored?.publishedAt).toBeInstanceOf(Date);
    });

    it('writes a hash that can be recomputed from what is stored', async () => {
      const { pageId } = await publish(PRIVACY);
      const [row] = await database.read<PageRevision & { hash: string }>(
        scope.tenantId,
        `SELECT key, revision, title, body, body_format AS "bodyFormat", effective_at AS "effectiveAt",
                revision_hash AS hash FROM content_page_revisions WHERE tenant_id = $1 AND page_id = $2`,
        [scope.tenantId, pageId],
      );
      const { key, revision, title, body, bodyFormat, effectiveAt, hash } = row!;
      const effective_at = effectiveAt?.toISOString() ?? null;
      expect(revisionHash({ key, revision, title, body, body_format: bodyFormat, effective_at })).toBe(hash);
    });

    it('counts revisions from 1 and keeps the older ones', async () => {
      const first = await publish(ABOUT);
      const second = await publish(ABOUT, { ...CONTENT, effectiveAt: null }, 3);
      expect([first.revision, second.revision]).toEqual([1, 2]);
      const rows = await database.read(
        scope.tenantId,
        'SELECT revision FROM content_page_revisions WHERE tenant_id = $1 AND page_id = $2 ORDER BY revision',
        [scope.tenantId, first.pageId],
      );
      expect(rows).toEqual([{ revision: 1 }, { revision: 2 }]);
    });

    it('tells of a published legal document, and of no page', async () => {
      await publish(ABOUT);
      const { revisionHash: hash } = await publish(PRIVACY);
      expect(events).toMatchObject([
        {
          type: 'legal.published',
          tenantId: scope.tenantId,
          appId: scope.appId,
          data: {
            document_type: 'privacy-policy',
            revision: 1,
            revision_hash: hash,
            effective_at: '2026-12-01T08:30:00.123Z',
          },
        },
      ]);
    });

    it('refuses a stale lock_version', async () => {
      await service.saveDraft(scope, ABOUT, 1, CONTENT);
      await expect(service.saveDraft(scope, ABOUT, 1, CONTENT)).rejects.toThrow(VersionConflictError);
      await expect(service.publish(scope, ABOUT, 1, USER)).rejects.toThrow(VersionConflictError);
    });

    it('lets one of eight win that publish the same version at once', async () => {
      await service.saveDraft(scope, PRIVACY, 1, CONTENT);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, () => service.publish(scope, PRIVACY, 2, USER)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(events).toHaveLength(1);
    });

    it('finds pages within their App and tenant only, and slugs apart from document types', async () => {
      const other = await anApp();
      const publishAt = (tenantId: string, appId: string, ref: PageRef) =>
        service.publish({ tenantId, appId }, ref, 1, USER);
      await expect(publishAt(scope.tenantId, other.appId, ABOUT)).rejects.toThrow(ResourceNotFoundError);
      await expect(publishAt(other.tenantId, scope.appId, ABOUT)).rejects.toThrow(ResourceNotFoundError);
      const misnamed: PageRef = { kind: 'page', key: 'privacy-policy' };
      await expect(publishAt(scope.tenantId, scope.appId, misnamed)).rejects.toThrow(ResourceNotFoundError);
    });
  });

  describe('a revision', () => {
    it.each([
      `UPDATE content_page_revisions SET title = '{}'`,
      'UPDATE content_page_revisions SET published_at = published_at',
      'DELETE FROM content_page_revisions',
      'TRUNCATE content_page_revisions CASCADE',
    ])('is immutable, for a superuser too: %s', async (statement) => {
      const { pageId } = await publish(PRIVACY);
      await expect(queryAs(testDatabase.superuserUrl, statement)).rejects.toThrow('A published revision never changes');
      const count = `SELECT 1 FROM content_page_revisions WHERE tenant_id = $1 AND page_id = $2`;
      expect(await database.read(scope.tenantId, count, [scope.tenantId, pageId])).toHaveLength(1);
    });

    it('is not seen by another tenant, even by a query that names no scope', async () => {
      await publish(PRIVACY);
      const other = await anApp();
      expect(await database.read(other.tenantId, 'SELECT 1 FROM content_page_revisions')).toEqual([]);
      const pages = await database.read<{ app_id: string }>(
        other.tenantId,
        'SELECT DISTINCT app_id FROM content_pages',
      );
      expect(pages).toEqual([{ app_id: other.appId }]);
    });
  });
});
