import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { eventually } from '../support/api';
import { freePort } from '../support/free-port';
import { hasRedis } from '../support/redis';
import { startTestS3, type TestS3 } from '../support/s3';
import {
  API,
  launchProcess,
  MIGRATION,
  type ServerProcess,
  startServerProcess,
  WORKER,
} from '../support/server-process';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink';
import { runProgram } from '../operations/support/commands';
import { describeWithSystemPostgres, startSystemServer, type SystemServer } from '../support/system-postgres';
import { type Compose, readCompose, readVariables } from './support/compose';
import { imageEnvironment } from './support/environments';
import { startPgBouncer, type TestPgBouncer } from './support/pgbouncer';

const MOUNT = '/run/secrets/';
const hasTools = hasRedis && ['openssl', 'psql'].every((name) => spawnSync(name, ['version']).status !== null);

/** What the containers would run, on the servers of this machine, with the secrets and the variables of the file. */
(hasTools ? describeWithSystemPostgres : describe.skip)('deploy/compose.yaml, without containers', () => {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-compose-'));
  const secret = (name: string) => join(directory, 'secrets', name);
  const read = (name: string) => readFileSync(secret(name), 'utf8');
  let compose: Compose;
  let postgres: SystemServer;
  let pgbouncer: TestPgBouncer | null;
  let redisPort: number;
  let s3: TestS3;
  let smtp: SmtpSink;
  const stopping: (() => unknown)[] = [];

  beforeAll(async () => {
    cpSync('deploy/make-secrets.sh', join(directory, 'make-secrets.sh'));
    execFileSync('sh', [join(directory, 'make-secrets.sh'), 'https://api.example.com']);
    compose = readCompose(readVariables(join(directory, '.env')));

    postgres = await startSystemServer(secret('postgres_password'));
    stopping.push(() => postgres.stop());
    execFileSync('sh', ['deploy/compose/postgres-roles.sh'], {
      env: {
        ...process.env,
        SECRETS: join(directory, 'secrets'),
        PGHOST: '127.0.0.1',
        PGPORT: String(postgres.port),
        PGPASSWORD: read('postgres_password'),
      },
    });
    pgbouncer = await startPgBouncer('deploy/compose/pgbouncer.ini', secret('pgbouncer_userlist'), postgres);
    if (pgbouncer) stopping.push(() => pgbouncer?.stop());
    else process.stderr.write('pgbouncer is not installed: the api goes to PostgreSQL itself\n');
    redisPort = await startRedis();
    s3 = await startTestS3();
    stopping.push(() => s3.close());
    smtp = await startSmtpSink();
    stopping.push(() => smtp.close());

    replace('database_url', 'pgbouncer:6432', `127.0.0.1:${pgbouncer?.port ?? postgres.port}`);
    for (const name of ['database_listen_url', 'database_migration_url']) {
      replace(name, 'postgres:5432', `127.0.0.1:${postgres.port}`);
    }
    replace('redis_url', 'valkey:6379', `127.0.0.1:${redisPort}`);
    replace('smtp_url', 'smtp://mail-catcher:1025', smtp.url);
    // The storage of the suites knows one account.
    replace('s3_access_key_id', /^.*$/, s3.accessKeyId);
    replace('s3_secret_access_key', /^.*$/, s3.secretAccessKey);
  }, 120_000);
  afterAll(async () => {
    for (const stop of stopping.reverse()) await stop();
    rmSync(directory, { recursive: true });
  });

  /** What is reached by another address here. */
  function replace(name: string, from: string | RegExp, to: string): void {
    const value = read(name).replace(from, to);
    chmodSync(secret(name), 0o644);
    writeFileSync(secret(name), value);
  }

  async function startRedis(): Promise<number> {
    const port = await freePort();
    const [program, file, ...options] = compose.services['valkey']!['command'] as string[];
    expect([program, file]).toEqual(['valkey-server', `${MOUNT}valkey_conf`]);
    const here = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory];
    const child = spawn('redis-server', [secret('valkey_conf'), ...options, ...here], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    stopping.push(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    return port;
  }

  function environmentOf(name: string): Record<string, string> {
    const { environment = {} } = compose.services[name]!;
    const values = Object.entries(environment).map(([variable, value]) => [
      variable,
      value.startsWith(MOUNT) ? secret(value.slice(MOUNT.length)) : value,
    ]);
    return {
      ...imageEnvironment(),
      ...(Object.fromEntries(values) as Record<string, string>),
      HOST: '127.0.0.1',
      DATA_DIR: join(directory, 'data'),
      METRICS_PORT: '0',
      S3_ENDPOINT: s3.endpoint,
      DATABASE_PREPARED_STATEMENTS: String(pgbouncer?.keepsStatements ?? true),
      SHUTDOWN_DRAIN_SECONDS: '0',
    };
  }

  it('migrates, waits for the workers of another build, gets ready, lets the first administrator in, sends mails by the worker, and writes nothing but to its services', async () => {
    const { ended, log } = launchProcess(environmentOf('migrate'), MIGRATION);
    expect([await ended, log.at(-1)]).toEqual([0, expect.stringContaining('"migrated":')]);
    const running: ServerProcess[] = [];
    try {
      running.push(await startServerProcess({ ...environmentOf('worker'), BUILD_COMMIT: 'previous' }, WORKER));
      const awaited = await runProgram(['await-relays', '--timeout-seconds', '0'], environmentOf('api'));
      expect([awaited.code, JSON.parse(awaited.out)]).toMatchObject([1, { relays: [{ commit: 'previous' }] }]);
      expect(await running.pop()!.kill('SIGTERM')).toBe(0);
      running.push(await startServerProcess(environmentOf('worker'), WORKER));
      expect(await runProgram(['await-relays'], environmentOf('api'))).toMatchObject({ code: 0 });
      const api = await startServerProcess(environmentOf('api'), API);
      running.push(api);
      const { body } = await supertest(api.url).get('/internal/v1/health/ready').expect(200);
      expect(body).not.toHaveProperty('degraded');
      const email = 'admin@example.com';
      await supertest(api.url)
        .post('/admin-api/v1/auth/login')
        .send({ email, password: read('bootstrap_admin_password') })
        .expect(200);
      await supertest(api.url).post('/admin-api/v1/auth/password/forgot').send({ email }).expect(202);
      const mail = await eventually(() => Promise.resolve(smtp.mails[0] ?? null));
      expect(mail.text).toContain('https://api.example.com/console/reset-password?');
      expect(existsSync(join(directory, 'data'))).toBe(false);
    } finally {
      const codes = await Promise.all(running.map((each) => each.kill('SIGTERM')));
      expect(codes).toEqual(running.map(() => 0));
    }
  }, 180_000);
});
