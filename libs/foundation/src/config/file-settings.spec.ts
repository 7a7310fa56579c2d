import { ConfigurationError, loadConfig } from './config';

/** The problems, one a line. */
function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe('The configuration of files', () => {
  it('keeps files under DATA_DIR and does not scan them by default', () => {
    expect(loadConfig({}).files).toEqual({
      s3: null,
      directory: '.data/files',
      clamAv: null,
      limits: {
        imageBytes: 5 * 1024 * 1024,
        imageMegapixels: 40,
        avatarMegapixels: 16,
        packageBytes: 500 * 1024 * 1024,
        attachmentBytes: 50 * 1024 * 1024,
      },
    });
  });

  it.each([
    ['STORAGE_DRIVER', ['S3', 'disk']],
    ['S3_ENDPOINT', ['minio:9000', 's3://bucket']],
    ['S3_BUCKET', ['Upper', 'a', 'with/slash', '-dash']],
    ['S3_FORCE_PATH_STYLE', ['yes']],
    ['CLAMAV_URL', ['http://clamav:3310', 'tcp://', 'clamav:3310', '/run/clamd.sock']],
    ['FILE_IMAGE_MAX_BYTES', ['0', '5MB', '1000000000']],
    ['FILE_IMAGE_MAX_MEGAPIXELS', ['0', '1001']],
    ['FILE_PACKAGE_MAX_BYTES', ['0', '-1']],
    ['FILE_ATTACHMENT_MAX_BYTES', ['0', '1e6']],
  ])('refuses for %s: %j', (name, values) => {
    for (const value of values) {
      expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must [a-z0-9]`))]);
    }
  });

  it.each([
    ['DATA_DIR', '/var/lib/appkernel', { directory: '/var/lib/appkernel/files' }],
    ['CLAMAV_URL', 'tcp://clamav', { clamAv: { host: 'clamav', port: 3310 } }],
    ['CLAMAV_URL', 'tcp://[::1]:3311', { clamAv: { host: '::1', port: 3311 } }],
    ['FILE_PACKAGE_MAX_BYTES', '1000', { limits: { packageBytes: 1000 } }],
    ['FILE_IMAGE_MAX_MEGAPIXELS', '12', { limits: { imageMegapixels: 12 } }],
  ])('takes %s=%s', (name, value, expected) => expect(loadConfig({ [name]: value }).files).toMatchObject(expected));

  describe('of an S3 storage', () => {
    const S3 = {
      STORAGE_DRIVER: 's3',
      S3_BUCKET: 'appkernel',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };

    it('needs the bucket and its keys', () => {
      expect(problemsOf({ STORAGE_DRIVER: 's3' })).toEqual([
        'S3_ACCESS_KEY_ID is required with STORAGE_DRIVER=s3',
        'S3_BUCKET is required with STORAGE_DRIVER=s3',
        'S3_SECRET_ACCESS_KEY is required with STORAGE_DRIVER=s3',
      ]);
    });

    it('defaults to AWS without an endpoint', () => {
      expect(loadConfig(S3).files.s3).toEqual({
        endpoint: undefined,
        region: 'us-east-1',
        bucket: 'appkernel',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
        forcePathStyle: false,
      });
    });

    it('names the bucket in the path of any other endpoint, unless configured otherwise', () => {
      const other = { ...S3, S3_ENDPOINT: 'http://minio:9000/' };
      expect(loadConfig(other).files.s3).toMatchObject({ endpoint: 'http://minio:9000', forcePathStyle: true });
      expect(loadConfig({ ...other, S3_FORCE_PATH_STYLE: 'false' }).files.s3?.forcePathStyle).toBe(false);
    });
  });
});
