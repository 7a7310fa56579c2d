import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import supertest from 'supertest';
import { BOOTSTRAP } from '../admin/support/admin';
import { eventually } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { isLong } from '../support/rounds';
import { API_AS_STARTED, startServerProcess, type ServerProcess } from '../support/server-process';
import { zip } from '../support/zip';

const MIB = 1024 * 1024;
/** More than memory may grow by, beside what it has grown by already for others. */
const UPLOADED_BYTES = (isLong ? 300 : 160) * MIB;
const ALLOWED_GROWTH_BY_UPLOAD = 100 * MIB;
/** More than the connections of a client hold, and with 20 clients many times what memory may grow by. */
const DOWNLOADED_BYTES = (isLong ? 80 : 48) * MIB;
const CLIENTS = 20;
/** How much of the package each client takes at the same time. */
const SHARE = 6 * MIB;
const ALLOWED_GROWTH_BY_DOWNLOADS = 50 * MIB;
const BOUNDARY = 'appkernel-boundary';

const isLinux = existsSync('/proc/self/status');

/** A package of the App that is published, with the hash that it had before it was sent. */
interface Published {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

(isLinux ? describe : describe.skip)('A large package', () => {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-packages-'));
  const agent = new Agent({ maxSockets: Infinity });
  let urls: TestDatabaseUrls;
  let server: ServerProcess;
  let token: string;
  let appId: string;
  let large: Published;

  beforeAll(async () => {
    urls = await copyTemplate();
    const [app] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM apps WHERE is_default');
    appId = app!.id;
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
    // Allocated once by every process, whatever is sent: the index of regions, and the code involved.
    await supertest(server.url).get('/api/v1/regions').expect(200);
    await drained(await download(await publish('android', MIB)));
    large = await publish('ios', DOWNLOADED_BYTES);
  }, 90_000);
  afterAll(async () => {
    agent.destroy();
    await server.kill('SIGTERM');
    await urls.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  const memory = (what: string) => {
    const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
    return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  };
  const residentBytes = () => memory('VmRSS');
  /** The most that it ever had: what it has now falls when it gives back the memory of its start. */
  const peakBytes = () => memory('VmHWM');
  const stored = () =>
    readdirSync(join(directory, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .length;
  const openPackages = () => {
    const descriptors = `/proc/${server.child.pid}/fd`;
    const files = readdirSync(descriptors).map((name) => {
      try {
        return readlinkSync(join(descriptors, name));
      } catch {
        return '';
      }
    });
    return files.filter((path) => path.startsWith(join(directory, 'files'))).length;
  };

  /** A wgt with padding between its entries and its directory, generated while it is sent. */
  function* wgt(bytes: number): Generator<Buffer> {
    const padding = randomBytes(MIB);
    const whole = zip([{ name: 'manifest.json', content: '{"version":{"name":"9.9.9"}}', stored: true }]);
    const directoryAt = whole.readUInt32LE(whole.length - 6);
    const blocks = Math.floor(bytes / MIB);
    yield whole.subarray(0, directoryAt);
    for (let block = 0; block < blocks; block++) yield padding;
    const end = Buffer.from(whole.subarray(directoryAt));
    end.writeUInt32LE(directoryAt + blocks * MIB, end.length - 6);
    yield end;
  }
  const postFile = () =>
    httpRequest(`${server.url}/admin-api/v1/files`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    });
  /** What precedes the package in the form. */
  const formHead = () => {
    const part = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`;
    return (
      `${part('purpose')}\r\n\r\nrelease_package\r\n${part('app_id')}\r\n\r\n${appId}\r\n` +
      `${part('file')}; filename="large.wgt"\r\n\r\n`
    );
  };
  const upload = async (bytes: number) => {
    const request = postFile();
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    const hash = createHash('sha256');
    let size = 0;
    const form = function* () {
      yield formHead();
      for (const block of wgt(bytes)) {
        hash.update(block);
        size += block.length;
        yield block;
      }
      yield `\r\n--${BOUNDARY}--\r\n`;
    };
    await pipeline(Readable.from(form()), request);
    const [response] = await answered;
    const { data } = JSON.parse(await text(response)) as { data: { id: string } };
    return { status: response.statusCode, data, sha256: hash.digest('hex'), size };
  };
  const publish = async (platform: string, bytes: number): Promise<Published> => {
    const file = await upload(bytes);
    const post = (path: string, content: object) =>
      supertest(server.url)
        .post(`/admin-api/v1/apps/${appId}/mobile/releases${path}`)
        .set('Authorization', `Bearer ${token}`)
        .send(content);
    const { body } = await post('', {
      platform,
      package_type: 'wgt',
      version_name: '9.9.9',
      version_code: 999,
      upgrade_mode: 'optional',
      title: { 'zh-CN': '更新', 'en-US': 'Update' },
      release_notes: { 'zh-CN': '更新', 'en-US': 'Update' },
      file_id: file.data.id,
    }).expect(201);
    await post(`/${body.data.id}/publish`, { lock_version: body.data.lock_version }).expect(200);
    const path = await eventually(async () => {
      const policy = await supertest(server.url)
        .get(`/api/v1/public/app-version?platform=${platform}&package_type=wgt`)
        .set('X-AppID', appId);
      return policy.status === 200 && (policy.body.data.package.url as string);
    });
    return { path, bytes: file.size, sha256: file.sha256 };
  };
  const download = async ({ path }: Published, headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const request = httpRequest(`${server.url}${path}`, { agent, headers });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  };
  /** Reads the answer, or as much of it as is wanted before hanging up. */
  const drained = async (
    response: IncomingMessage,
    { upTo = Infinity, seen }: { upTo?: number; seen?: (chunk: Buffer) => unknown } = {},
  ) => {
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      seen?.(chunk);
      if (bytes >= upTo) break;
    }
    return bytes;
  };

  it('is stored as it arrives: memory does not grow with it', async () => {
    const before = peakBytes();
    const { status, data } = await upload(UPLOADED_BYTES);
    expect([status, data]).toEqual([201, expect.objectContaining({ detected_version: '9.9.9', scan_status: 'clean' })]);
    expect(peakBytes() - before).toBeLessThan(ALLOWED_GROWTH_BY_UPLOAD);
  }, 120_000);

  it('leaves nothing behind when the client hangs up in the middle', async () => {
    const before = stored();
    const request = postFile();
    request.on('error', () => undefined);
    request.write(formHead());
    const parts = wgt(UPLOADED_BYTES);
    for (let block = 0; block < 20; block++) {
      const { value } = parts.next();
      if (!request.write(value)) await new Promise((resolve) => request.once('drain', resolve));
    }
    await eventually(() => Promise.resolve(stored() > before));
    request.destroy();
    await eventually(() => Promise.resolve(stored() === before));
  }, 60_000);

  it('is sent to 20 clients at their own pace: memory does not grow with them, and is freed when they hang up', async () => {
    const before = residentBytes();
    let peak = before;
    const sample = () => (peak = Math.max(peak, residentBytes()));
    const responses = await Promise.all(Array.from({ length: CLIENTS }, () => download(large)));
    // Nobody reads yet: what the connections cannot hold stays in the storage, not in the process.
    await eventually(() => Promise.resolve(openPackages() === CLIENTS));
    sample();
    let chunks = 0;
    const sizes = await Promise.all(
      responses.map((response) => drained(response, { upTo: SHARE, seen: () => ++chunks % 200 === 0 && sample() })),
    );
    sample();
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(SHARE);
    expect(peak - before).toBeLessThan(ALLOWED_GROWTH_BY_DOWNLOADS);
    // Each has left the greater part unread.
    await eventually(() => Promise.resolve(openPackages() === 0));
  }, 60_000);

  it('is downloaded as it was uploaded', async () => {
    const hash = createHash('sha256');
    const response = await download(large);
    expect(response.headers['content-length']).toBe(String(large.bytes));
    expect(response.headers['digest']).toBe(`sha-256=${Buffer.from(large.sha256, 'hex').toString('base64')}`);
    expect(await drained(response, { seen: (chunk) => hash.update(chunk) })).toBe(large.bytes);
    expect(hash.digest('hex')).toBe(large.sha256);
  }, 60_000);

  it('is downloaded in three parts, each resuming where the previous one was interrupted', async () => {
    const hash = createHash('sha256');
    const first = await download(large);
    const etag = String(first.headers.etag);
    const seen = (chunk: Buffer) => hash.update(chunk);
    let have = await drained(first, { upTo: DOWNLOADED_BYTES / 3, seen });
    for (const last of [Math.floor((large.bytes * 2) / 3), null]) {
      const part = await download(large, { Range: `bytes=${have}-${last ?? ''}`, 'If-Range': etag });
      expect(part.statusCode).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${have}-${last ?? large.bytes - 1}/${large.bytes}`);
      have += await drained(part, { seen });
    }
    expect([have, hash.digest('hex')]).toEqual([large.bytes, large.sha256]);
  }, 60_000);
});
