import { buffer } from 'node:stream/consumers';
import { DependencyUnavailableError, newId } from '@libs/kernel';
import { eventually } from '../../../../test/support/api';
import { queryAs, silent } from '../../../../test/support/database';
import { anImage, LIMITS, startTestFiles, type TestFiles } from '../../../../test/support/files';
import { seen } from '../../../../test/support/images';
import { startTestS3, type TestS3 } from '../../../../test/support/s3';
import { aTenant } from '../../../../test/support/tenants';
import { FileLimits } from '../domain/file-purpose';
import type { ThumbnailWidth } from '../domain/thumbnail';
import { ImageDecoder } from '../infrastructure/images/image-decoder';
import { S3FileStorage } from '../infrastructure/storage/s3-file-storage';
import { Thumbnails } from '../infrastructure/thumbnails';
import { ThumbnailsService } from './thumbnails.service';

describe.each(['a directory', 'S3'])('Thumbnails in %s', (where) => {
  let s3: TestS3 | undefined;
  let files: TestFiles;
  let decoders: ImageDecoder[];
  /** As of several processes. */
  let makers: ThumbnailsService[];
  let tenantId: string;

  beforeAll(async () => {
    s3 = where === 'S3' ? await startTestS3() : undefined;
    const storage = s3 && (await S3FileStorage.open({ ...s3, region: 'us-east-1', forcePathStyle: true }));
    files = await startTestFiles(storage ? { storage } : {});
    const { database } = files.test;
    decoders = [1, 2, 3].map(() => new ImageDecoder(new FileLimits(LIMITS)));
    makers = decoders.map(
      (decoder) => new ThumbnailsService(database, new Thumbnails(database), decoder, files.contents, silent),
    );
  });
  afterAll(async () => {
    await Promise.all(decoders.map((decoder) => decoder.onApplicationShutdown()));
    await files.close();
    await s3?.close();
  });
  beforeEach(async () => {
    tenantId = await aTenant(files.test.database);
  });
  afterEach(() => jest.restoreAllMocks());

  const upload = async (content?: Buffer) =>
    (await files.upload(tenantId, content ?? (await anImage('png', 400, 200)), { purpose: 'content_image' })).id;
  const refOf = (fileId: string, width: ThumbnailWidth = 64) => ({ tenantId, fileId, width });
  const [first, second] = [() => makers[0]!, () => makers[1]!];
  const stored = () => (s3 ? s3.stored().filter((name) => name.includes(tenantId)) : files.stored()).length;
  const rows = () =>
    queryAs<{ width: number; is_refused: boolean; storage_key: string | null }>(
      files.test.superuserUrl,
      'SELECT width, is_refused, storage_key FROM file_thumbnails WHERE tenant_id = $1 ORDER BY width',
      [tenantId],
    );
  const drawings = () => {
    const spies = decoders.map((decoder) => jest.spyOn(decoder, 'thumbnail'));
    return () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  };
  const change = (set: string) =>
    queryAs(files.test.superuserUrl, `UPDATE file_thumbnails SET ${set} WHERE tenant_id = $1`, [tenantId]);

  it('are made once, however many ask at the same time in whichever process, and kept', async () => {
    const before = stored();
    const made = drawings();
    const fileId = await upload();
    const asked = makers.flatMap((maker) => Array.from({ length: 8 }, () => maker.find(refOf(fileId))));
    const found = await Promise.all(asked);
    expect(found[0]).not.toBeNull();
    for (const one of found) expect(one).toEqual(found[0]);
    expect(made()).toBe(1);
    expect(stored() - before).toBe(2);
    const bytes = await buffer((await second().open(refOf(fileId), found[0]!))!);
    expect(await seen(bytes)).toMatchObject({ width: 64, height: 32 });
    expect(bytes.length).toBe(found[0]!.sizeBytes);
    await first().find(refOf(fileId, 320));
    expect(made()).toBe(2);
    expect(await rows()).toEqual([64, 320].map((width) => expect.objectContaining({ width, is_refused: false })));
  });

  it('count in no quota, and go with their file', async () => {
    const before = stored();
    const fileId = await upload();
    const usage = () =>
      queryAs(files.test.superuserUrl, 'SELECT used_bytes FROM storage_usages WHERE tenant_id = $1', [tenantId]);
    const used = await usage();
    for (const width of [64, 320] as const) await first().find(refOf(fileId, width));
    expect(await usage()).toEqual(used);
    expect(stored() - before).toBe(3);
    await files.files.delete(tenantId, fileId);
    await files.deliver();
    expect(stored() - before).toBe(0);
    expect(await rows()).toEqual([]);
    expect(await first().find(refOf(fileId))).toBeNull();
  });

  it('of equal files outlive each other', async () => {
    const content = await anImage('png', 300, 300);
    const [one, other] = [await upload(content), await upload(content)];
    await first().find(refOf(one));
    const kept = (await first().find(refOf(other)))!;
    await files.files.delete(tenantId, one);
    await files.deliver();
    expect((await buffer((await first().open(refOf(other), kept))!)).length).toBe(kept.sizeBytes);
  });

  it('are of clean images of the tenant alone', async () => {
    const fileId = await upload();
    const attachment = await files.upload(tenantId, await anImage(), { purpose: 'attachment' });
    expect(await first().find(refOf(attachment.id))).toBeNull();
    expect(await first().find({ ...refOf(fileId), tenantId: await aTenant(files.test.database) })).toBeNull();
    expect(await first().find(refOf(newId()))).toBeNull();
    const scan = (status: string) =>
      queryAs(files.test.superuserUrl, 'UPDATE files SET scan_status = $2 WHERE id = $1', [fileId, status]);
    for (const status of ['infected', 'pending', 'failed']) {
      await scan(status);
      expect(await first().find(refOf(fileId))).toBeNull();
    }
    expect(await rows()).toEqual([]);
    await scan('clean');
    expect(await first().find(refOf(fileId))).not.toBeNull();
  });

  it('are made by another process where the first has died, and not before it must have', async () => {
    const fileId = await upload();
    await new Thumbnails(files.test.database).claim(refOf(fileId), newId());
    const made = drawings();
    const looks = jest.spyOn(Thumbnails.prototype, 'claim');
    const waiting = first().find(refOf(fileId));
    // It has looked again, and goes on waiting.
    await eventually(() => Promise.resolve(looks.mock.calls.length > 2));
    expect(made()).toBe(0);
    await change(`made_until = now() - interval '1 second'`);
    expect(await waiting).not.toBeNull();
    expect(made()).toBe(1);
  });

  it('that a process took too long to make are those of whoever went on', async () => {
    const before = stored();
    const fileId = await upload();
    const draw = decoders[0]!.thumbnail.bind(decoders[0]);
    jest.spyOn(decoders[0]!, 'thumbnail').mockImplementationOnce(async (...given) => {
      const bytes = await draw(...given);
      await change(`made_until = now() - interval '1 second'`);
      await second().find(refOf(fileId));
      return Buffer.concat([bytes, Buffer.from('late')]);
    });
    const late = await first().find(refOf(fileId));
    expect(late).toEqual(await second().find(refOf(fileId)));
    expect(await seen(await buffer((await first().open(refOf(fileId), late!))!))).toMatchObject({ width: 64 });
    expect(stored() - before).toBe(2);
    expect(await files.traces(tenantId)).toMatchObject({ uploads: 0 });
  });

  it('of an image that cannot be drawn are none, which is not tried again for an hour', async () => {
    const fileId = await upload(await anImage('png', 1_000, 900));
    const strict = new ImageDecoder(new FileLimits({ ...LIMITS, imageMegapixels: 0.5 }));
    const { database } = files.test;
    const maker = new ThumbnailsService(database, new Thumbnails(database), strict, files.contents, silent);
    const made = jest.spyOn(strict, 'thumbnail');
    const everywhere = () => Promise.all([maker.find(refOf(fileId)), first().find(refOf(fileId))]);
    try {
      expect(await maker.find(refOf(fileId))).toBeNull();
      expect(await everywhere()).toEqual([null, null]);
      expect(made).toHaveBeenCalledTimes(1);
      expect(await rows()).toEqual([{ width: 64, is_refused: true, storage_key: null }]);
      await change(`made_until = now() - interval '1 second'`);
      expect(await first().find(refOf(fileId))).not.toBeNull();
    } finally {
      await strict.onApplicationShutdown();
    }
  });

  it('of which the storage is away are unavailable, and made when it is back', async () => {
    const fileId = await upload();
    jest.spyOn(files.storage, 'put').mockRejectedValueOnce(new DependencyUnavailableError());
    await expect(first().find(refOf(fileId))).rejects.toBeInstanceOf(DependencyUnavailableError);
    const found = await second().find(refOf(fileId));
    expect(found).not.toBeNull();
    jest.spyOn(files.storage, 'get').mockRejectedValueOnce(new DependencyUnavailableError());
    await expect(first().open(refOf(fileId), found!)).rejects.toBeInstanceOf(DependencyUnavailableError);
  });

  it('leave nothing of a file that is deleted while they are made, or before they are read', async () => {
    const before = stored();
    const fileId = await upload();
    const draw = decoders[0]!.thumbnail.bind(decoders[0]);
    jest.spyOn(decoders[0]!, 'thumbnail').mockImplementationOnce(async (...given) => {
      const bytes = await draw(...given);
      await files.files.delete(tenantId, fileId);
      return bytes;
    });
    expect(await first().find(refOf(fileId))).toBeNull();
    await files.deliver();
    expect(stored() - before).toBe(0);
    const other = await upload();
    const found = (await first().find(refOf(other)))!;
    await files.files.delete(tenantId, other);
    await files.deliver();
    expect(await first().open(refOf(other), found)).toBeNull();
    expect(stored() - before).toBe(0);
    expect(await files.traces(tenantId)).toMatchObject({ files: 0, uploads: 0 });
  });
});
