import { newId } from '@libs/kernel';
import { eventually } from '../support/api';
import { copyTemplate, queryAs, testPostgres } from '../support/database';
import { leasesEnd } from '../support/outbox';
import { hasRedis, startTestRedis, type TestRedis } from '../support/redis';
import { isLong } from '../support/rounds';
import { launchProcess, MORTAL_WORKER } from '../support/server-process';
import { sideBySide } from '../support/side-by-side';
import { startTestWorker } from '../support/worker';

interface MessageRow extends Record<string, unknown> {
  readonly type: string;
  readonly attempts: number;
  readonly completed: boolean;
  readonly dead: boolean;
  readonly last_error: string | null;
}

const TRIES = 8;
/** How many it really dies of, beside the last one; of those between them the table is only told. */
const FIRST_DEATHS = isLong ? TRIES - 1 : 1;
const NEIGHBOURS = 12;

describe('A message that kills the process', () => {
  const beside = sideBySide(2);

  beside('is given up after eight attempts, and does not harm its neighbours', () => isGivenUp(null));

  const title = 'is given up so through Redis, too';
  if (!hasRedis) it.skip(title, () => undefined);
  else
    beside(title, async () => {
      const redis = await startTestRedis();
      await isGivenUp(redis);
      await redis.stop();
    });
});

async function isGivenUp(redis: TestRedis | null): Promise<void> {
  const urls = await copyTemplate();
  const throughRedis: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
  const log: string[] = [];
  const startMortal = () =>
    launchProcess(
      {
        NODE_ENV: 'test',
        DATABASE_URL: urls.applicationUrl,
        RUN_MIGRATIONS: 'false',
        DATA_DIR: testPostgres().directory,
        LOG_LEVEL: 'warn',
        ...throughRedis,
      },
      MORTAL_WORKER,
    );
  const add = async (type: string, count: number) => {
    const [tenant] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM tenants');
    await queryAs(
      urls.superuserUrl,
      `INSERT INTO outbox_messages (tenant_id, id, type, data) SELECT $1, unnest($2::uuid[]), $3, '{}'`,
      [tenant?.id, Array.from({ length: count }, () => newId()), type],
    );
  };
  const messages = (type: string) =>
    queryAs<MessageRow>(
      urls.superuserUrl,
      `SELECT type, attempts, completed_at IS NOT NULL AS completed, dead_at IS NOT NULL AS dead, last_error
         FROM outbox_messages WHERE type = $1`,
      [type],
    );

  await add('test.deadly', 1);
  await add('test.harmless', NEIGHBOURS);
  const live = async (life: number) => {
    const { child, ended } = startMortal();
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
    expect((await messages('test.deadly'))[0]).toMatchObject({ attempts: life, dead: false });
    await leasesEnd(urls);
  };
  for (let life = 1; life <= FIRST_DEATHS; life++) await live(life);
  await queryAs(
    urls.superuserUrl,
    `UPDATE outbox_messages SET attempts = attempts + $1, lost = lost + $1 WHERE type = 'test.deadly'`,
    [TRIES - 1 - FIRST_DEATHS],
  );
  await live(TRIES);
  // Of the deadly one only what counts is told: it would be the end of the process of the suites.
  const killed = jest.fn(() => Promise.resolve());
  const last = await startTestWorker(urls, throughRedis, {
    handlers: { 'test.deadly': { handle: killed }, 'test.harmless': { handle: () => Promise.resolve() } },
    log,
  });
  const [deadly] = await eventually(async () => {
    const found = await messages('test.deadly');
    return found[0]?.dead && found;
  });
  expect(deadly).toMatchObject({ attempts: TRIES, completed: false });
  expect(deadly?.last_error).toBe('the process ended 8 times while this message was handled');
  const harmless = await eventually(async () => {
    const found = await messages('test.harmless');
    return found.every(({ completed, dead }) => completed || dead) && found;
  });
  expect(harmless.filter(({ dead }) => dead)).toEqual([]);
  expect(log.filter((line) => line.includes('outbox message given up'))).toHaveLength(1);
  expect(killed).not.toHaveBeenCalled();
  await last.close();
  await urls.drop();
}
