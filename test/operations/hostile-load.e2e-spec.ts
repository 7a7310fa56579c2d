import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { startMeasuredServer, type MeasuredServer } from '../support/measured-server';

const KIB = 1024;
const MIB = 1024 * KIB;

/** What nobody who is known has to send: each of them cost a second, or hundreds of megabytes, once. */
const REQUESTS = 200;
const WITHIN_MS = 10_000;
const HELD_AT_MOST_MS = 20;
const ALLOWED_GROWTH = 60 * MIB;

const REGISTER = '/api/v1/auth/register';
const REPORTS = '/api/v1/public/app-version/reports';
const PAGES = '/admin-api/v1/apps/0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901/content/pages';
const NOWHERE = '/admin-api/v1/apps/x/content/nowhere';

describe('200 requests in 10 seconds of somebody who is not known', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  let urls: TestDatabaseUrls;
  let server: MeasuredServer;
  let appId: string;

  beforeAll(async () => {
    urls = await copyTemplate();
    const [app] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM apps');
    appId = app?.id ?? '';
    server = await startMeasuredServer({
      NODE_ENV: 'test',
      DATABASE_URL: urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      RUN_WORKER: 'false',
      DATA_DIR: testPostgres().directory,
      // What they cost is to be seen, not how they are limited.
      RATE_LIMIT_ENABLED: 'false',
    });
    // What every process does once.
    for (const path of [REGISTER, REPORTS, PAGES, NOWHERE]) await send(path, Buffer.from('{}'));
  }, 60_000);

  afterAll(async () => {
    agent.destroy();
    await server.kill('SIGTERM');
    await urls.drop();
  });

  /** @returns the status. */
  const send = (path: string, body: Buffer, headers: OutgoingHttpHeaders = {}) =>
    new Promise<number>((resolve, reject) => {
      const form = { 'Content-Type': 'application/json', 'Content-Length': body.length, 'X-AppID': appId };
      const request = httpRequest(`${server.url}${path}`, { method: 'POST', agent, headers: { ...form, ...headers } });
      request.on('error', reject);
      request.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      });
      request.end(body);
    });

  const bomb = brotliCompressSync(Buffer.alloc(MIB, '['));
  const compressed = { 'Content-Encoding': 'br' };
  const nested = (levels: number, open: string, close: string) =>
    Buffer.from(open.repeat(levels) + '1' + close.repeat(levels));

  const fields = (count: number) =>
    Buffer.from(`{${Array.from({ length: count }, (_, at) => `"${String(at).padStart(250, 'k')}":1`).join(',')}}`);

  it.each<[string, number, string, () => Buffer, OutgoingHttpHeaders?]>([
    ['a million brackets in 20 bytes, where content is written', 415, PAGES, () => bomb, compressed],
    ['a million brackets in 20 bytes, where there is no route', 415, NOWHERE, () => bomb, compressed],
    ['a million brackets in 20 bytes', 415, REGISTER, () => bomb, compressed],
    ['256 KiB of brackets', 422, REPORTS, () => Buffer.alloc(256 * KIB, '[')],
    ['256 KiB of lists in lists', 422, REPORTS, () => nested(128 * KIB - 1, '[', ']')],
    ['256 KiB of objects in objects', 422, REPORTS, () => nested(43_000, '{"a":', '}')],
    ['256 KiB of items', 422, REPORTS, () => Buffer.from(`[${'0,'.repeat(128 * KIB - 2)}0]`)],
    ['1,000 reports', 422, REPORTS, () => Buffer.from(`{"reports":[${'{"a":1},'.repeat(998)}{"a":1}]}`)],
    ['1,000 fields that there are not', 422, REPORTS, () => fields(1_000)],
    ['2 MiB where content is written', 401, PAGES, () => Buffer.alloc(2 * MIB, '[')],
    ['2 MiB where there is no route', 413, NOWHERE, () => Buffer.alloc(2 * MIB, '[')],
  ])(
    'hold nothing up: %s',
    async (_, status, path, bodyOf, headers) => {
      const body = bodyOf();
      await server.measure();
      const before = (await server.measure()).peakBytes;
      const answers: Promise<number>[] = [];
      for (let sent = 0; sent < REQUESTS; sent++) {
        answers.push(send(path, body, headers));
        await delay(WITHIN_MS / REQUESTS);
      }
      expect(new Set(await Promise.all(answers))).toEqual(new Set([status]));
      const { heldMs, delayedMs, peakBytes } = await server.measure();
      process.stderr.write(JSON.stringify([_, heldMs, delayedMs, (peakBytes - before) / MIB]) + '\n');
      expect(heldMs.p99).toBeLessThan(HELD_AT_MOST_MS);
      expect(heldMs.max).toBeLessThan(HELD_AT_MOST_MS);
      expect(peakBytes - before).toBeLessThan(ALLOWED_GROWTH);
    },
    120_000,
  );
});
