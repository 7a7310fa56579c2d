import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { SUITES } from '../../bench/suites/all';
import { inheritedEnvironment } from '../support/server-process';
import { TEMPLATES } from '../support/templates';

const MEMBERS = 8;
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

  it('loads the api and the floor with every suite, and finds that they answer the same', async () => {
    const few = ['--members', `${MEMBERS}`, '--rounds', '1', '--requests', '4', '--warm-up', '2', '--connections', '2'];
    const { PATH, NODE_COMPILE_CACHE } = inheritedEnvironment();
    const names = SUITES.map(({ name }) => name);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(process.cwd(), 'dist/bench/main.js'), ...names, ...few, '--directory', directory],
      { env: { PATH, NODE_COMPILE_CACHE, BENCH_DATABASE_URL: superuserUrl } },
    );
    const lines = stdout.split('\n');
    for (const { name, title } of SUITES) {
      expect(lines.filter((line) => line.startsWith(`${name}: ${title} `) && line.endsWith(' MiB'))).toHaveLength(1);
    }
    expect(stdout.match(/server CPU floor \/ ours/g)).toHaveLength(SUITES.length);
  }, 120_000);
});
