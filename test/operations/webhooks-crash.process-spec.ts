import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type AdminClient, asOwner } from '../admin/support/admin';
import { webhookClient } from '../admin/support/webhooks';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls, testPostgres } from '../support/database';
import { leasesEnd } from '../support/outbox';
import { isLong } from '../support/rounds';
import { type ServerProcess, startServerProcess, WORKER } from '../support/server-process';
import { isSignedBy, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';
import { startTestWorker } from '../support/worker';

/** Each takes the start of a worker. The first dies before anything arrives, the last when all has. */
const KILLS = isLong ? 200 : 3;
const EVENTS_IN_ROUND = 8;
/** Within this time a worker settles what has been answered, and takes and sends what comes next. */
const LONGEST_DELAY_MS = 40;

describe('A worker that is killed while events are committed', () => {
  let urls: TestDatabaseUrls;
  let api: TestApi;
  let owner: AdminClient;
  let receiver: WebhookReceiver;
  const workers = new Set<ServerProcess>();

  beforeAll(async () => {
    urls = await copyTemplate();
    receiver = await startWebhookReceiver();
    api = await startTestApi({ RUN_WORKER: 'false', WEBHOOK_ALLOWED_CIDRS: '127.0.0.1' }, urls);
    owner = await asOwner(api);
  });
  afterAll(async () => {
    for (const worker of workers) await worker.kill('SIGKILL');
    await receiver.close();
    await api.close();
    await urls.drop();
  });

  const startWorker = async () => {
    const environment = {
      NODE_ENV: 'test',
      DATABASE_URL: urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      // With the keys of the api.
      DATA_DIR: testPostgres().directory,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.1',
      LOG_LEVEL: 'info',
    };
    const worker = await startServerProcess(environment, WORKER);
    workers.add(worker);
    return worker;
  };
  const kill = async (worker: ServerProcess) => {
    await worker.kill('SIGKILL');
    workers.delete(worker);
  };
  const commitEvents = async () => {
    const { body } = await owner.get(`apps/${api.appId}`).expect(200);
    let { lock_version } = body.data as { lock_version: number };
    for (let count = 0; count < EVENTS_IN_ROUND; count++) {
      await owner.patch(`apps/${api.appId}`, { lock_version, name: `Renamed ${lock_version}` }).expect(200);
      lock_version += 1;
    }
  };
  const tried = () =>
    queryAs<{ status: string; attempts: number }>(urls.superuserUrl, 'SELECT status, attempts FROM webhook_deliveries');

  it(
    'loses none of them, and those that come twice come under the same id',
    async () => {
      const { secret } = await webhookClient(owner).create({ url: receiver.url('/'), event_types: ['app.updated'] });
      for (let killed = 0; killed < KILLS; killed++) {
        const worker = await startWorker();
        // From before the first of these has arrived until after the last of them.
        const arrived = receiver.received.length + Math.round((killed / (KILLS - 1)) * EVENTS_IN_ROUND);
        const death = eventually(() => Promise.resolve(receiver.received.length >= arrived))
          .then(() => delay(randomInt(LONGEST_DELAY_MS)))
          .then(() => kill(worker));
        await Promise.all([commitEvents(), death]);
        // What died with the worker is due for the next one.
        await leasesEnd(urls);
      }
      const last = await startTestWorker(urls, { WEBHOOK_ALLOWED_CIDRS: '127.0.0.1' });
      const events = await queryAs<{ id: string }>(
        urls.superuserUrl,
        `SELECT id FROM outbox_messages WHERE type = 'app.updated' ORDER BY id`,
      );
      expect(events).toHaveLength(KILLS * EVENTS_IN_ROUND);
      await eventually(async () => {
        const [due] = await queryAs<{ due: number }>(
          urls.superuserUrl,
          'SELECT count(*)::int AS due FROM outbox_messages WHERE completed_at IS NULL AND dead_at IS NULL',
        );
        return due?.due === 0;
      }, 120_000);
      await last.close();
      const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']));
      expect([...new Set(ids)].sort()).toEqual(events.map(({ id }) => id));
      expect(receiver.received.filter(({ body, headers }) => body.id !== headers['webhook-id'])).toEqual([]);
      expect(receiver.received.filter((received) => !isSignedBy(secret, received))).toEqual([]);
      const deliveries = await tried();
      // One for each event, however often that was dispatched; each attempt that was made is counted.
      expect(deliveries.map(({ status }) => status)).toEqual(events.map(() => 'succeeded'));
      const attempts = deliveries.reduce((sum, delivery) => sum + delivery.attempts, 0);
      expect(attempts).toBeGreaterThanOrEqual(ids.length);
    },
    KILLS * 60_000,
  );
});
