import pg from 'pg';
import { type AdminClient, asOwner } from '../admin/support/admin';
import { aCategory, articleClient, articleEvents } from '../admin/support/articles';
import { anApp } from '../admin/support/pages';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { queryAs, testPostgres } from '../support/database';
import { leasesEnd } from '../support/outbox';
import { launchProcess, WORKER } from '../support/server-process';
import { startTestWorker } from '../support/worker';

describe('A scheduled article whose worker is killed', () => {
  let api: TestApi;
  let admin: AdminClient;

  beforeAll(async () => {
    api = await startTestApi({ RUN_WORKER: 'false' });
    admin = await asOwner(api);
  });
  afterAll(() => api.close());

  const environment = () => ({
    NODE_ENV: 'test',
    DATABASE_URL: api.urls.applicationUrl,
    RUN_MIGRATIONS: 'false',
    DATA_DIR: testPostgres().directory,
    LOG_LEVEL: 'info',
  });

  it('is published by the next one, once', async () => {
    const appId = await anApp(api);
    const articles = articleClient(admin, appId);
    const draft = await articles.create({ category_id: await aCategory(api, appId) });
    const publish_at = new Date(Date.now() + 500).toISOString();
    const { id } = await articles.publish(draft, { publish_at });
    const message = async () => {
      const [row] = await queryAs<{ attempts: number; completed: boolean }>(
        api.urls.superuserUrl,
        `SELECT attempts, completed_at IS NOT NULL AS completed FROM outbox_messages
          WHERE type = 'articles.due' AND data ->> 'article_id' = $1`,
        [id],
      );
      return row!;
    };

    // Somebody holds the article, so that the worker is at it when it dies.
    const holder = new pg.Client({ connectionString: api.urls.superuserUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM content_articles WHERE id = $1 FOR UPDATE', [id]);
    const { child, ended } = launchProcess(environment(), WORKER);
    await eventually(async () => {
      const waiting = await queryAs(
        api.urls.superuserUrl,
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
    child.kill('SIGKILL');
    await ended;
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await articles.read(id)).toMatchObject({ status: 'scheduled', lock_version: 2 });
    expect(await message()).toMatchObject({ attempts: 1, completed: false });

    await leasesEnd(api.urls);
    const next = await startTestWorker(api.urls);
    await eventually(async () => (await message()).completed);
    const article = await articles.read(id);
    expect(article).toMatchObject({ status: 'published', lock_version: 3, published: { revision: 1 } });
    expect(await articles.revisions(article)).toHaveLength(1);
    expect(await articleEvents(api, id)).toHaveLength(1);
    await next.close();
  });
});
