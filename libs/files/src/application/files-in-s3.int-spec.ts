import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newId, ResourceConflictError } from '@libs/kernel';
import { aTenant } from '../../../../test/support/tenants';
import { aWgt, anImage, startTestFiles, type TestFiles } from '../../../../test/support/files';
import { startTestS3, type TestS3 } from '../../../../test/support/s3';
import { ContentRefusedError } from '../domain/files.errors';
import { S3FileStorage } from '../infrastructure/storage/s3-file-storage';

describe('Files in S3', () => {
  let s3: TestS3;
  let files: TestFiles;
  let tenantId: string;

  beforeAll(async () => {
    s3 = await startTestS3();
    const storage = await S3FileStorage.open({ ...s3, region: 'us-east-1', forcePathStyle: true });
    files = await startTestFiles({ storage });
    tenantId = await aTenant(files.test.database);
  });
  afterAll(async () => {
    await files.close();
    await s3.close();
  });

  it('are inspected, served and deleted as anywhere else', async () => {
    const image = await anImage('jpeg');
    const wgt = aWgt('3.0.0', { name: 'www/data.bin', content: randomBytes(2_500_000), stored: true });
    const icon = await files.upload(tenantId, image, { purpose: 'app_icon' });
    const release = await files.upload(tenantId, wgt, { purpose: 'release_package', filename: 'a.wgt' });
    expect(icon).toMatchObject({ mediaType: 'image/jpeg', image: { width: 64, height: 48 }, scanStatus: 'clean' });
    expect(release).toMatchObject({ detectedVersion: '3.0.0', scanStatus: 'clean' });
    expect((await buffer(await files.files.openContent(tenantId, release.id))).equals(wgt)).toBe(true);
    const part = await files.files.openContent(tenantId, release.id, { start: 100, end: 199 });
    expect((await buffer(part)).equals(wgt.subarray(100, 200))).toBe(true);
    expect(await files.files.rescan(tenantId, release.id)).toEqual(release);
    for (const { id } of [icon, release]) await files.files.delete(tenantId, id);
    await files.deliver();
    expect(s3.stored()).toEqual([]);
  });

  it('that are equal are stored separately', async () => {
    const content = randomBytes(1_000);
    const [first, second] = [await files.upload(tenantId, content), await files.upload(tenantId, content)];
    await files.files.delete(tenantId, first.id);
    await files.deliver();
    expect((await buffer(await files.files.openContent(tenantId, second.id))).equals(content)).toBe(true);
    await files.files.delete(tenantId, second.id);
    await files.deliver();
    expect(s3.stored()).toEqual([]);
  });

  it('leave nothing when they are refused, break off or cannot be recorded', async () => {
    const broken = Readable.from(
      (function* () {
        yield randomBytes(1_000_000);
        throw new Error('hung up');
      })(),
    );
    await expect(files.upload(tenantId, broken)).rejects.toThrow('hung up');
    const refused = files.upload(tenantId, Buffer.from('text'), { purpose: 'app_icon' });
    await expect(refused).rejects.toBeInstanceOf(ContentRefusedError);
    const orphaned = files.upload(tenantId, Buffer.from('text'), { appId: newId() });
    await expect(orphaned).rejects.toBeInstanceOf(ResourceConflictError);
    expect(s3.stored()).toEqual([]);
    expect(await files.traces(tenantId)).toMatchObject({ files: 0, uploads: 0 });
  });
});
