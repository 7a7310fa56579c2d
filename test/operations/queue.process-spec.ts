import supertest from 'supertest';
import { anEmail, eventually, PASSWORD, startTestApi } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { describeWithRedis, startTestRedis, type TestRedis } from '../support/redis';
import { startServerProcess, WORKER, type ServerProcess } from '../support/server-process';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink';
import { startTestWorker } from '../support/worker';

describeWithRedis('an api and a worker with a queue in Redis', () => {
  let urls: TestDatabaseUrls;
  let redis: TestRedis;
  let sink: SmtpSink;
  let api: ServerProcess;
  let worker: ServerProcess;
  let appId: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    urls = await copyTemplate();
    redis = await startTestRedis();
    sink = await startSmtpSink();
    const [app] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM apps');
    appId = app!.id;
    environment = {
      NODE_ENV: 'test',
      DATABASE_URL: urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      DATA_DIR: testPostgres().directory,
      PASSWORD_BCRYPT_COST: '4',
      REDIS_URL: redis.url,
      SMTP_URL: sink.url,
    };
    [api, worker] = await startBoth();
  });
  beforeEach(async () => {
    if (api.child.exitCode !== null) [api, worker] = await startBoth();
  });
  afterAll(async () => {
    await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')]);
    await sink.close();
    await redis.stop();
    await urls.drop();
  });

  const startBoth = () => Promise.all([startServerProcess(environment), startServerProcess(environment, WORKER)]);

  const register = async ({ url }: { url: string } = api): Promise<string> => {
    const email = anEmail();
    await supertest(url)
      .post('/api/v1/auth/register')
      .set('X-AppID', appId)
      .send({ email, password: PASSWORD })
      .expect(202);
    return email;
  };
  const mailed = (email: string) => () =>
    Promise.resolve(sink.mails.filter(({ to }) => to?.some(({ address }) => address === email)));
  const mailedOnce = async (email: string) => {
    await eventually(async () => (await mailed(email)()).length > 0);
    expect(await mailed(email)()).toHaveLength(1);
  };
  const isWhole = async () => {
    const { body } = await supertest(api.url).get('/internal/v1/health/ready').expect(200);
    return !('degraded' in body.data);
  };
  /** What a process has said of Redis, from a line of its log on. */
  const told = ({ log }: ServerProcess, since = 0) =>
    log
      .slice(since)
      .filter((line) => line.includes('"msg":"Redis'))
      .map((line) => JSON.parse(line).msg as string);

  it('mail a code through the queue', async () => {
    await mailedOnce(await register());
  });

  it('mail it while Redis is away', async () => {
    // A process that starts on a busy machine may find Redis too slow at first, and says that as well.
    await eventually(async () => (await isWhole()) && [api, worker].every((each) => told(each).length % 2 === 0));
    const before = [api, worker].map(({ log }) => log.length);
    await redis.stop();
    const email = await register();
    const { body } = await supertest(api.url).get('/internal/v1/health/ready').expect(200);
    expect(body.data.degraded).toEqual(['redis']);
    await mailedOnce(email);
    await redis.start();
    await eventually(isWhole);
    await mailedOnce(await register());
    for (const [index, each] of [api, worker].entries()) {
      await eventually(() => Promise.resolve(told(each, before[index]).length > 1));
      expect(told(each, before[index])).toEqual(['Redis is away', 'Redis is back']);
    }
  });

  it('mail it after a failure of the mail server, without the code in table, queue or log', async () => {
    sink.refuse = true;
    const email = await register();
    await eventually(async () => {
      const [message] = await queryAs<{ last_error: string | null }>(
        urls.superuserUrl,
        `SELECT last_error FROM outbox_messages WHERE type = 'iam.otp_mail' AND last_error IS NOT NULL`,
      );
      return message;
    });
    sink.refuse = false;
    await mailedOnce(email);
    const [mail] = await mailed(email)();
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
    expect(code).toBeDefined();
    const rows = await queryAs<{ row: string }>(
      urls.superuserUrl,
      'SELECT o::text AS row FROM outbox_messages o UNION ALL SELECT c::text FROM otp_challenges c',
    );
    for (const { row } of rows) expect(row).not.toContain(`"${code}"`);
    expect(worker.log.join('\n')).not.toContain(email);
    expect(worker.log.join('\n')).not.toContain(code);
  });

  it('end with exit code 0 at SIGTERM, and the next go on', async () => {
    expect(await Promise.all([worker.kill('SIGTERM'), api.kill('SIGTERM')])).toEqual([0, 0]);
    const next = await startTestApi(environment, urls);
    const nextWorker = await startTestWorker(urls, environment);
    await mailedOnce(await register(next));
    await Promise.all([next.close(), nextWorker.close()]);
  });
});
