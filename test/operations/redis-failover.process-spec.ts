import { randomInt } from 'node:crypto';
import supertest from 'supertest';
import { anEmail, eventually, PASSWORD } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { describeWithRedis } from '../support/redis';
import { startRedisCluster } from '../support/redis-cluster';
import { askRedis, REDIS_PASSWORD, type RedisNode } from '../support/redis-node';
import { startRedisSentinel } from '../support/redis-sentinel';
import { startServerProcess, WORKER, type ServerProcess } from '../support/server-process';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink';

/** How many jobs each queue was given: the only key of one that stays while it is empty. */
const GIVEN = '{appkernel}:outbox.codes.mail:id';
const MAILS = 40;

interface Deployment {
  readonly url: string;
  /** The server that has the queues now. */
  primary(): Promise<RedisNode>;
  stop(): Promise<void>;
}

const DEPLOYMENTS: Readonly<Record<string, () => Promise<Deployment>>> = {
  'under Sentinel': startRedisSentinel,
  'as a cluster': async () => {
    const cluster = await startRedisCluster();
    return { ...cluster, primary: () => cluster.primaryOf(GIVEN) };
  },
};

describeWithRedis.each(Object.entries(DEPLOYMENTS))('an api and a worker with Redis %s', (_, startDeployment) => {
  let urls: TestDatabaseUrls;
  let redis: Deployment;
  let sink: SmtpSink;
  let api: ServerProcess;
  let worker: ServerProcess;
  let appId: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    [urls, redis, sink] = await Promise.all([copyTemplate(), startDeployment(), startSmtpSink()]);
    const [app] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM apps');
    appId = app!.id;
    environment = {
      NODE_ENV: 'test',
      DATABASE_URL: urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      DATA_DIR: testPostgres().directory,
      PASSWORD_BCRYPT_COST: '4',
      TRUST_PROXY: 'loopback',
      REDIS_URL: redis.url,
      SMTP_URL: sink.url,
    };
    [api, worker] = await Promise.all([startServerProcess(environment), startServerProcess(environment, WORKER)]);
    await eventually(isWhole);
  });
  afterAll(async () => {
    await Promise.all([api.kill('SIGKILL'), worker.kill('SIGKILL')]);
    await redis.stop();
    await Promise.all([sink.close(), urls.drop()]);
  });

  const isWhole = async () => {
    const { body } = await supertest(api.url).get('/internal/v1/health/ready').expect(200);
    return !('degraded' in body.data);
  };
  /** Each from an address of its own, as the limits count by address. */
  const register = async (): Promise<string> => {
    const email = anEmail();
    await supertest(api.url)
      .post('/api/v1/auth/register')
      .set('X-AppID', appId)
      .set('X-Forwarded-For', `203.0.${randomInt(256)}.${randomInt(256)}`)
      .send({ email, password: PASSWORD })
      .expect(202);
    return email;
  };
  const mailsTo = (email: string) => sink.mails.filter(({ to }) => to?.some(({ address }) => address === email)).length;
  const allAreMailedOnce = async (emails: readonly string[]) => {
    await eventually(() => Promise.resolve(emails.every((email) => mailsTo(email) > 0)));
    expect(emails.map(mailsTo)).toEqual(emails.map(() => 1));
  };
  const given = async () => Number(await askRedis((await redis.primary()).port, 'GET', GIVEN));

  /** Mails, one after the other, in the middle of which something happens. */
  const mailsDuring = async (happens: () => Promise<void>): Promise<string[]> => {
    const emails: string[] = [];
    for (let mail = 0; mail < MAILS; mail++) {
      if (mail === MAILS / 2) await happens();
      emails.push(await register());
    }
    return emails;
  };
  /** Not merely past it, as while Redis is away. */
  const theQueueGoesOn = async () => {
    await eventually(isWhole);
    const before = await given();
    await eventually(async () => {
      await allAreMailedOnce([await register()]);
      return (await given()) > before;
    });
  };

  it('mail through the queue', theQueueGoesOn);

  it('mail each code once while the primary is killed, and go on through its successor', async () => {
    const primary = await redis.primary();
    const emails = await mailsDuring(() => primary.kill());
    await allAreMailedOnce(emails);
    expect((await redis.primary()).port).not.toBe(primary.port);
    await theQueueGoesOn();
    await primary.restart();
  });

  it('mail each code once while the primary is frozen, and when it comes back as another’s replica', async () => {
    const primary = await redis.primary();
    const emails = await mailsDuring(() => Promise.resolve(primary.freeze()));
    await allAreMailedOnce(emails);
    await eventually(async () => (await redis.primary()).port !== primary.port);
    await theQueueGoesOn();
    primary.thaw();
    await eventually(async () => (await askRedis(primary.port, 'ROLE').catch(() => '')).startsWith('slave'));
    await theQueueGoesOn();
  });

  it('start and end while all of it is away, with exit code 0, and tell nobody the password', async () => {
    await redis.stop();
    const late = await startServerProcess(environment, WORKER);
    await eventually(() => Promise.resolve(late.log.some((line) => line.includes('Redis is away'))));
    const processes = [api, worker, late];
    expect(await Promise.all(processes.map((each) => each.kill('SIGTERM')))).toEqual([0, 0, 0]);
    const log = processes.flatMap((each) => each.log).join('\n');
    for (const secret of [REDIS_PASSWORD, encodeURIComponent(REDIS_PASSWORD)]) expect(log).not.toContain(secret);
    expect(log).not.toContain('UnhandledPromiseRejection');
  });
});
