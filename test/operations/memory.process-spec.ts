import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { aDeviceKey, eventually } from '../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../support/database';
import { apiRequiring, type ServerProcess, startServerProcess } from '../support/server-process';

/** Dependencies that every api needs. Another one in this list costs each process its memory and each start its time. */
const NEEDED = [
  ...['@nestjs/common', '@nestjs/core', '@nestjs/passport', '@nestjs/platform-express', '@nestjs/swagger'],
  ...['bcrypt', 'canonicalize', 'class-transformer', 'class-validator', 'express', 'helmet', 'jsonwebtoken'],
  ...[
    'libphonenumber-js',
    'lru-cache',
    'passport',
    'passport-jwt',
    'pg',
    'pino',
    'rate-limiter-flexible',
    'reflect-metadata',
    'rxjs',
  ],
  ...['typeorm', 'uuid', 'yauzl', 'zod'],
];

/** Of an api that has nothing to do; 165 were measured. */
const MOST_RESIDENT_BYTES = 200 * 1024 * 1024;

describe('the memory of an api in production', () => {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-memory-'));
  const list = join(directory, 'modules.json');
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  let urls: TestDatabaseUrls;
  let server: ServerProcess;
  let appId: string;
  let early: { readonly status: number; readonly body: { data: { total: number } } }[];

  beforeAll(async () => {
    urls = await copyTemplate({ regions: 'all' });
    const [app] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM apps WHERE is_default');
    appId = app?.id ?? '';
    server = await startServerProcess(
      {
        NODE_ENV: 'test',
        DATABASE_URL: urls.applicationUrl,
        RUN_MIGRATIONS: 'false',
        RUN_WORKER: 'false',
        SWAGGER_ENABLED: 'false',
        SMTP_URL: 'smtp://127.0.0.1:9',
        DATA_DIR: directory,
        LOADED_MODULES_FILE: list,
        // What is kept of compiled code takes 16 MiB of each process, and `npm start` keeps nothing.
        NODE_COMPILE_CACHE: '',
      },
      apiRequiring('test/support/loaded-modules.cjs'),
    );
    const regions = (q: string) => supertest(server.url).get('/api/v1/regions').query({ q }).set('X-AppID', appId);
    // While it loads them.
    early = await Promise.all(['hangzhou', '杭州', 'jp'].map((q) => regions(q)));
    await eventually(() => Promise.resolve(server.log.some((line) => line.includes('memory of the start'))));
  });

  afterAll(async () => {
    expect(await server?.kill('SIGTERM')).toBe(0);
    await urls?.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** The dependencies that the process has loaded. */
  async function loaded(): Promise<string[]> {
    rmSync(list, { force: true });
    server.child.kill('SIGUSR2');
    const files = await eventually(() => Promise.resolve(read(list)));
    const modules = join(process.cwd(), 'node_modules/');
    return Object.keys(dependencies)
      .filter((name) => files.some((file) => file.startsWith(`${modules}${name}/`)))
      .sort();
  }

  it('has loaded the dependencies that every api needs, and no other', async () => {
    expect(await loaded()).toEqual([...NEEDED].sort());
  });

  it('has given back what the start needed', () => {
    const status = readFileSync(`/proc/${server.child.pid}/status`, 'latin1');
    const resident = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    expect(resident).toBeLessThan(MOST_RESIDENT_BYTES);
  });

  it('has no part of what draws CAPTCHAs, which are drawn when the first are asked for, two at once', async () => {
    const ask = (mobile: string) =>
      supertest(server.url)
        .post('/api/v1/auth/sms-captcha')
        .set({ 'X-AppID': appId, 'X-AK-Device-Key': aDeviceKey() })
        .send({ scene: 'login', mobile });
    const answers = await Promise.all([ask('13800138000'), ask('13900139000')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await loaded()).not.toContain('canvas');
  });

  it('has answered for regions, however early it was asked for them', () => {
    expect(early.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of early) expect(body.data.total).toBeGreaterThan(0);
  });
});

function read(file: string): string[] | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as string[];
  } catch {
    return null;
  }
}
