import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@libs/kernel';
import { anEmail, PASSWORD } from '../support/api';
import { signInAdmin } from '../admin/support/admin';
import { queryAs, testPostgres } from '../support/database';
import { suiteApi } from '../support/suite';
import { runProgram } from './support/commands';

describe('The program of npm run admin', () => {
  const api = suiteApi();
  let environment: Record<string, string>;

  beforeAll(() => {
    environment = {
      NODE_ENV: 'test',
      DATABASE_URL: api.urls.applicationUrl,
      DATA_DIR: testPostgres().directory,
      RUN_MIGRATIONS: 'false',
      PASSWORD_BCRYPT_COST: '4',
      LOG_LEVEL: 'debug',
    };
  });

  it('prints one JSON document whatever is logged, ends with 0, and takes a password from standard input', async () => {
    const email = anEmail();
    const args = ['create-admin', '--email', email, '--role', 'auditor', '--password-stdin'];
    const { code, out, complaints } = await runProgram(args, environment, `${PASSWORD}\nmore\n`);
    expect({ code, output: JSON.parse(out) as object }).toMatchObject({ code: 0, output: { user: { email } } });
    expect(complaints).toContain('"level":"debug"');
    expect(out + complaints).not.toContain(PASSWORD);
    await signInAdmin(api, { email, password: PASSWORD });
    const again = await runProgram(args, environment, `${PASSWORD}\n`);
    expect(again.code).toBe(1);
    expect(JSON.parse(again.out)).toMatchObject({ error: { code: 'IAM.IDENTIFIER.TAKEN' } });
  });

  it('does not count itself among the apis: a build that waits for relays would find itself running', async () => {
    await queryAs(
      api.urls.superuserUrl,
      // It would count as gone after 45 seconds, which the start of the program may take on a busy machine.
      `INSERT INTO runtime_instances (id, kind, version, commit, node, hostname, rss_bytes, heap_used_bytes, started_at,
         last_seen_at)
       VALUES ($1, 'worker', '0.1.0', 'previous', 'v24', 'previous', 1, 1, now(), now() + interval '1 hour')`,
      [newId()],
    );
    const { code, out } = await runProgram(['await-relays', '--timeout-seconds', '4'], environment);
    expect({ code, output: JSON.parse(out) as object }).toMatchObject({
      code: 1,
      output: { relays: [{ kind: 'worker', commit: 'previous' }] },
    });
  });

  it('works where the api serves metrics on the port of its settings, in whatever form these are', async () => {
    const api = createServer().listen(0, '127.0.0.1');
    await once(api, 'listening');
    const { port } = api.address() as AddressInfo;
    const directory = mkdtempSync(join(tmpdir(), 'appkernel-settings-'));
    writeFileSync(join(directory, 'enabled'), 'true');
    const metrics = { METRICS_ENABLED_FILE: join(directory, 'enabled'), METRICS_PORT: String(port) };
    try {
      const { code, complaints } = await runProgram(['tenant-usage'], { ...environment, ...metrics });
      expect({ code, complaints }).toMatchObject({ code: 0 });
    } finally {
      api.close();
      rmSync(directory, { recursive: true });
    }
  });

  it('explains itself where it is asked to, and ends with 0', async () => {
    const { code, out, complaints } = await runProgram(['--help'], environment);
    expect([code, complaints]).toEqual([0, '']);
    expect(out).toContain('import-uni-upgrade');
  });

  it('ends with 64 where it is called wrongly', async () => {
    const { code, out, complaints } = await runProgram(['nonsense'], environment);
    expect([code, out]).toEqual([64, '']);
    expect(complaints).toContain('rescue-admin');
  });

  it('ends with 78 where the configuration is not valid', async () => {
    const { code, out, complaints } = await runProgram(['rotate-keys', '--jwt'], { ...environment, SECRET_KEYS: 'x' });
    expect([code, out]).toEqual([78, '']);
    expect(complaints).toContain('SECRET_KEYS');
  });
});
