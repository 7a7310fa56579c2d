import { readdirSync, readlinkSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { eventually } from '../support/api';
import { sha256 } from '../support/files';
import { suiteApi } from '../support/suite';
import { TestReleases, type TestPackage } from './support/releases';

describe('GET /api/v1/public/app-version/download/{release_id}/{file_id}', () => {
  const api = suiteApi();
  const releases = new TestReleases(api);
  let file: TestPackage;
  let size: number;
  let release: string;
  let url: string;

  beforeAll(async () => {
    file = await releases.upload('shop.wgt', 2_000_000);
    await releases.query('UPDATE files SET filename = $2 WHERE id = $1', [file.id, 'Läden "1.4".wgt']);
    size = file.content.length;
  });
  beforeEach(async () => {
    await releases.clear();
    release = await releases.publish({ package_type: 'wgt', version_code: 20, file_id: file.id });
    await releases.known();
    const { body } = await api.http
      .get('/api/v1/public/app-version?platform=android&package_type=wgt')
      .set('X-AppID', api.appId)
      .expect(200);
    url = body.data.package.url as string;
  });

  const download = (headers: Record<string, string> = {}) => api.http.get(url).set(headers).buffer(true);
  const bytes = async (range: string) => (await download({ Range: range }).expect(206)).body as Buffer;
  /** How often this process has the package open. */
  const descriptors = () =>
    readdirSync('/proc/self/fd').filter((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`).endsWith(file.sha256);
      } catch {
        return false;
      }
    }).length;

  it('sends the package as a download that nobody stores, with all that it takes to check and to resume it', async () => {
    const { body, headers } = await download().expect(200);
    expect(sha256(body as Buffer)).toBe(file.sha256);
    const digest = Buffer.from(file.sha256, 'hex').toString('base64');
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Laden-1.4.wgt"; filename*=UTF-8''L%C3%A4den%20%221.4%22.wgt`,
      'content-length': String(size),
      'accept-ranges': 'bytes',
      etag: `"${file.sha256}"`,
      digest: `sha-256=${digest}`,
      'repr-digest': `sha-256=:${digest}:`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('tells the same of the whole without sending it', async () => {
    const whole = await download().expect(200);
    const { headers, text } = await api.http.head(url).set('Range', 'bytes=0-9').expect(200);
    for (const name of ['content-length', 'etag', 'content-disposition', 'repr-digest', 'accept-ranges']) {
      expect(headers[name]).toBe(whole.headers[name]);
    }
    expect(text ?? '').toBe('');
  });

  it('is resumed: three parts are the package', async () => {
    const thirds = [0, Math.floor(size / 3), Math.floor((2 * size) / 3), size];
    const parts = [
      await bytes(`bytes=0-${thirds[1]! - 1}`),
      await bytes(`bytes=${thirds[1]}-${thirds[2]! - 1}`),
      await bytes(`bytes=${thirds[2]}-`),
    ];
    expect(parts.map(({ length }) => length)).toEqual([0, 1, 2].map((index) => thirds[index + 1]! - thirds[index]!));
    expect(sha256(Buffer.concat(parts))).toBe(file.sha256);
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=-1', -1, -1],
    ['bytes=-99999999', 0, -1],
    ['bytes=5-99999999', 5, -1],
    ['BYTES= 2-4 ', 2, 4],
  ])('answers %s by 206', async (range, first, last) => {
    const [start, end] = [first < 0 ? size + first : first, last < 0 ? size + last : last];
    const { body, headers } = await download({ Range: range }).expect(206);
    expect((body as Buffer).equals(file.content.subarray(start, end + 1))).toBe(true);
    expect(headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': String(end - start + 1),
      'repr-digest': expect.stringMatching(/^sha-256=:/),
    });
  });

  it.each(['bytes=0-1,4-5', 'bytes=4-2', 'bytes=-', 'bytes=x-', 'lines=1-2', 'bytes 1-2'])(
    'sends the whole for %s',
    async (range) => {
      const { headers } = await download({ Range: range }).expect(200);
      expect(headers['content-length']).toBe(String(size));
      expect(headers['content-range']).toBeUndefined();
    },
  );

  it.each(['bytes=99999999-', 'bytes=-0'])('is 416 for %s, with the length', async (range) => {
    const { body, headers } = await download({ Range: range }).expect(416);
    expect(body).toMatchObject({ code: 'REQUEST.RANGE_NOT_SATISFIABLE' });
    expect(headers).toMatchObject({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' });
    expect(headers['content-disposition']).toBeUndefined();
  });

  it('goes on where it was only with the same package (If-Range)', async () => {
    const resume = (validator: string) => download({ Range: 'bytes=10-', 'If-Range': validator });
    await resume(`"${file.sha256}"`).expect(206);
    for (const other of [`"${'0'.repeat(64)}"`, `W/"${file.sha256}"`, new Date().toUTCString(), 'x']) {
      expect((await resume(other).expect(200)).headers['content-length']).toBe(String(size));
    }
    // Beyond the end of the current package, which is a different one.
    await download({ Range: 'bytes=99999999-', 'If-Range': '"other"' }).expect(200);
  });

  it('is open to whoever names the right App, or none', async () => {
    await download({ 'X-AppID': api.appId.toUpperCase(), Range: 'bytes=0-9' }).expect(206);
    await download({ 'X-AppID': '', Range: 'bytes=0-9' }).expect(206);
  });

  it('serves many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => download().expect(200)));
    for (const { body } of answers) expect(sha256(body as Buffer)).toBe(file.sha256);
    expect(await eventually(async () => (await releases.downloads(release)) === 20)).toBe(true);
    await eventually(() => Promise.resolve(descriptors() === 0));
  });

  it('is counted once, by the answer that brings the end', async () => {
    await api.http.head(url).expect(200);
    await bytes('bytes=0-9');
    await bytes(`bytes=10-${size - 2}`);
    expect(await releases.downloads(release)).toBe(0);
    await bytes(`bytes=${size - 1}-`);
    await eventually(async () => (await releases.downloads(release)) > 0);
    await download().expect(200);
    await eventually(async () => (await releases.downloads(release)) > 1);
    expect(await releases.downloads(release)).toBe(2);
    const [row] = await releases.query<{ is_today: boolean }>(
      `SELECT day = (now() AT TIME ZONE 'UTC')::date AS is_today FROM release_downloads`,
    );
    expect(row).toEqual({ is_today: true });
  });

  it('lets go of the package when the client goes away, and does not count that', async () => {
    await new Promise<void>((resolve, reject) => {
      const request = httpGet(api.url + url, (response) => {
        // The client stops reading, so that the rest waits for it, with the package open.
        response.pause();
        expect(descriptors()).toBe(1);
        response.on('close', () => resolve());
        response.on('error', () => undefined);
        request.destroy();
      });
      request.on('error', reject);
    });
    await eventually(() => Promise.resolve(descriptors() === 0));
    expect(await releases.downloads(release)).toBe(0);
  });

  it('is sent also where it cannot be counted', async () => {
    await releases.query('ALTER TABLE release_downloads RENAME TO release_downloads_away');
    try {
      const { body } = await download().expect(200);
      expect(sha256(body as Buffer)).toBe(file.sha256);
    } finally {
      await releases.query('ALTER TABLE release_downloads_away RENAME TO release_downloads');
    }
    await download().expect(200);
    // The first may have been counted after all, if the table was back in time.
    await eventually(async () => (await releases.downloads(release)) >= 1);
  });
});
