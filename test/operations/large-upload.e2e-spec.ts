import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import supertest from 'supertest';
import { eventually } from '../support/api';
import { copyTemplate, testPostgres, type TestDatabaseUrls } from '../support/database';
import { API_AS_STARTED, startServerProcess, type ServerProcess } from '../support/server-process';
import { zip } from '../support/zip';
import { BOOTSTRAP } from '../admin/support/admin';

const MIB = 1024 * 1024;
const PACKAGE_BYTES = 300 * MIB;
const ALLOWED_GROWTH = 100 * MIB;
const BOUNDARY = 'appkernel-boundary';

const headFor = (appId: string) =>
  [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nrelease_package\r\n`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="app_id"\r\n\r\n${appId}\r\n`,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="large.wgt"\r\n\r\n`,
  ].join('');

const isLinux = existsSync('/proc/self/status');

(isLinux ? describe : describe.skip)('A package of 300 MiB', () => {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-upload-'));
  let urls: TestDatabaseUrls;
  let server: ServerProcess;
  let token: string;
  let appId: string;

  beforeAll(async () => {
    urls = await copyTemplate();
    server = await startServerProcess(
      {
        NODE_ENV: 'test',
        DATA_DIR: directory,
        DATABASE_URL: urls.applicationUrl,
        RUN_MIGRATIONS: 'false',
        SECRET_KEYS: (
          JSON.parse(readFileSync(join(testPostgres().directory, 'keys.json'), 'utf8')) as { secretKeys: string }
        ).secretKeys,
      },
      API_AS_STARTED,
    );
    const { body } = await supertest(server.url).post('/admin-api/v1/auth/login').send(BOOTSTRAP).expect(200);
    token = body.data.access_token as string;
    const apps = await supertest(server.url)
      .get('/admin-api/v1/apps')
      .set('Authorization', `Bearer ${token}`)
      .expect(200);
    appId = apps.body.data.items[0].id as string;
    // Allocated once by every process, whatever is uploaded: the index of regions and the code involved.
    await supertest(server.url).get('/api/v1/regions').expect(200);
    await supertest(server.url)
      .post('/admin-api/v1/files')
      .set('Authorization', `Bearer ${token}`)
      .field('purpose', 'release_package')
      .field('app_id', appId)
      .attach('file', Buffer.concat([...packageOf(32 * MIB)]), 'small.wgt')
      .expect(201);
  }, 60_000);
  afterAll(async () => {
    await server.kill('SIGTERM');
    await urls.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** The most that it ever had: what it has now falls when it gives back the memory of its start. */
  const peakBytes = () => {
    const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  };
  const stored = () => {
    const files = join(directory, 'files');
    if (!existsSync(files)) return 0;
    return readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
  };
  /** A wgt whose entries are followed by padding, generated while it is sent. */
  function* packageOf(bytes: number): Generator<Buffer> {
    const padding = Buffer.alloc(MIB, 'appkernel ');
    const manifest = JSON.stringify({ version: { name: '9.9.9' } });
    // The directory at the end names its own position: so the padding is before it, in a gap of no entry.
    const whole = zip([{ name: 'manifest.json', content: manifest, stored: true }], { padding: Buffer.alloc(0) });
    const directoryAt = whole.readUInt32LE(whole.length - 6);
    const blocks = Math.floor(bytes / MIB);
    yield whole.subarray(0, directoryAt);
    for (let block = 0; block < blocks; block++) yield padding;
    const end = Buffer.from(whole.subarray(directoryAt));
    end.writeUInt32LE(directoryAt + blocks * MIB, end.length - 6);
    yield end;
  }
  const post = () =>
    httpRequest(`${server.url}/admin-api/v1/files`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    });

  it('is stored as it arrives: memory does not grow with it', async () => {
    const request = post();
    const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
      request.once('error', reject);
      request.once('response', (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      });
    });
    const before = peakBytes();
    const form = function* () {
      yield Buffer.from(headFor(appId));
      yield* packageOf(PACKAGE_BYTES);
      yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
    };
    await pipeline(Readable.from(form()), request);
    const { status, body } = await answered;
    expect([status, JSON.parse(body)]).toEqual([
      201,
      { data: expect.objectContaining({ detected_version: '9.9.9', scan_status: 'clean' }) },
    ]);
    expect(peakBytes() - before).toBeLessThan(ALLOWED_GROWTH);
  }, 120_000);

  it('leaves nothing behind when the client hangs up in the middle', async () => {
    const before = stored();
    const request = post();
    request.on('error', () => undefined);
    request.write(headFor(appId));
    const parts = packageOf(PACKAGE_BYTES);
    for (let block = 0; block < 20; block++) {
      const { value } = parts.next();
      if (!request.write(value)) await new Promise((resolve) => request.once('drain', resolve));
    }
    await eventually(() => Promise.resolve(stored() > before));
    request.destroy();
    await eventually(() => Promise.resolve(stored() === before));
  }, 60_000);
});
