import pg from 'pg';
import { suiteOwner } from '../admin/support/admin';
import { auditOf } from '../admin/support/apps';
import { aCategory, articleClient, articleEvents } from '../admin/support/articles';
import { notificationClient, notificationMessages } from '../admin/support/notifications';
import { anApp } from '../admin/support/pages';
import { eventually } from '../support/api';
import { queryAs, testPostgres } from '../support/database';
import { leasesEnd } from '../support/outbox';
import { launchProcess, SKEWED_WORKER, startServerProcess, WORKER } from '../support/server-process';
import { suiteApi } from '../support/suite';
import { startTestWorker } from '../support/worker';

describe('A scheduled notice or article', () => {
  const api = suiteApi({ RUN_WORKER: 'false' });
  const admin = suiteOwner(api);

  const environment = () => ({
    NODE_ENV: 'test',
    DATABASE_URL: api.urls.applicationUrl,
    RUN_MIGRATIONS: 'false',
    DATA_DIR: testPostgres().directory,
    LOG_LEVEL: 'info',
  });

  it('whose worker is killed is published by one of the next, once, also long after its time', async () => {
    const appId = await anApp(api);
    const notices = notificationClient(admin, appId);
    const articles = articleClient(admin, appId);
    const soon = new Date(Date.now() + 2_000).toISOString();
    const notice = await notices.publish(await notices.create({ scheduled_at: soon }));
    const draft = await articles.create({ category_id: await aCategory(api, appId) });
    const article = await articles.publish(draft, { publish_at: soon });
    const messageOfArticle = async () => {
      const [row] = await queryAs<{ attempts: number; completed: boolean }>(
        api.urls.superuserUrl,
        `SELECT attempts, completed_at IS NOT NULL AS completed FROM outbox_messages
          WHERE type = 'articles.due' AND data ->> 'article_id' = $1`,
        [article.id],
      );
      return row!;
    };

    // Somebody holds both, so that the worker is at them when it dies.
    const holder = new pg.Client({ connectionString: api.urls.superuserUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM notification_messages WHERE id = $1 FOR UPDATE', [notice.id]);
    await holder.query('SELECT FROM content_articles WHERE id = $1 FOR UPDATE', [article.id]);
    const { child, ended } = launchProcess(environment(), WORKER);
    await eventually(async () => {
      const waiting = await queryAs(
        api.urls.superuserUrl,
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 1;
    });
    child.kill('SIGKILL');
    await ended;
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await notices.read(notice.id)).toMatchObject({ status: 'scheduled', lock_version: 2 });
    expect(await articles.read(article.id)).toMatchObject({ status: 'scheduled', lock_version: 2 });
    expect(await messageOfArticle()).toMatchObject({ attempts: 1, completed: false });

    await leasesEnd(api.urls);
    const workers = await Promise.all([1, 2].map(() => startTestWorker(api.urls)));
    await eventually(async () => (await notices.read(notice.id)).status === 'published');
    await eventually(async () =>
      (await notificationMessages(api, notice.id)).named('notifications.due').every(({ completed }) => completed),
    );
    await eventually(async () => (await messageOfArticle()).completed);
    expect(await notices.read(notice.id)).toMatchObject({ status: 'published', lock_version: 3 });
    const left = await notificationMessages(api, notice.id);
    expect([left.named('notification.published').length, left.named('notifications.fan_out').length]).toEqual([1, 1]);
    expect((await auditOf(api, notice.id)).filter(({ actor_id }) => actor_id === null)).toHaveLength(1);
    const published = await articles.read(article.id);
    expect(published).toMatchObject({ status: 'published', lock_version: 3, published: { revision: 1 } });
    expect(await articles.revisions(published)).toHaveLength(1);
    expect(await articleEvents(api, article.id)).toHaveLength(1);
    await Promise.all(workers.map((worker) => worker.close()));
  });

  it('is published once, and not before its time, by three workers whose clocks differ by hours', async () => {
    const HOUR = 3_600_000;
    const notices = notificationClient(admin, await anApp(api));
    const { rows } = await api.database.runAsSystem(async () => ({
      rows: await api.database.query<{ now: Date }>('SELECT clock_timestamp() AS now'),
    }));
    const now = Number(rows[0]?.now);
    const at = (ms: number) => new Date(now + ms).toISOString();
    const scheduled = async (time: string) => notices.publish(await notices.create({ scheduled_at: time }));
    const due = await Promise.all([2_000, 3_000, 4_000, 5_000, 5_000, 5_000].map((ms) => scheduled(at(ms))));
    // By one of the clocks it is due already.
    const later = await scheduled(at(HOUR));

    const skewed = [-3 * HOUR, 3 * HOUR].map((skew) => ({ ...environment(), CLOCK_SKEW_MS: String(skew) }));
    const workers = await Promise.all(skewed.map((given) => startServerProcess(given, SKEWED_WORKER)));
    const right = await startTestWorker(api.urls);
    const times = workers.map(({ log }) => Date.parse((JSON.parse(log.at(-1) ?? '{}') as { time: string }).time));
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(5 * HOUR);
    for (const { id } of due) {
      await eventually(async () =>
        (await notificationMessages(api, id)).named('notifications.fan_out').some(({ completed }) => completed),
      );
      const published = await queryAs<{ late: number; recent: boolean }>(
        api.urls.superuserUrl,
        `SELECT published_at >= scheduled_at AS late, published_at <= clock_timestamp() AS recent
           FROM notification_messages WHERE id = $1`,
        [id],
      );
      expect(published).toEqual([{ late: true, recent: true }]);
      const left = await notificationMessages(api, id);
      expect([left.named('notification.published').length, left.named('notifications.fan_out').length]).toEqual([1, 1]);
      expect((await auditOf(api, id)).filter(({ actor_id }) => actor_id === null)).toHaveLength(1);
    }
    expect(await notices.read(later.id)).toMatchObject({ status: 'scheduled', lock_version: 2 });
    for (const worker of workers) expect(await worker.kill('SIGTERM')).toBe(0);
    await right.close();
  });
});
