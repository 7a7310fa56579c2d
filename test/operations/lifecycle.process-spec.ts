import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import supertest from 'supertest';
import { ConfigurationError, loadConfig, prepareRuntime } from '@libs/foundation';
import { MIGRATIONS } from '../../migrations';
import { anEmail, eventually, PASSWORD } from '../support/api';
import { copyTemplate, queryAs, silent, testPostgres } from '../support/database';
import { makeDatabaseDirectory } from '../support/memory';
import { startServerProcess } from '../support/server-process';
import { sideBySide } from '../support/side-by-side';
import { somebodyWaits } from './support/locks';

const directory = makeDatabaseDirectory('appkernel-lifecycle-');
// A test that stops early must not leave a database behind it that keeps its directory.
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What `npm start` needs, in a place of its own: it compiles the program, which others run meanwhile. */
const FOLDERS = ['apps', 'docs', 'libs', 'migrations', 'tools'];
const FILES = ['ormconfig.ts', 'openapi.json', 'package.json', 'package-lock.json', 'tsconfig.json', '.swcrc'];

function copySources(project: string): void {
  mkdirSync(project);
  for (const name of [...FOLDERS, ...FILES])
    cpSync(join(process.cwd(), name), join(project, name), { recursive: true });
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
      // What is kept of code that was compiled is kept by its place, to which nobody comes back.
      const compiled = { NODE_COMPILE_CACHE: join(directory, 'compiled') };
      const first = await startServerProcess({ ...environment, ...compiled }, ['npm', '--prefix', project, 'start']);
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
      // The first start has imported the regions: all of them, and so many are found by this syllable.
      const { body: found } = await supertest(third.url)
        .get('/api/v1/regions')
        .query({ q: 'zhen' })
        .set('X-AppID', printed)
        .expect(200);
      expect(found.data.total).toBeGreaterThan(20_000);
      expect(await third.kill('SIGTERM')).toBe(0);
      await expect(fetch(`${third.url}/internal/v1/health/live`)).rejects.toThrow();
      // Nor does its database run on.
      for (const file of ['owner.json', 'data/postmaster.pid']) {
        expect([file, existsSync(join(environment.DATA_DIR, 'postgres', file))]).toEqual([file, false]);
      }
    },
  );

  beside('is refused, in production, a database role that row-level security does not bind', async () => {
    const { directory: data, superuserUrl } = testPostgres();
    // The first thing that a start does with its configuration. With which code it ends then is shown elsewhere.
    const config = loadConfig({ ...PRODUCTION, DATA_DIR: data, DATABASE_URL: superuserUrl });
    const refused = prepareRuntime(config, MIGRATIONS, silent);
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow(/DATABASE_URL must name a role/);
  });

  beside('is refused a database that takes any bytes for text', async () => {
    await expectRefused(
      "ENCODING 'SQL_ASCII' LOCALE 'C' LOCALE_PROVIDER libc",
      'SELECT 1',
      /encoding UTF8 rather than SQL_ASCII/,
    );
  });

  beside('is refused a database that cannot sort names', async () => {
    await expectRefused("ENCODING 'UTF8'", 'DROP COLLATION "ja-x-icu"', /lacks the collations "ja-x-icu"/);
  });

  beside(
    'in production: is unready while migrations are pending, and at once when told to end: then it finishes requests',
    async () => {
      const urls = await copyTemplate();
      const [app] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM apps');
      await queryAs(
        urls.superuserUrl,
        'CREATE TABLE held AS SELECT * FROM schema_migrations; DELETE FROM schema_migrations WHERE id = (SELECT max(id) FROM held)',
      );
      const server = await startServerProcess({
        ...PRODUCTION,
        DATA_DIR: testPostgres().directory,
        DATABASE_URL: urls.applicationUrl,
        SHUTDOWN_DRAIN_SECONDS: '2',
      });
      const api = supertest(server.url);
      const { body } = await api.get('/internal/v1/health/ready').expect(503);
      expect(body).toMatchObject({ code: 'DEPENDENCY.UNAVAILABLE', failing_checks: ['migrations'] });
      await queryAs(
        urls.superuserUrl,
        'INSERT INTO schema_migrations SELECT * FROM held ON CONFLICT DO NOTHING; DROP TABLE held',
      );
      await api.get('/internal/v1/health/ready').expect(200);
      await api.get('/docs').expect(404);
      await api.get('/internal/v1/dev/outbox').expect(404);

      const locker = new pg.Client({ connectionString: urls.superuserUrl });
      await locker.connect();
      await locker.query('BEGIN; LOCK TABLE otp_requests IN ACCESS EXCLUSIVE MODE');
      const underWay = api
        .post('/api/v1/auth/register')
        .set('X-AppID', app!.id)
        .send({ email: anEmail(), password: PASSWORD })
        .then(({ status }) => status);
      await eventually(() => somebodyWaits(locker));
      const exit = server.kill('SIGTERM');
      const unready = await eventually(async () => {
        const answer = await api.get('/internal/v1/health/ready');
        return answer.status === 503 && answer;
      });
      expect(unready.body.failing_checks).toEqual(['shutting_down']);
      const meanwhile = await api.get('/api/v1/public/config').set('X-AppID', app!.id).expect(200);
      expect(meanwhile.headers['connection']).toBe('close');
      await api.get('/internal/v1/health/live').expect(200);
      await delay(500);
      await locker.query('ROLLBACK');
      await locker.end();
      expect(await underWay).toBe(202);
      expect(await exit).toBe(0);
      await urls.drop();
    },
  );
});

/** Of a server in production, but for its database. */
const PRODUCTION = {
  NODE_ENV: 'production',
  RUN_MIGRATIONS: 'false',
  JWT_PRIVATE_KEYS: JSON.stringify({
    keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })],
  }),
  SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  PUBLIC_BASE_URL: 'https://api.example.com',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  SMS_DRIVER: 'http',
  SMS_HTTP_URL: 'http://127.0.0.1:2526',
  SMS_HTTP_SECRET: 'a secret of the gateway',
  PASSWORD_BCRYPT_COST: '10',
};

/** @param made how the database is made, @param changed by a statement, @param reason what is said about it. */
async function expectRefused(made: string, changed: string, reason: RegExp): Promise<void> {
  const { directory: data, superuserUrl } = testPostgres();
  const name = `bytes_${randomBytes(8).toString('hex')}`;
  await queryAs(superuserUrl, `CREATE DATABASE ${name} ${made} TEMPLATE template0`);
  try {
    const url = superuserUrl.replace(/[^/]+$/, name);
    await queryAs(url, changed);
    const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: data, DATABASE_URL: url });
    const refused = prepareRuntime(config, MIGRATIONS, silent);
    await expect(refused).rejects.toThrow(ConfigurationError);
    await expect(refused).rejects.toThrow(reason);
  } finally {
    await queryAs(superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}
