import type { Database } from '@libs/foundation';
import {
  type AuditedChange,
  type DomainEvent,
  newId,
  ResourceConflictError,
  ResourceNotFoundError,
  ValidationFailedError,
  VersionConflictError,
} from '@libs/kernel';
import { aTenant, asSystem } from '../../../../../test/support/tenants';
import { createTestDatabase, queryAs, type TestDatabase } from '../../../../../test/support/database';
import { pageServices } from '../../../../../test/support/page-services';
import type { PagesService } from '../../application/pages/pages.service';
import { Page, type PageRef } from '../../domain/pages/page';
import { PageRevision, type RevisionContent } from '../../domain/pages/page-revision';
import { contentHash } from '../../domain/texts/content-hash';
import { ManagedPages } from './managed-pages';
import { QueuedRichTextRenderer } from '../rendering/queued-rich-text-renderer';
import { largeTexts, smallTexts } from '../rendering/rendering-thread';

const ABOUT: PageRef = { kind: 'page', key: 'about-us' };
const PRIVACY: PageRef = { kind: 'legal', key: 'privacy-policy' };
const DELIVERY: PageRef = { kind: 'page', key: 'delivery' };
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
  const renderer = new QueuedRichTextRenderer({ small: smallTexts(), large: largeTexts() }, 10_000);
  let events: DomainEvent[];
  let changes: AuditedChange[];
  let scope: Scope;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = testDatabase.database;
    ({ service } = pageServices(
      database,
      renderer,
      { add: (event) => Promise.resolve(void events.push(event)), withdraw: () => Promise.resolve() },
      { record: (change) => void changes.push(change) },
    ));
  });

  afterAll(async () => {
    await renderer.onApplicationShutdown();
    await testDatabase.close();
  });

  beforeEach(async () => {
    events = [];
    changes = [];
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
    const { lockVersion: saved } = await service.saveDraft(scope, ref, lockVersion, content);
    return service.publish(scope, ref, saved, USER);
  };

  const managed = (ref: PageRef) => new ManagedPages(database).get(scope, ref);
  const revisionsOf = (pageId: string) =>
    database.run(scope.tenantId, () =>
      database.manager.find(PageRevision, { where: { pageId }, order: { revision: 'ASC' } }),
    );

  describe('PagesService', () => {
    it('keeps every field of a draft and of a revision', async () => {
      const { id, draft } = await service.saveDraft(scope, PRIVACY, 1, CONTENT);
      expect(draft).toEqual({ ...CONTENT, effectiveAt: '2026-12-01T08:30:00.123Z' });
      const stored = await database.run(scope.tenantId, () => database.manager.findOneByOrFail(Page, { id }));
      expect(stored).toMatchObject({ draft, lockVersion: 2, publishedRevision: null, deletedAt: null });

      const { published } = await service.publish(scope, PRIVACY, 2, USER);
      expect(await revisionsOf(id)).toEqual([
        {
          tenantId: scope.tenantId,
          pageId: id,
          key: 'privacy-policy',
          ...CONTENT,
          ...published,
          publishedBy: USER,
        },
      ]);
    });

    it('returns what is stored', async () => {
      for (const happen of [
        () => service.create(scope, 'delivery'),
        () => service.saveDraft(scope, DELIVERY, 1, CONTENT),
        () => service.publish(scope, DELIVERY, 2, USER),
        () => service.saveDraft(scope, DELIVERY, 3, { ...CONTENT, effectiveAt: null }),
      ]) {
        const answer = await happen();
        expect({ removed: [], ...answer }).toEqual({ removed: [], ...(await managed(DELIVERY)) });
      }
      expect(await managed(DELIVERY)).toMatchObject({ published: { revision: 1 }, lockVersion: 4 });
    });

    it('writes a hash that can be recomputed from what is stored', async () => {
      const { id } = await publish(PRIVACY);
      const [row] = await database.read<PageRevision & { hash: string }>(
        scope.tenantId,
        `SELECT key, revision, title, body, body_format AS "bodyFormat", effective_at AS "effectiveAt",
                revision_hash AS hash FROM content_page_revisions WHERE tenant_id = $1 AND page_id = $2`,
        [scope.tenantId, id],
      );
      const { key, revision, title, body, bodyFormat, effectiveAt, hash } = row!;
      const effective_at = effectiveAt?.toISOString() ?? null;
      expect(contentHash({ key, revision, title, body, body_format: bodyFormat, effective_at })).toBe(hash);
    });

    it('counts revisions from 1 and keeps the older ones', async () => {
      const { id } = await publish(ABOUT);
      await publish(ABOUT, { ...CONTENT, effectiveAt: null }, 3);
      expect(await revisionsOf(id)).toMatchObject([
        { revision: 1, effectiveAt: CONTENT.effectiveAt },
        { revision: 2, effectiveAt: null },
      ]);
    });

    it('emits an event for a published legal document, and none for a page', async () => {
      await publish(ABOUT);
      const { published } = await publish(PRIVACY);
      expect(events).toMatchObject([
        {
          type: 'legal.published',
          tenantId: scope.tenantId,
          appId: scope.appId,
          data: {
            document_type: 'privacy-policy',
            revision: 1,
            revision_hash: published?.revisionHash,
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

    it('lets one of eight concurrent publications of the same version win', async () => {
      await service.saveDraft(scope, PRIVACY, 1, CONTENT);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, () => service.publish(scope, PRIVACY, 2, USER)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(events).toHaveLength(1);
    });

    it('validates the draft before it looks for the page', async () => {
      const content: RevisionContent = { ...CONTENT, title: { 'en-US': 'Privacy policy' } };
      await expect(service.saveDraft(scope, PRIVACY, 99, content)).rejects.toThrow(ValidationFailedError);
      await expect(service.saveDraft(scope, DELIVERY, 1, content)).rejects.toThrow(ValidationFailedError);
    });

    it('lets one of eight concurrent creations of the same slug win', async () => {
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => service.create(scope, 'delivery')));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ResourceConflictError);
      }
    });

    it('finds pages within their App and tenant only, and slugs apart from document types', async () => {
      const other = await anApp();
      const misnamed: PageRef = { kind: 'page', key: 'privacy-policy' };
      for (const [tenantId, appId, ref] of [
        [scope.tenantId, other.appId, ABOUT],
        [other.tenantId, scope.appId, ABOUT],
        [scope.tenantId, scope.appId, misnamed],
      ] as const) {
        const elsewhere = { tenantId, appId, defaultLocale: 'zh-CN' } as const;
        await expect(service.publish(elsewhere, ref, 1, USER)).rejects.toThrow(ResourceNotFoundError);
        await expect(service.saveDraft(elsewhere, ref, 1, CONTENT)).rejects.toThrow(ResourceNotFoundError);
        await expect(service.delete(elsewhere, ref, 1)).rejects.toThrow(ResourceNotFoundError);
      }
    });

    it.each(['', 'About-Us', '../about-us', '__proto__', "x' OR 1=1", '\u0000', 'a'.repeat(5_000)])(
      'does not find %j',
      async (key) => {
        const ref: PageRef = { kind: 'page', key };
        await expect(managed(ref)).rejects.toThrow(ResourceNotFoundError);
        await expect(service.publish(scope, ref, 1, USER)).rejects.toThrow(ResourceNotFoundError);
      },
    );

    it('records each change once in the audit log, with the state before and after', async () => {
      const { id } = await service.create(scope, 'delivery');
      const { published } = await publish(DELIVERY);
      await service.delete(scope, DELIVERY, 3);
      await service.saveDraft(scope, PRIVACY, 1, CONTENT);
      const nothing = { key: 'delivery', reserved: false, draft: null, published: null };
      const draft = {
        title: CONTENT.title,
        body: CONTENT.body,
        body_format: 'markdown',
        effective_at: '2026-12-01T08:30:00.123Z',
      };
      const publication = {
        revision: 1,
        revision_hash: published?.revisionHash,
        published_at: published?.publishedAt.toISOString(),
      };
      const about = { resourceType: 'page', resourceId: id, appId: scope.appId };
      expect(changes).toEqual([
        { ...about, before: null, after: nothing },
        { ...about, before: nothing, after: { ...nothing, draft } },
        { ...about, before: { ...nothing, draft }, after: { ...nothing, published: publication } },
        { ...about, before: { ...nothing, published: publication }, after: null },
        expect.objectContaining({
          resourceType: 'legal_document',
          after: { key: 'privacy-policy', reserved: true, draft, published: null },
        }),
      ]);
    });
  });

  describe('a revision', () => {
    it.each([
      `UPDATE content_page_revisions SET title = '{}'`,
      'UPDATE content_page_revisions SET published_at = published_at',
      'DELETE FROM content_page_revisions',
      'TRUNCATE content_page_revisions CASCADE',
    ])('is immutable, for a superuser too: %s', async (statement) => {
      const { id } = await publish(PRIVACY);
      await expect(queryAs(testDatabase.superuserUrl, statement)).rejects.toThrow('A published revision never changes');
      const count = `SELECT 1 FROM content_page_revisions WHERE tenant_id = $1 AND page_id = $2`;
      expect(await database.read(scope.tenantId, count, [scope.tenantId, id])).toHaveLength(1);
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
