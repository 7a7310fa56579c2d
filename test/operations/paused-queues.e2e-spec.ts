import Redis from 'ioredis';
import { OutboxHandlers } from '@libs/foundation';
import { newId, Outbox } from '@libs/kernel';
import { type AdminClient, asOwner } from '../admin/support/admin';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../support/database';
import { describeWithRedis, startTestRedis, type TestRedis } from '../support/redis';

const MESSAGES = 20;
/** How many messages the lane `sms` has under way. */
const PLACES = 4;

describeWithRedis('A paused queue with Redis', () => {
  let urls: TestDatabaseUrls;
  let redis: TestRedis;
  let api: TestApi;
  let owner: AdminClient;
  /** The messages that were begun, and what ends the handlers that hang. */
  const begun: string[] = [];
  let begunBefore: number;
  let release: () => void;
  let hanging: Promise<void>;

  beforeAll(async () => {
    [urls, redis] = await Promise.all([copyTemplate(), startTestRedis()]);
    ({ promise: hanging, resolve: release } = Promise.withResolvers<void>());
    await start();
  });
  afterAll(async () => {
    release();
    await api.close();
    await redis.stop();
    await urls.drop();
  });

  const start = async () => {
    api = await startTestApi({ REDIS_URL: redis.url, RUN_WORKER: 'true' }, urls);
    const handle = async ({ id }: { id: string }) => {
      begun.push(id);
      await hanging;
    };
    api.get(OutboxHandlers).register('test.paused', { handle }, 'sms');
    owner = await asOwner(api);
  };
  const add = (type: string, count: number) =>
    api.database.run(api.tenantId, async () => {
      for (let n = 0; n < count; n++) {
        await api.get(Outbox).add({ type, tenantId: api.tenantId, appId: null, data: { n: newId() } });
      }
    });
  const stateCount = async (type: string, state: string) =>
    (await owner.get(`jobs?type=${type}&state=${state}`).expect(200)).body.data.total as number;
  /** Something else is begun and done, by looks at the outbox that come after this. */
  const othersAreDone = async (type: string) => {
    await add(type, 3);
    await eventually(async () => (await stateCount(type, 'completed')) === 3);
  };

  it('begins nothing until it is resumed, then each of its messages once', async () => {
    await pauseWithMessagesInRedis();
    await restartAndLoseRedis();
    await resume();
  });

  /** Not even what is in a queue of Redis already is begun. */
  async function pauseWithMessagesInRedis(): Promise<void> {
    const inRedis = new Redis(redis.url);
    const waiting = () => inRedis.llen('{appkernel}:outbox.sms:wait');
    try {
      await add('test.paused', MESSAGES);
      await eventually(async () => begun.length >= PLACES && (await waiting()) > 0);
      await owner.post('jobs/queues/sms/pause').expect(200);
      release();
      await eventually(
        async () => (await waiting()) === 0 && (await stateCount('test.paused', 'completed')) === begun.length,
      );
      await othersAreDone('test.others');
    } finally {
      inRedis.disconnect();
    }
    begunBefore = begun.length;
    // While a Redis is slow to answer, as many are begun without it.
    expect(begunBefore).toBeLessThanOrEqual(2 * PLACES);
    expect(await stateCount('test.paused', 'ready')).toBe(MESSAGES - begunBefore);
  }

  async function restartAndLoseRedis(): Promise<void> {
    await api.close();
    await start();
    await othersAreDone('test.restarted');
    await redis.stop();
    await othersAreDone('test.without');
    expect(begun).toHaveLength(begunBefore);
    const { body } = await owner.get('runtime').expect(200);
    expect(body.data.redis).toEqual({ status: 'down', latency_ms: null });
    await redis.start();
  }

  async function resume(): Promise<void> {
    // Whatever was put into Redis before is tried again at once, rather than when it is missed there.
    await queryAs(
      urls.superuserUrl,
      `UPDATE outbox_messages SET available_at = now() WHERE type = 'test.paused' AND completed_at IS NULL`,
    );
    await owner.post('jobs/queues/sms/resume').expect(200);
    await eventually(async () => (await stateCount('test.paused', 'completed')) === MESSAGES);
    expect([begun.length, new Set(begun).size]).toEqual([MESSAGES, MESSAGES]);
    await eventually(async () => (await owner.get('runtime').expect(200)).body.data.redis.status === 'up');
  }
});
