import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newId, ResourceConflictError } from '@libs/kernel';
import { aTenant } from '../../../../test/support/tenants';
import { aWgt, LIMITS, sha256, startTestFiles, type TestFiles } from '../../../../test/support/files';
import type { FilePurpose } from '../domain/file-purpose';
import { FileTooLargeError } from '../domain/files.errors';

const NOTHING = { files: 0, uploads: 0, messages: 0, stored: 0, audited: 0 };

/** This many bytes, in pieces, then whatever `end` does. */
function stream(bytes: number, end: (readable: Readable) => void): Readable {
  let left = bytes;
  return new Readable({
    read() {
      if (left <= 0) return end(this);
      const size = Math.min(left, 64 * 1024);
      left -= size;
      this.push(randomBytes(size));
    },
  });
}

describe('An upload', () => {
  let files: TestFiles;
  let tenantId: string;

  beforeAll(async () => {
    files = await startTestFiles();
  });
  afterAll(() => files.close());
  beforeEach(async () => {
    tenantId = await aTenant(files.test.database);
    files.audited.length = 0;
    files.onRecord = () => undefined;
  });

  const contentOf = async (id: string) => buffer(await files.files.openContent(tenantId, id));

  /** Leaves the storage empty for the next test. */
  const forget = async (id: string) => {
    await files.files.delete(tenantId, id);
    await files.deliver();
    expect(files.stored()).toEqual([]);
  };

  describe('that is too large leaves nothing', () => {
    it.each<[FilePurpose, number]>([
      ['app_icon', LIMITS.imageBytes],
      ['onboarding_image', LIMITS.imageBytes],
      ['content_image', LIMITS.imageBytes],
      ['attachment', LIMITS.attachmentBytes],
      ['release_package', LIMITS.packageBytes],
    ])('and is refused while it is read: %s', async (purpose, max_bytes) => {
      const endless = stream(Infinity, () => undefined);
      const details = { purpose, appId: null, filename: 'a', createdBy: null };
      const upload = files.uploads.upload(tenantId, endless, details, { purpose });
      await expect(upload).rejects.toBeInstanceOf(FileTooLargeError);
      await expect(upload).rejects.toMatchObject({ extra: { max_bytes } });
      expect(endless.destroyed).toBe(true);
      expect(await files.traces(tenantId)).toEqual(NOTHING);
    });

    it('is refused at its end when its purpose is only known then', async () => {
      const bytes = LIMITS.attachmentBytes + 1;
      const content = stream(bytes, (readable) => readable.push(null));
      const upload = files.upload(tenantId, content, { purpose: 'attachment' });
      await expect(upload).rejects.toMatchObject({ extra: { max_bytes: LIMITS.attachmentBytes } });
      expect(await files.traces(tenantId)).toEqual(NOTHING);
      const endless = files.upload(
        tenantId,
        stream(Infinity, () => undefined),
      );
      await expect(endless).rejects.toMatchObject({ extra: { max_bytes: LIMITS.packageBytes } });
      expect(await files.traces(tenantId)).toEqual(NOTHING);
    });

    it('and has as many bytes as the limit says without being so', async () => {
      const file = await files.upload(tenantId, randomBytes(LIMITS.attachmentBytes));
      expect(file.sizeBytes).toBe(LIMITS.attachmentBytes);
      await forget(file.id);
    });
  });

  describe('that breaks off leaves nothing', () => {
    const details = { purpose: 'release_package', appId: null, filename: 'a.wgt', createdBy: null } as const;

    it.each([0, 1_000_000])('when the client hangs up after %d bytes', async (bytes) => {
      const hangUp = new Error('aborted');
      const content = stream(bytes, (readable) => readable.destroy(hangUp));
      await expect(files.uploads.upload(tenantId, content, details)).rejects.toBe(hangUp);
      expect(await files.traces(tenantId)).toEqual(NOTHING);
    });

    it('when the client hangs up before anything is read', async () => {
      const hangUp = new Error('aborted');
      const content = stream(1_000, () => undefined);
      const upload = files.uploads.upload(tenantId, content, details);
      content.destroy(hangUp);
      await expect(upload).rejects.toBe(hangUp);
      await expect(files.uploads.upload(tenantId, content, details)).rejects.toBe(hangUp);
      expect(await files.traces(tenantId)).toEqual(NOTHING);
    });

    it.each([0, 1_000_000])('when it is given up after %d bytes', async (bytes) => {
      const abort = new AbortController();
      const content = stream(bytes, () => abort.abort());
      const upload = files.uploads.upload(tenantId, content, details, { signal: abort.signal });
      await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
      expect(content.destroyed).toBe(true);
      expect(await files.traces(tenantId)).toEqual(NOTHING);
    });

    it('when it is given up after all of it has arrived', async () => {
      const abort = new AbortController();
      const content = Readable.from([aWgt()]);
      const told = new Promise<typeof details>((resolve) =>
        content.once('close', () => {
          abort.abort();
          resolve(details);
        }),
      );
      const upload = files.uploads.upload(tenantId, content, told, { signal: abort.signal });
      await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
      expect(await files.traces(tenantId)).toEqual(NOTHING);
    });

    it('when its details turn out to be invalid', async () => {
      const wrong = new Error('no such purpose');
      const content = Readable.from([aWgt()]);
      const told = new Promise<never>((_, reject) => content.once('close', () => reject(wrong)));
      await expect(files.uploads.upload(tenantId, content, told)).rejects.toBe(wrong);
      expect(await files.traces(tenantId)).toEqual(NOTHING);
      const early = files.uploads.upload(
        tenantId,
        stream(1_000, (readable) => readable.push(null)),
        Promise.reject(wrong),
      );
      await expect(early).rejects.toBe(wrong);
      expect(await files.traces(tenantId)).toEqual(NOTHING);
    });

    it('when its App does not exist', async () => {
      const upload = files.upload(tenantId, aWgt(), { ...details, appId: newId() });
      await expect(upload).rejects.toBeInstanceOf(ResourceConflictError);
      expect(await files.traces(tenantId)).toEqual(NOTHING);
    });

    it('when its transaction fails after the content was put in place', async () => {
      let isInPlace = false;
      files.onRecord = () => {
        isInPlace = files.stored().includes(sha256(Buffer.from('short-lived')));
        throw new Error('no disk for the log');
      };
      await expect(files.upload(tenantId, Buffer.from('short-lived'))).rejects.toThrow('no disk for the log');
      expect(isInPlace).toBe(true);
      expect(await files.traces(tenantId)).toEqual(NOTHING);
    });
  });

  describe('whose process dies', () => {
    const age = (interval: string) =>
      files.test.database.run(tenantId, () =>
        files.test.database.query('UPDATE file_uploads SET started_at = now() - $2::interval WHERE tenant_id = $1', [
          tenantId,
          interval,
        ]),
      );
    const put = async () => {
      const id = newId();
      return { id, incoming: await files.contents.receive(tenantId, id, Readable.from([randomBytes(1_000)]), {}) };
    };

    it('is cleared away after a day, both before and after its content was kept', async () => {
      await put();
      const { incoming } = await put();
      await incoming.keep();
      await files.test.database.write(tenantId, 'INSERT INTO file_uploads (tenant_id, id) VALUES ($1, $2)', [
        tenantId,
        newId(),
      ]);
      await age('23 hours');
      await files.sweeps.runAll();
      expect(await files.traces(tenantId)).toEqual({ ...NOTHING, uploads: 3, stored: 2 });
      await age('25 hours');
      await files.sweeps.runAll();
      expect(await files.traces(tenantId)).toEqual(NOTHING);
    });

    it('does not remove a content that a file also has', async () => {
      const content = randomBytes(1_000);
      const id = newId();
      const incoming = await files.contents.receive(tenantId, id, Readable.from([content]), {});
      const file = await files.upload(tenantId, content);
      await incoming.keep();
      await age('25 hours');
      await files.sweeps.runAll();
      expect((await contentOf(file.id)).equals(content)).toBe(true);
      await forget(file.id);
    });
  });
});
