import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import supertest from 'supertest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@libs/foundation';
import { aDeviceKey, anEmail, eventually, PASSWORD } from '../support/api';
import { queryAs } from '../support/database';
import { makeDatabaseDirectory } from '../support/memory';
import { copyMigratedPostgres } from '../support/migrated-postgres';
import { isLong, rounds } from '../support/rounds';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';

/** How often it is queried while the database is away. */
const LOOKS = rounds(60);
const WORKERS = 8;
/** Between two requests of a worker: there should be a load, but less than the machine can bear. */
const PAUSE_MS = isLong ? 150 : 400;

interface Answer {
  readonly at: number;
  readonly route: string;
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly ms: number;
}

describe('a database that goes away under load and returns', () => {
  const directory = makeDatabaseDirectory('appkernel-loss-');
  let postgres: EmbeddedPostgres;
  let proxy: TcpProxy;
  let server: ServerProcess;
  const load = new AbortController();
  let appId: string;

  beforeAll(async () => {
    await copyMigratedPostgres(join(directory, 'postgres'));
    postgres = await startPostgres();
    proxy = await startTcpProxy(portOf(postgres));
    const environment = {
      NODE_ENV: 'test',
      DATA_DIR: directory,
      PASSWORD_BCRYPT_COST: '4',
      RATE_LIMIT_ENABLED: 'false',
    };
    const url = throughProxy(postgres.applicationUrl);
    server = await startServerProcess({ ...environment, DATABASE_URL: url, RUN_MIGRATIONS: 'false' });
    const [app] = await queryAs<{ id: string }>(databaseOf(postgres), 'SELECT id FROM apps');
    appId = app!.id;
  });
  afterAll(async () => {
    load.abort();
    await server.kill('SIGTERM');
    await proxy.close();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('costs 503s meanwhile, no crash and no restart', async () => {
    const token = await signIn();
    const answers: Answer[] = [];
    const workers = Promise.all(
      Array.from({ length: WORKERS }, (_, worker) => run(worker, token, answers, load.signal)),
    );
    // If the test fails before it awaits them, they fail with the server.
    workers.catch(() => undefined);
    await eventually(() => Promise.resolve(answers.length > 100));

    const stopped = Date.now();
    proxy.target = null;
    await postgres.stop();
    await eventually(async () => (await probe('ready')).status === 503);
    for (let look = 0; look < LOOKS; look++) {
      const [live, ready] = await Promise.all([probe('live'), probe('ready')]);
      expect([live.status, ready.status]).toEqual([200, 503]);
      expect(ready.body).toMatchObject({ code: 'DEPENDENCY.UNAVAILABLE', failing_checks: ['database'] });
      expect(Number(ready.headers['retry-after'])).toBeGreaterThan(0);
      await delay(250);
    }
    const outage = answers.filter(({ at, ms }) => at - ms > stopped + 1_000);
    const during = new Set(outage.map(({ status, type, code }) => `${status} ${type} ${code}`));
    expect([...during].filter((answer) => !answer.startsWith('200'))).toEqual([
      '503 application/problem+json DEPENDENCY.UNAVAILABLE',
    ]);

    postgres = await startPostgres();
    proxy.target = portOf(postgres);
    await eventually(async () => (await probe('ready')).status === 200);
    await eventually(() => allWell(token));
    load.abort();
    await workers;
    expect(server.log.filter((line) => line.includes('INTERNAL.UNEXPECTED'))).toEqual([]);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 202, 503].includes(status))).toEqual([]);
  }, 120_000);

  const routes = (token: string): [string, () => supertest.Test][] => [
    ['config', () => request().get('/api/v1/public/config').set('X-AppID', appId)],
    [
      'context',
      () => request().get('/api/v1/auth/context').set('X-AppID', appId).set('Authorization', `Bearer ${token}`),
    ],
    [
      'register',
      () =>
        request().post('/api/v1/auth/register').set('X-AppID', appId).send({ email: anEmail(), password: PASSWORD }),
    ],
  ];
  const request = () => supertest(server.url);
  const probe = (check: 'live' | 'ready') => request().get(`/internal/v1/health/${check}`);

  async function run(worker: number, token: string, answers: Answer[], signal: AbortSignal): Promise<void> {
    for (let turn = worker; !signal.aborted; turn++) {
      const [route, ask] = routes(token)[turn % 3]!;
      const begun = Date.now();
      const { status, type, body } = await ask();
      answers.push({ at: Date.now(), route, status, type, code: body.code, ms: Date.now() - begun });
      await delay(PAUSE_MS);
    }
  }

  async function allWell(token: string): Promise<boolean> {
    const answers = await Promise.all(routes(token).map(([, ask]) => ask()));
    return answers.every(({ status }) => status < 300);
  }

  async function signIn(): Promise<string> {
    const email = anEmail();
    await request().post('/api/v1/auth/register').set('X-AppID', appId).send({ email, password: PASSWORD }).expect(202);
    const otp = await eventually(async () => {
      const [message] = await queryAs<{ code: string }>(
        databaseOf(postgres),
        'SELECT code FROM development_messages WHERE recipient = $1',
        [email],
      );
      return message?.code;
    });
    await request()
      .post('/api/v1/auth/registration/verify-email')
      .set('X-AppID', appId)
      .send({ email, otp })
      .expect(200);
    const { body } = await request()
      .post('/api/v1/auth/login/password')
      .set({ 'X-AppID': appId, 'X-AK-Device-Key': aDeviceKey() })
      .send({ email, password: PASSWORD })
      .expect(200);
    return body.data.access_token;
  }

  function startPostgres(): Promise<EmbeddedPostgres> {
    return startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  }

  function throughProxy(url: string): string {
    return url.replace(/:\d+\//, `:${proxy.port}/`);
  }
});

function portOf({ applicationUrl }: EmbeddedPostgres): number {
  return Number(new URL(applicationUrl).port);
}

function databaseOf({ superuserUrl }: EmbeddedPostgres): string {
  return superuserUrl.replace(/\/postgres$/, '/appkernel');
}
