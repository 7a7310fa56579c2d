import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { asOwner } from '../admin/support/admin';
import { startTestS3, type TestS3 } from '../support/s3';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { TestReleases } from './support/releases';

/** More than connections can buffer. */
const PACKAGE_BYTES = 24 * 1024 * 1024;

describe('The download of a package that is kept in S3', () => {
  let s3: TestS3;
  let proxy: TcpProxy;
  let api: TestApi;

  beforeAll(async () => {
    s3 = await startTestS3();
    proxy = await startTcpProxy(Number(new URL(s3.endpoint).port));
    api = await startTestApi({
      STORAGE_DRIVER: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      DATABASE_POOL_SIZE: '5',
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    });
  });
  afterAll(async () => {
    await api.close();
    await proxy.close();
    await s3.close();
  });

  it('is let go of there when the client hangs up', async () => {
    const releases = new TestReleases(api);
    const { id, content } = await releases.upload('shop.wgt', PACKAGE_BYTES);
    await releases.publish({ package_type: 'wgt', file_id: id });
    await releases.known();
    const { body } = await api.http
      .get('/api/v1/public/app-version?platform=android&package_type=wgt')
      .set('X-AppID', api.appId)
      .expect(200);
    await eventually(() => Promise.resolve(s3.answering() === 0));
    const [response] = (await once(get(`${api.url}${body.data.package.url}`), 'response')) as [IncomingMessage];
    await once(response, 'readable');
    expect(response.headers['content-length']).toBe(String(content.length));
    expect(s3.answering()).toBe(1);
    response.destroy();
    await eventually(() => Promise.resolve(s3.answering() === 0));
  });

  it('is unavailable while S3 is frozen, as uploads are, and takes nothing from those who need neither', async () => {
    const releases = new TestReleases(api);
    const { id } = await releases.upload('frozen.wgt');
    const owner = await asOwner(api);
    proxy.freeze();
    const answered: string[] = [];
    const frozen = [
      ...Array.from({ length: 10 }, () => owner.get(`files/${id}/content`)),
      // More than there are connections of the database.
      ...Array.from({ length: 10 }, () =>
        owner.postForm('files').field('purpose', 'attachment').attach('file', Buffer.from('text'), 'a.txt'),
      ),
    ].map(async (request) => {
      const { status, body, headers } = await request;
      answered.push('frozen');
      expect([status, body.code, Number(headers['retry-after']) > 0]).toEqual([503, 'DEPENDENCY.UNAVAILABLE', true]);
    });
    const all = Promise.all(frozen);
    await owner.get(`apps/${api.appId}`).expect(200);
    answered.push('another');
    await all;
    expect(answered.indexOf('another')).toBe(0);
    // Remains are removed behind the answers, by requests that hang as well: they hold nothing either.
    await Promise.all(Array.from({ length: 6 }, () => owner.get(`apps/${api.appId}`).expect(200)));
    proxy.thaw();
    // It is left alone for some seconds after it was silent.
    await eventually(async () => (await owner.get(`files/${id}/content`)).status === 200);
  });
});
