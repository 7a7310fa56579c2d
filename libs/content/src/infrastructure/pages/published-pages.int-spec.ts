import type { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { isSoOnceAnnounced } from '../../../../../test/support/api';
import { aTenant, asSystem } from '../../../../../test/support/tenants';
import { createTestDatabase, feedsHaveHeard, type TestDatabase } from '../../../../../test/support/database';
import { pageServices } from '../../../../../test/support/page-services';
import type { PagesService } from '../../application/pages/pages.service';
import type { PageRef } from '../../domain/pages/page';
import type { RevisionContent } from '../../domain/pages/page-revision';
import { PublishedPages } from './published-pages';
import { QueuedRichTextRenderer } from '../rendering/queued-rich-text-renderer';
import { largeTexts, smallTexts } from '../rendering/rendering-thread';

const ABOUT: PageRef = { kind: 'page', key: 'about-us' };
const PRIVACY: PageRef = { kind: 'legal', key: 'privacy-policy' };
const TERMS: PageRef = { kind: 'legal', key: 'terms-of-service' };
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

describe('Published pages in PostgreSQL', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let service: PagesService;
  const renderer = new QueuedRichTextRenderer({ small: smallTexts(), large: largeTexts() }, 10_000);
  let published: PublishedPages;
  let scope: Scope;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = testDatabase.database;
    const pages = pageServices(
      database,
      renderer,
      { add: () => Promise.resolve(), withdraw: () => Promise.resolve() },
      { record: () => undefined },
    );
    service = pages.service;
    published = new PublishedPages(database, pages.renderings, testDatabase.changeFeed);
  });

  afterAll(async () => {
    await renderer.onApplicationShutdown();
    await testDatabase.close();
  });

  beforeEach(async () => {
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
    const page = await service.publish(scope, ref, saved, USER);
    return page.published!;
  };

  it('finds nothing before the first publication', async () => {
    expect(await published.find(scope, 'page', 'about-us')).toBeNull();
    expect(await published.currentLegal(scope.tenantId, scope.appId)).toEqual([]);
  });

  it('does not find a draft', async () => {
    await service.saveDraft(scope, ABOUT, 1, CONTENT);
    expect(await published.find(scope, 'page', 'about-us')).toBeNull();
  });

  it.each(['', 'About-Us', 'about-us/', '../about-us', '__proto__', 'constructor', "x' OR 1=1", '\u0000'])(
    'does not find %j',
    async (key) => {
      await publish(ABOUT);
      expect(await published.find(scope, 'page', key)).toBeNull();
    },
  );

  it('finds the published revision, not the draft that follows it', async () => {
    const { revisionHash: hash, publishedAt } = await publish(ABOUT);
    await service.saveDraft(scope, ABOUT, 3, { ...CONTENT, title: { 'zh-CN': '草稿' } });
    expect(await published.find(scope, 'page', 'about-us')).toEqual({
      tenantId: scope.tenantId,
      pageId: expect.any(String),
      kind: 'page',
      key: 'about-us',
      revision: 1,
      revisionHash: hash,
      title: CONTENT.title,
      locales: ['zh-CN', 'en-US'],
      bodyFormat: 'markdown',
      publishedAt,
      effectiveAt: CONTENT.effectiveAt,
    });
  });

  it('returns the same objects until something is published', async () => {
    await publish(ABOUT);
    await publish(PRIVACY);
    await feedsHaveHeard();
    const page = await published.find(scope, 'page', 'about-us');
    const legal = await published.currentLegal(scope.tenantId, scope.appId);
    expect(await published.find(scope, 'page', 'about-us')).toBe(page);
    expect(await published.currentLegal(scope.tenantId, scope.appId)).toBe(legal);
  });

  it('sees a publication by another process within one second', async () => {
    await publish(ABOUT);
    expect((await published.find(scope, 'page', 'about-us'))?.revision).toBe(1);
    await publish(ABOUT, { ...CONTENT, title: { 'zh-CN': '关于我们' } }, 3);
    expect(await isSoOnceAnnounced(async () => (await published.find(scope, 'page', 'about-us'))?.revision === 2)).toBe(
      true,
    );
  });

  it('no longer finds a deleted page after one second', async () => {
    await service.create(scope, 'delivery');
    await publish({ kind: 'page', key: 'delivery' });
    expect(await published.find(scope, 'page', 'delivery')).not.toBeNull();
    await service.delete(scope, { kind: 'page', key: 'delivery' }, 3);
    expect(await isSoOnceAnnounced(async () => (await published.find(scope, 'page', 'delivery')) === null)).toBe(true);
  });

  it('lists the current legal documents by type', async () => {
    const terms = await publish(TERMS, { ...CONTENT, effectiveAt: null });
    const privacy = await publish(PRIVACY);
    await publish(ABOUT);
    expect(
      await isSoOnceAnnounced(async () => (await published.currentLegal(scope.tenantId, scope.appId)).length === 2),
    ).toBe(true);
    expect(await published.currentLegal(scope.tenantId, scope.appId)).toEqual([
      {
        document_type: 'privacy-policy',
        revision_hash: privacy.revisionHash,
        effective_at: '2026-12-01T08:30:00.123Z',
      },
      { document_type: 'terms-of-service', revision_hash: terms.revisionHash, effective_at: null },
    ]);
  });

  it('finds the pages of an App under its own tenant only, regardless of earlier calls', async () => {
    await publish(ABOUT);
    await publish(PRIVACY);
    const other = await anApp();
    await feedsHaveHeard();
    expect(await published.find(scope, 'page', 'about-us')).not.toBeNull();
    expect(await published.currentLegal(other.tenantId, scope.appId)).toEqual([]);
    expect(await published.find({ ...scope, tenantId: other.tenantId }, 'page', 'about-us')).toBeNull();
    expect(await published.find({ ...scope, appId: other.appId }, 'page', 'about-us')).toBeNull();
  });

  it('does not keep what a failed transaction published', async () => {
    const failing = database.run(scope.tenantId, async () => {
      await publish(ABOUT);
      expect(await published.find(scope, 'page', 'about-us')).toBeNull();
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect(await published.find(scope, 'page', 'about-us')).toBeNull();
  });
});
