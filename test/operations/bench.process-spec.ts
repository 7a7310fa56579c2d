import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { SUITES } from '../../bench/suites/all';
import { inheritedEnvironment } from '../support/server-process';
import { TEMPLATES } from '../support/templates';

const MEMBERS = 8;
const PATIENCE_MS = 240_000;
const DATABASES = ['bench_base', `bench_${MEMBERS}`];

describe('npm run bench', () => {
  const { superuserUrl } = JSON.parse(process.env['TEST_POSTGRES'] ?? '') as { superuserUrl: string };
  const server = new pg.Client({ connectionString: superuserUrl });
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-bench-test-'));

  beforeAll(async () => {
    await server.connect();
    // Migrated already, which takes a while, and with enough regions for both sides to find what is searched for.
    await server.query(`CREATE DATABASE bench_base TEMPLATE ${TEMPLATES.few}`);
  });

  afterAll(async () => {
    for (const name of DATABASES) await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.end();
    rmSync(directory, { recursive: true, force: true });
  });

  const few = ['--members', `${MEMBERS}`, '--rounds', '1', '--warm-up', '2', '--connections', '2'];

  async function bench(program: string, ...args: string[]): Promise<string> {
    const { PATH, NODE_COMPILE_CACHE } = inheritedEnvironment();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(process.cwd(), 'dist/bench', program), ...args, ...few, '--directory', directory],
      { env: { PATH, NODE_COMPILE_CACHE, BENCH_DATABASE_URL: superuserUrl } },
    );
    return stdout;
  }

  it(
    'loads the api and the floor with every suite, and finds that they answer the same',
    async () => {
      const compared = SUITES.filter(({ isApiOnly }) => !isApiOnly);
      const stdout = await bench('main.js', ...compared.map(({ name }) => name), '--requests', '4');
      const lines = stdout.split('\n');
      for (const { name, title } of compared) {
        expect(lines.filter((line) => line.startsWith(`${name}: ${title} `) && line.endsWith(' MiB'))).toHaveLength(1);
      }
      expect(stdout.match(/server CPU floor \/ ours/g)).toHaveLength(compared.length);
    },
    PATIENCE_MS,
  );

  // One to each api, so that few with a weight are none too many.
  it(
    'loads two apis with every suite, and tells what each part of the installation spends',
    async () => {
      const withPooler = spawnSync('pgbouncer', ['--version']).status === 0;
      const stdout = await bench('main.js', '--apis', '2', '--requests', '40', ...(withPooler ? ['--pgbouncer'] : []));
      expect(stdout).toContain(`${MEMBERS} members, 2 apis ${withPooler ? 'through PgBouncer 1.' : 'directly'}`);
      for (const { name, title } of SUITES) {
        const [line, ...others] = stdout.split('\n').filter((each) => each.startsWith(`${name}: ${title} `));
        expect(others).toEqual([]);
        const figures = line?.slice(`${name}: ${title}`.length).trim().split(/ +/) ?? [];
        expect(figures).toHaveLength(7);
        expect(figures[4] === '-').toBe(!withPooler);
      }
    },
    PATIENCE_MS,
  );

  it(
    'follows the memory of an api over requests of all suites',
    async () => {
      const stdout = await bench('main.js', '--million', '--requests', '400');
      expect(stdout.match(/ requests {2}\d+ MiB/g)).toHaveLength(20);
      expect(stdout).toMatch(/in use, without garbage: \d+ MiB after the first fifth, \d+ MiB in the end: -?\d/);
    },
    PATIENCE_MS,
  );

  it(
    'tells what a row costs',
    async () => {
      const stdout = await bench('rows.js', '--requests', '20');
      for (const kind of ['inbox item', 'message of the outbox', 'mail', 'audit record, of a draft of a notice']) {
        expect(stdout).toMatch(new RegExp(`^${kind} +\\d+ +[\\d.]+ +[\\d.]+ +[\\d.]+ +-?\\d+$`, 'm'));
      }
    },
    PATIENCE_MS,
  );
});
