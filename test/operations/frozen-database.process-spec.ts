import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import supertest from 'supertest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@libs/foundation';
import { childrenOf } from '../../bench/measure/processes';
import { expectProblem } from '../http/support/problem';
import { aDeviceKey, anEmail, eventually, PASSWORD } from '../support/api';
import { queryAs } from '../support/database';
import { makeDatabaseDirectory } from '../support/memory';
import { rounds } from '../support/rounds';
import { copyMigratedPostgres } from '../support/migrated-postgres';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { signalIfThere } from './support/signals';

/** Before a release what they are if nothing is said, otherwise a third. */
const STATEMENT_MS = Math.max(2_000, rounds(6_000));
const CONNECTION_MS = Math.max(700, rounds(2_000));
const FROZEN_MS = STATEMENT_MS * 3.5;
const POOL_SIZE = 5;

describe('a database that freezes under requests', () => {
  const directory = makeDatabaseDirectory('appkernel-frozen-');
  let postgres: EmbeddedPostgres;
  let server: ServerProcess;
  let appId: string;
  let frozen: number[] = [];

  beforeAll(async () => {
    await copyMigratedPostgres(join(directory, 'postgres'));
    postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
    const [app] = await queryAs<{ id: string }>(databaseUrl(), 'SELECT id FROM apps');
    appId = app!.id;
  });
  /** One of the tests ends it. */
  beforeEach(async () => {
    if (server?.child.exitCode === null) return;
    server = await startServerProcess({
      NODE_ENV: 'test',
      DATA_DIR: directory,
      DATABASE_URL: postgres.applicationUrl,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      DATABASE_QUERY_TIMEOUT_MS: String(STATEMENT_MS),
      DATABASE_ACQUIRE_TIMEOUT_MS: String(CONNECTION_MS),
      RUN_MIGRATIONS: 'false',
      PASSWORD_BCRYPT_COST: '4',
      RATE_LIMIT_ENABLED: 'false',
    });
  });
  afterEach(() => thaw());
  afterAll(async () => {
    await server.kill('SIGTERM');
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('costs 503s after the limit, and leaves no trace once the database continues', async () => {
    await accepted();
    await eventually(async () => (await probe('ready')).status === 200);

    await freeze();
    const begun = performance.now();
    const load = Promise.all(Array.from({ length: 3 * POOL_SIZE }, (_, turn) => keepAsking(turn, begun + FROZEN_MS)));
    // An assertion that fails meanwhile ends the server, and this with it, which must not end the process of the suites.
    load.catch(() => undefined);
    while (performance.now() - begun < FROZEN_MS) {
      const [live, ready] = await Promise.all([probe('live'), probe('ready')]);
      expect([live.status, ready.status]).toEqual([200, 503]);
      expect(ready.body).toMatchObject({ code: 'DEPENDENCY.UNAVAILABLE', failing_checks: ['database'] });
    }
    // Without limits they would be waited for as long as the database is frozen, which is until all are answered.
    for (const answer of (await load).flat()) {
      expectProblem(answer, 503, 'DEPENDENCY.UNAVAILABLE');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }

    thaw();
    await eventually(async () => (await probe('ready')).status === 200);
    await accepted();
    // Backends that nobody listens to any more find that out, and end.
    await eventually(async () => (await sessions()) <= POOL_SIZE);
    expect(server.child.exitCode).toBeNull();
    expect(server.log.filter((line) => /INTERNAL\.UNEXPECTED|nhandled|uncaught/.test(line))).toEqual([]);
  }, 120_000);

  it('does not keep the process from ending', async () => {
    await accepted();
    await freeze();
    const answer = requests.register().then(({ status }) => status);
    const ended = probe('ready').then(() => server.kill('SIGTERM'));
    // Before the database goes on, which it does afterwards.
    expect(await Promise.all([answer, ended])).toEqual([503, 0]);
  });

  const request = () => supertest(server.url);
  const probe = (check: 'live' | 'ready') => request().get(`/internal/v1/health/${check}`);
  const headers = () => ({ 'X-AppID': appId, 'X-AK-Device-Key': aDeviceKey() });
  const requests = {
    register: () =>
      request().post('/api/v1/auth/register').set(headers()).send({ email: anEmail(), password: PASSWORD }),
    forgot: () => request().post('/api/v1/auth/password/forgot').set(headers()).send({ email: anEmail() }),
  };

  /** A connection may take longer to open than it is waited for here. */
  async function accepted(): Promise<void> {
    for (const ask of Object.values(requests)) await eventually(async () => (await ask()).status === 202);
  }

  async function keepAsking(turn: number, until: number) {
    const answers: supertest.Response[] = [];
    do {
      const ask = turn % 2 === 0 ? requests.register : requests.forgot;
      answers.push(await ask());
      // Not asked once more when the database may go on meanwhile.
    } while (performance.now() < until - STATEMENT_MS - CONNECTION_MS);
    return answers;
  }

  /** The server with all its processes: what a stopped virtual machine looks like. */
  async function freeze(): Promise<void> {
    const postmaster = Number(readFileSync(join(directory, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
    const client = new pg.Client({ connectionString: databaseUrl() });
    await client.connect();
    // First, so that no process is added to those that are listed.
    process.kill(postmaster, 'SIGSTOP');
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    await client.end();
    // One that has only just been made is not in its list yet, and would serve a request.
    const made = existsSync('/proc') ? childrenOf(postmaster) : [];
    frozen = [...new Set([postmaster, ...rows.map(({ pid }) => pid), ...made])];
    // Of those that were listed, some were about to end.
    for (const pid of frozen) signalIfThere(pid, 'SIGSTOP');
  }

  function thaw(): void {
    for (const pid of frozen) signalIfThere(pid, 'SIGCONT');
    frozen = [];
  }

  function databaseUrl(): string {
    return postgres.superuserUrl.replace(/\/postgres$/, '/appkernel');
  }

  async function sessions(): Promise<number> {
    const [row] = await queryAs<{ count: number }>(
      databaseUrl(),
      `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name = 'appkernel-api'`,
    );
    return row!.count;
  }
});
