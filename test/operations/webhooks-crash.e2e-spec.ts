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

/** Each takes the start of a worker. */
const KILLS = isLong ? 200 : 8;
const EVENTS_IN_ROUND = 4;
/** Within this time after its start a worker takes, sends and settles what there is. */
const LONGEST_LIFE_MS = 400;

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
  const end = async (worker: ServerProcess, signal: NodeJS.Signals) => {
    await worker.kill(signal);
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
      for (let kill = 0; kill < KILLS; kill++) {
        const worker = await startWorker();
        const death = delay(randomInt(LONGEST_LIFE_MS)).then(() => end(worker, 'SIGKILL'));
        await Promise.all([commitEvents(), death]);
        // What died with the worker is due for the next one.
        await leasesEnd(urls);
      }
      const last = await startWorker();
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
      await end(last, 'SIGTERM');
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
