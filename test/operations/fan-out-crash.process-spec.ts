import { eventually } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { aMessage, insertMembers, publishMessages } from '../support/messages';
import { leasesEnd } from '../support/outbox';
import { hasRedis, startTestRedis, type TestRedis } from '../support/redis';
import { isLong } from '../support/rounds';
import { launchProcess, type LaunchedProcess, WORKER } from '../support/server-process';
import { startTestWorker } from '../support/worker';

const RECIPIENTS = 10_000;
/** Each takes the start of a worker. */
const KILLED = isLong ? 50 : 2;
/** More than this, and a message is given up. */
const LIVES = 8;
/** So many that a worker dies in the middle of it each time. */
const BATCHES = 2 * KILLED + 20;

describe('A publication', () => {
  let urls: TestDatabaseUrls;
  let scope: { tenantId: string; appId: string };

  beforeEach(async () => {
    urls = await copyTemplate();
    const [app] = await query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
    scope = { tenantId: app!.tenant_id, appId: app!.id };
  });
  afterEach(() => urls.drop());

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(urls.superuserUrl, text, values);
  const fanningOut = () => ({ FAN_OUT_BATCH_SIZE: String(Math.floor(RECIPIENTS / BATCHES)) });
  const environment = () => ({
    NODE_ENV: 'test',
    DATABASE_URL: urls.applicationUrl,
    RUN_MIGRATIONS: 'false',
    DATA_DIR: testPostgres().directory,
    ...fanningOut(),
  });
  /** Of the latest publication. */
  const progress = async () => {
    const [row] = await query<{ recipients: number; is_finished: boolean }>(
      `SELECT recipients, finished_at IS NOT NULL AS is_finished FROM notification_fan_outs
        ORDER BY publication_id DESC LIMIT 1`,
    );
    return row!;
  };
  /** As of a message that others have died of: the next deaths are more than it survives. */
  const tellOfDeaths = () =>
    query(
      `UPDATE outbox_messages SET attempts = attempts + $1, lost = lost + $1
        WHERE type = 'notifications.fan_out' AND completed_at IS NULL AND dead_at IS NULL`,
      [Math.max(0, LIVES - KILLED + 1)],
    );
  const publish = () => publishMessages(query, scope, aMessage({ publishedAt: new Date() }));
  /** Members who get it, and some who do not: of another App, suspended, or not yet members. */
  const join = async () => {
    const ids = await insertMembers(query, scope, RECIPIENTS);
    const others = await insertMembers(query, scope, 300);
    await query(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = ANY ($1)`, [others.slice(0, 100)]);
    await query(`UPDATE app_memberships SET joined_at = now() + interval '1 hour' WHERE user_id = ANY ($1)`, [
      others.slice(100, 200),
    ]);
    await query(
      `UPDATE app_memberships SET status = 'pending_verification', joined_at = NULL WHERE user_id = ANY ($1)`,
      [others.slice(200)],
    );
    return ids;
  };
  const expectOneEach = async (ids: readonly string[]) => {
    const publications = await query<{ id: string; recipients: number; is_finished: boolean }>(
      `SELECT publication_id AS id, recipients, finished_at IS NOT NULL AS is_finished FROM notification_fan_outs`,
    );
    for (const { id, ...outcome } of publications) {
      expect(outcome).toEqual({ recipients: RECIPIENTS, is_finished: true });
      const items = await query<{ user_id: string }>(
        'SELECT user_id FROM notification_inbox_items WHERE id = $1 ORDER BY user_id',
        [id],
      );
      expect(items.map(({ user_id }) => user_id)).toEqual(ids);
    }
    const delivered = await query<{ delivered: number }>(
      'SELECT sum(delivered)::integer AS delivered FROM notification_statistics GROUP BY message_id',
    );
    expect(delivered).toEqual(publications.map(() => ({ delivered: RECIPIENTS })));
  };

  /** A message is given up after eight processes that ended with it: the sweep, whose time has come, sets it going again. */
  const redrive = async () => {
    const dead = await query('DELETE FROM outbox_messages WHERE dead_at IS NOT NULL RETURNING id');
    if (dead.length === 0) return;
    await query(`UPDATE notification_fan_outs SET moved_at = now() - interval '1 hour'`);
    await query(`UPDATE sweeps SET next_run_at = now(), lease_until = NULL WHERE name = 'notifications.fan_outs'`);
  };

  it('reaches each recipient once and nobody else, however often the worker is killed', async () => {
    const ids = await join();
    await publish();
    // While one works, the next starts: after the last of those that are killed, one in this process.
    let worker: LaunchedProcess = launchProcess(environment(), WORKER);
    for (let killed = 1; killed <= KILLED; killed++) {
      // A machine may be so fast, or the look so slow, that all is written before enough workers have died.
      if ((await progress()).is_finished) await publish();
      const before = await progress();
      await eventually(async () => {
        await redrive();
        const now = await progress();
        return now.recipients > before.recipients || now.is_finished;
      }, 120_000);
      const next = killed < KILLED ? launchProcess(environment(), WORKER) : null;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      worker.child.kill('SIGKILL');
      await worker.ended;
      if (killed === 1) await tellOfDeaths();
      await leasesEnd(urls);
      if (next) worker = next;
    }
    const last = await startTestWorker(urls, fanningOut());
    await eventually(async () => {
      await redrive();
      return (await progress()).is_finished;
    }, 120_000);
    await last.close();
    await expectOneEach(ids);
  }, 600_000);

  (hasRedis ? it : it.skip)(
    'loses nothing when Redis is emptied in the middle of it',
    async () => {
      const redis: TestRedis = await startTestRedis();
      const ids = await join();
      await publish();
      const worker = await startTestWorker(urls, { ...fanningOut(), REDIS_URL: redis.url });
      await eventually(async () => (await progress()).recipients > 0);
      // It stores nothing: what starts again is empty.
      await redis.stop();
      await redis.start();
      await eventually(async () => (await progress()).is_finished);
      await expectOneEach(ids);
      await worker.close();
      await redis.stop();
    },
    240_000,
  );
});
