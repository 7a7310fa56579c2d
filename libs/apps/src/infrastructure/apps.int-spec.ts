import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { ContentModule } from '@libs/content';
import {
  ChangeFeed,
  CONFIG,
  Cursors,
  Database,
  loadConfig,
  Logger,
  OutboxHandlers,
  PersonalData,
  Schedules,
  SealedColumns,
  Secrets,
  Sweeps,
} from '@libs/foundation';
import {
  AuditTrail,
  type DomainEvent,
  newId,
  Outbox,
  ResourceConflictError,
  SystemAudit,
  Transactions,
} from '@libs/kernel';
import { aTenant } from '../../../../test/support/tenants';
import { eventually, isSoOnceAnnounced } from '../../../../test/support/api';
import {
  createTestDatabase,
  feedsHaveHeard,
  queryAs,
  silent,
  type TestDatabase,
} from '../../../../test/support/database';
import { AppsService } from '../application/apps.service';
import { App, type NewApp } from '../domain/app';
import { AppRepository } from '../domain/app.repository';
import { AppDirectory } from './app-directory';
import { TypeOrmAppRepository } from './typeorm-app.repository';

const SHOP: NewApp = {
  name: 'Corner Shop',
  appType: 'uni_app_x',
  defaultLocale: 'zh-CN',
  supportedLocales: ['zh-CN', 'en-US'],
  description: 'Everything around the corner',
};

