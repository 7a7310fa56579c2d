import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import supertest from 'supertest';
import { anEmail, eventually, PASSWORD } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { makeDatabaseDirectory } from '../support/memory';
import { startServerProcess } from '../support/server-process';
import { sideBySide } from '../support/side-by-side';

const directory = makeDatabaseDirectory('appkernel-lifecycle-');
// A test that stops early must not leave a database behind it that keeps its directory.
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What `npm start` needs, in a place of its own: it compiles the program, which others run meanwhile. */
const SOURCES = ['apps', 'libs', 'migrations', 'ormconfig.ts', 'package.json', 'tsconfig.json', '.swcrc'];

function copySources(project: string): void {
  mkdirSync(project);
  for (const name of SOURCES) cpSync(join(process.cwd(), name), join(project, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(project, 'node_modules'), 'dir');
}

describe('the life of a server', () => {
  const beside = sideBySide(3);

  beside(
    'from npm start: prints a password until it is used, and finds its data again after SIGTERM and after kill -9',
    async () => {
      const project = join(directory, 'project');
      copySources(project);
      const environment = { NODE_ENV: 'development', DATA_DIR: join(directory, 'data'), PASSWORD_BCRYPT_COST: '4' };
      const first = await startServerProcess(environment, ['npm', '--prefix', project, 'start']);
      const printed = await eventually(() => Promise.resolve(/Default App {2}(\S+)/.exec(first.log.join('\n'))?.[1]));
      const password = /Password {5}(\S+) {3}\(shown once\)/;
      const lost = password.exec(first.log.join('\n'))?.[1];
      expect(lost).toBeDefined();
      const { body } = await supertest(first.url).get('/api/v1/public/config').set('X-AppID', printed).expect(200);
      expect(body.data.app.id).toBe(printed);
      await supertest(first.url).get('/docs').expect(200);
      expect(await first.kill('SIGTERM')).toBe(0);

      const second = await startServerProcess(environment);
      const told = await eventually(() => Promise.resolve(password.exec(second.log.join('\n'))?.[1]));
      const signIn = (by?: string) =>
        supertest(second.url).post('/admin-api/v1/auth/login').send({ email: 'admin@example.com', password: by });
      await signIn(lost).expect(401);
      await signIn(told).expect(200);
      await second.kill('SIGKILL');

      const third = await startServerProcess(environment);
      await supertest(third.url).get('/api/v1/public/config').set('X-AppID', printed).expect(200);
      expect(third.log.join('\n')).not.toContain('shown once');
      expect(await third.kill('SIGTERM')).toBe(0);
      await expect(fetch(`${third.url}/internal/v1/health/live`)).rejects.toThrow();
    },
  );

  beside('is unready at once when it is told to end, goes on serving, and finishes requests under way', () =>
    onItsOwnDatabase(async ({ urls, appId, environment }) => {
      const server = await startServerProcess({ ...environment, SHUTDOWN_DRAIN_SECONDS: '2' });
      const api = supertest(server.url);
      const locker = new pg.Client({ connectionString: urls.superuserUrl });
      await locker.connect();
      await locker.query('BEGIN; LOCK TABLE otp_requests IN ACCESS EXCLUSIVE MODE');
      const underWay = api
        .post('/api/v1/auth/register')
        .set('X-AppID', appId)
        .send({ email: anEmail(), password: PASSWORD })
        .then(({ status }) => status);
      await eventually(() => somebodyWaits(locker));

      const exit = server.kill('SIGTERM');
      const unready = await eventually(async () => {
        const answer = await api.get('/internal/v1/health/ready');
        return answer.status === 503 && answer;
      });
      expect(unready.body.failing_checks).toEqual(['shutting_down']);
      const meanwhile = await api.get('/api/v1/public/config').set('X-AppID', appId).expect(200);
      expect(meanwhile.headers['connection']).toBe('close');
      await api.get('/internal/v1/health/live').expect(200);
      await delay(500);
      await locker.query('ROLLBACK');
      await locker.end();
      expect(await underWay).toBe(202);
      expect(await exit).toBe(0);
    }),
  );

  beside('is unready while migrations are pending', () =>
    onItsOwnDatabase(async ({ urls, environment }) => {
      await queryAs(
        urls.superuserUrl,
        'CREATE TABLE held AS SELECT * FROM schema_migrations; DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM held)',
      );
      const server = await startServerProcess(environment);
      const { body } = await supertest(server.url).get('/internal/v1/health/ready').expect(503);
      expect(body).toMatchObject({ code: 'DEPENDENCY.UNAVAILABLE', failing_checks: ['migrations'] });
      await queryAs(
        urls.superuserUrl,
        'INSERT INTO schema_migrations SELECT * FROM held ON CONFLICT DO NOTHING; DROP TABLE held',
      );
      await supertest(server.url).get('/internal/v1/health/ready').expect(200);
      expect(await server.kill('SIGTERM')).toBe(0);
    }),
  );

  beside('is refused, in production, a database role that row-level security does not bind', () =>
    onItsOwnDatabase(async ({ urls, environment }) => {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const production = {
        ...environment,
        NODE_ENV: 'production',
        DATABASE_URL: urls.superuserUrl,
        JWT_PRIVATE_KEYS: JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] }),
        SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
        PUBLIC_BASE_URL: 'https://api.example.com',
        SMTP_URL: 'smtp://127.0.0.1:2525',
        SMS_DRIVER: 'http',
        SMS_HTTP_URL: 'http://127.0.0.1:2526',
        SMS_HTTP_SECRET: 'a secret of the gateway',
        PASSWORD_BCRYPT_COST: '10',
      };
      await expect(startServerProcess(production)).rejects.toThrow(/DATABASE_URL must name a role/);
      const server = await startServerProcess({ ...production, DATABASE_URL: urls.applicationUrl });
      await supertest(server.url).get('/internal/v1/health/ready').expect(200);
      await supertest(server.url).get('/docs').expect(404);
      await supertest(server.url).get('/internal/v1/dev/outbox').expect(404);
      expect(await server.kill('SIGTERM')).toBe(0);
    }),
  );

  beside('passes under the application role on a database whose only URL is that of a superuser', async () => {
    const { superuserUrl } = testPostgres();
    const name = `external_${randomBytes(6).toString('hex')}`;
    await queryAs(superuserUrl, `CREATE DATABASE ${name}`);
    const url = superuserUrl.replace(/\/postgres$/, `/${name}`);
    const server = await startServerProcess({
      ...ENVIRONMENT,
      DATA_DIR: testPostgres().directory,
      DATABASE_URL: url,
      RUN_MIGRATIONS: 'true',
      NODE_ENV: 'development',
    });
    await supertest(server.url).get('/internal/v1/health/ready').expect(200);
    const roles = await queryAs<{ role: string }>(
      superuserUrl,
      `SELECT DISTINCT application_name AS role FROM pg_stat_activity WHERE datname = $1 AND application_name = 'appkernel-api'`,
      [name],
    );
    expect(roles).toHaveLength(1);
    const [table] = await queryAs<{ owner: string }>(
      url,
      `SELECT tableowner AS owner FROM pg_tables WHERE tablename = 'apps'`,
    );
    expect(table?.owner).toBe('postgres');
    expect(await server.kill('SIGTERM')).toBe(0);
    await queryAs(superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  });
});

const ENVIRONMENT = { NODE_ENV: 'test', RUN_MIGRATIONS: 'false', PASSWORD_BCRYPT_COST: '4' };

interface OwnDatabase {
  readonly urls: TestDatabaseUrls;
  readonly appId: string;
  /** Of a server that works on it. */
  readonly environment: Record<string, string>;
}

async function onItsOwnDatabase(live: (database: OwnDatabase) => Promise<void>): Promise<void> {
  const urls = await copyTemplate();
  const [app] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM apps');
  const environment = { ...ENVIRONMENT, DATABASE_URL: urls.applicationUrl, DATA_DIR: testPostgres().directory };
  await live({ urls, appId: app!.id, environment });
  await urls.drop();
}

/** For a lock in the database of the client. */
async function somebodyWaits(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
      WHERE NOT l.granted LIMIT 1`,
  );
  return rows.length > 0;
}
