import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { startTestS3, type TestS3 } from '../support/s3';
import { TestReleases } from './releases';

/** More than connections can buffer. */
const PACKAGE_BYTES = 24 * 1024 * 1024;

describe('The download of a package that is kept in S3', () => {
  let s3: TestS3;
  let api: TestApi;

  beforeAll(async () => {
    s3 = await startTestS3();
    api = await startTestApi({
      STORAGE_DRIVER: 's3',
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    });
  });
  afterAll(async () => {
    await api.close();
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
});