describe('Apps in PostgreSQL', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let context: INestApplicationContext;
  let events: DomainEvent[];
  let tenantId: string;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = testDatabase.database;
    const outbox: Outbox = {
      add: (event) => Promise.resolve(void events.push(event)),
      withdraw: () => Promise.resolve(),
    };
    const audit: AuditTrail = { record: () => undefined };
    const providers = [
      { provide: Database, useValue: database },
      { provide: Transactions, useValue: database },
      { provide: ChangeFeed, useValue: testDatabase.changeFeed },
      { provide: Outbox, useValue: outbox },
      { provide: AuditTrail, useValue: audit },
      { provide: SystemAudit, useValue: { perform: (_job: unknown, work: () => unknown) => work() } },
      { provide: CONFIG, useValue: loadConfig({ NODE_ENV: 'test' }) },
      { provide: Logger, useValue: silent },
      { provide: Cursors, useValue: {} },
      { provide: Secrets, useValue: {} },
      OutboxHandlers,
      PersonalData,
      Schedules,
      SealedColumns,
      Sweeps,
    ];
    const apps = [AppsService, AppDirectory, { provide: AppRepository, useClass: TypeOrmAppRepository }];
    const root = { module: class Root {}, global: true, imports: [ContentModule], exports: providers };
    context = await NestFactory.createApplicationContext(
      { ...root, providers: [...providers, ...apps] },
      { logger: false, abortOnError: false },
    );
  });

  afterAll(async () => {
    await context.close();
    await testDatabase.close();
  });

  beforeEach(async () => {
    events = [];
    tenantId = await aTenant(database);
  });

  /** As another process would: over a connection of its own. */
  const elsewhere = (statement: string, values: unknown[]) => queryAs(testDatabase.superuserUrl, statement, values);
  const create = (input: Partial<NewApp> = {}) => context.get(AppsService).create(tenantId, { ...SHOP, ...input });
  const directory = () => context.get(AppDirectory);

  describe('create', () => {
    it('keeps every field', async () => {
      const app = await create();
      const stored = await database.run(tenantId, () => database.manager.findOneBy(App, { tenantId, id: app.id }));
      expect(stored).toBeInstanceOf(App);
      expect(stored).toEqual(app);
      expect(stored?.createdAt).toBeInstanceOf(Date);
    });

    it('writes the four reserved pages and the two legal documents with the App, none published', async () => {
      const app = await create();
      const pages = await database.read(
        tenantId,
        `SELECT kind, key, reserved, draft, published_revision, lock_version FROM content_pages
          WHERE tenant_id = $1 AND app_id = $2 ORDER BY kind, key`,
        [tenantId, app.id],
      );
      const page = { reserved: true, draft: null, published_revision: null, lock_version: 1 };
      expect(pages).toEqual([
        { kind: 'legal', key: 'privacy-policy', ...page },
        { kind: 'legal', key: 'terms-of-service', ...page },
        { kind: 'page', key: 'about-us', ...page },
        { kind: 'page', key: 'contact-us', ...page },
        { kind: 'page', key: 'help', ...page },
        { kind: 'page', key: 'user-guide', ...page },
      ]);
    });

    it('emits app.created', async () => {
      const app = await create();
      expect(events).toMatchObject([
        { type: 'app.created', tenantId, appId: app.id, data: { name: 'Corner Shop', app_type: 'uni_app_x' } },
      ]);
    });

    it('allows names to repeat', async () => {
      await create();
      await expect(create()).resolves.toMatchObject({ name: 'Corner Shop' });
    });

    it('allows one default App per tenant, and leaves nothing of a second', async () => {
      await create({ isDefault: true });
      await expect(create({ isDefault: true })).rejects.toThrow(ResourceConflictError);
      const [row] = await database.read<{ apps: string; pages: string }>(
        tenantId,
        `SELECT (SELECT count(*) FROM apps WHERE tenant_id = $1) AS apps,
                (SELECT count(*) FROM content_pages WHERE tenant_id = $1) AS pages`,
        [tenantId],
      );
      expect(row).toEqual({ apps: '1', pages: '6' });
    });

    it('creates one default App of eight at once', async () => {
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create({ isDefault: true })));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('leaves nothing behind when the transaction that it joins fails', async () => {
      const failing = database.run(tenantId, async () => {
        await create();
        throw new Error('afterwards');
      });
      await expect(failing).rejects.toThrow('afterwards');
      const rows = await database.read(tenantId, 'SELECT id FROM apps WHERE tenant_id = $1', [tenantId]);
      expect(rows).toEqual([]);
    });
  });

  describe('TypeOrmAppRepository', () => {
    it('locks several Apps in the order of their ids, so that two callers with the same ids do not deadlock', async () => {
      const ids = [await create(), await create(), await create()].map(({ id }) => id).sort();
      const repository = context.get(AppRepository);
      const somebody = new pg.Client({ connectionString: testDatabase.superuserUrl });
      await somebody.connect();
      await somebody.query('BEGIN');
      await somebody.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [ids[0]]);
      const found = database.run(tenantId, () => repository.findAllForUpdate(tenantId, ids.toReversed()));
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(async () => (await elsewhere(waiting, [])).length > 0);
      // A caller that waits for the first has locked none of the others yet.
      expect(await elsewhere('SELECT FROM apps WHERE id = ANY ($1) FOR UPDATE NOWAIT', [ids.slice(1)])).toHaveLength(2);
      await somebody.query('ROLLBACK');
      await somebody.end();
      expect((await found).map(({ id }) => id)).toEqual(ids);
    });

    it('allows inserting rows that refer to a locked App', async () => {
      const app = await create();
      await database.run(tenantId, async () => {
        await context.get(AppRepository).getForUpdate(tenantId, app.id);
        await elsewhere(
          `SET lock_timeout = 1000; INSERT INTO app_onboarding_revisions (tenant_id, app_id, version, enabled, slides)
           SELECT tenant_id, id, 1, true, '[]' FROM apps WHERE id = '${app.id}'`,
          [],
        );
      });
      const rows = await elsewhere('SELECT version FROM app_onboarding_revisions WHERE app_id = $1', [app.id]);
      expect(rows).toEqual([{ version: 1 }]);
    });
  });

  describe('AppDirectory', () => {
    it('finds an active App with all that requests need of it', async () => {
      const app = await create();
      expect(await directory().findAvailable(app.id)).toEqual({
        id: app.id,
        tenantId,
        name: 'Corner Shop',
        appType: 'uni_app_x',
        description: 'Everything around the corner',
        iconFileId: null,
        defaultLocale: 'zh-CN',
        supportedLocales: ['zh-CN', 'en-US'],
        registration: app.registration,
        captcha: app.captcha,
        featureFlags: {},
        clientConfig: {},
        dcloudAppid: null,
        upgrade: app.upgrade,
        support: app.support,
        mail: app.mail,
        content: { allowExternalImages: false },
        onboarding: { version: 0, enabled: false, slides: [] },
        lockVersion: 1,
      });
    });

    it('hands out the same object until the App changes', async () => {
      const app = await create();
      await feedsHaveHeard();
      const first = await directory().findAvailable(app.id);
      expect(await directory().findAvailable(app.id)).toBe(first);
      await elsewhere('UPDATE apps SET name = $2 WHERE id = $1', [app.id, 'Corner Shop 2']);
      expect(
        await isSoOnceAnnounced(async () => (await directory().findAvailable(app.id))?.name === 'Corner Shop 2'),
      ).toBe(true);
    });

    it('does not find an App a second after it was disabled, and finds it after it was enabled', async () => {
      const app = await create();
      expect(await directory().findAvailable(app.id)).not.toBeNull();
      await elsewhere(`UPDATE apps SET status = 'disabled' WHERE id = $1`, [app.id]);
      expect(await isSoOnceAnnounced(async () => (await directory().findAvailable(app.id)) === null)).toBe(true);
      await elsewhere(`UPDATE apps SET status = 'active' WHERE id = $1`, [app.id]);
      expect(await isSoOnceAnnounced(async () => (await directory().findAvailable(app.id)) !== null)).toBe(true);
    });

    it('does not find a deleted App', async () => {
      const app = await create();
      await elsewhere(`UPDATE apps SET status = 'disabled', deleted_at = now() WHERE id = $1`, [app.id]);
      expect(await isSoOnceAnnounced(async () => (await directory().findAvailable(app.id)) === null)).toBe(true);
    });

    it('does not find an unknown App, and finds it as soon as it exists', async () => {
      expect(await directory().findAvailable(newId())).toBeNull();
      const app = await create();
      expect(await directory().findAvailable(app.id)).not.toBeNull();
    });

    it('has the current onboarding revision, not an older one', async () => {
      const app = await create();
      const slides = [{ imageFileId: newId(), title: { 'zh-CN': '欢迎' }, description: { 'zh-CN': '街角小店' } }];
      const publish = (version: number, revision: unknown[]) =>
        elsewhere(
          `WITH revision AS (
             INSERT INTO app_onboarding_revisions (tenant_id, app_id, version, enabled, slides)
             VALUES ($1, $2, $3, true, $4))
           UPDATE apps SET onboarding_version = $3 WHERE id = $2`,
          [tenantId, app.id, version, JSON.stringify(revision)],
        );
      await publish(1, []);
      await publish(2, slides);
      expect(
        await isSoOnceAnnounced(async () => (await directory().findAvailable(app.id))?.onboarding.version === 2),
      ).toBe(true);
      expect((await directory().findAvailable(app.id))?.onboarding).toEqual({ version: 2, enabled: true, slides });
    });
  });
});
