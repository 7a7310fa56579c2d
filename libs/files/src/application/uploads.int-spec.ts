import { buffer } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import { aTenant } from '../../../../test/support/tenants';
import { aTenantWithApp, aWgt, anImage, sha256, startTestFiles, type TestFiles } from '../../../../test/support/files';
import { zip } from '../../../../test/support/zip';
import type { FilePurpose } from '../domain/file-purpose';
import { ContentRefusedError } from '../domain/files.errors';
import { scanCodeOf } from '../domain/scan-codes';

const NOTHING = { files: 0, uploads: 0, messages: 0, stored: 0, audited: 0 };
const USER = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903';

/** A PNG of one colour, of any dimensions. */
function emptyPng(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const data = chunk('IDAT', deflateSync(Buffer.alloc(10_000_000)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    data,
    chunk('IEND', Buffer.alloc(0)),
  ]);
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
  const forget = async (...ids: string[]) => {
    for (const id of ids) await files.files.delete(tenantId, id);
    await files.deliver();
    expect(files.stored()).toEqual([]);
  };

  describe('of the content its purpose requires', () => {
    it.each(['jpeg', 'png', 'webp'] as const)('becomes a file, byte for byte: a %s image', async (format) => {
      const content = await anImage(format);
      const details = { purpose: 'app_icon', filename: 'icon.gif', createdBy: USER } as const;
      const file = await files.upload(tenantId, content, details);
      expect(file).toEqual({
        id: expect.any(String),
        purpose: 'app_icon',
        appId: null,
        filename: 'icon.gif',
        mediaType: `image/${format}`,
        sizeBytes: content.length,
        sha256: sha256(content),
        image: { width: 64, height: 48 },
        scanStatus: 'clean',
        scanDetail: 'Built-in checks only: no malware scanner is configured',
        detectedVersion: null,
        createdBy: USER,
        createdAt: expect.any(Date),
        inUse: false,
      });
      expect((await contentOf(file.id)).equals(content)).toBe(true);
      await forget(file.id);
    });

    it('becomes a file: a package of an App, with its version', async () => {
      const app = await aTenantWithApp(files);
      const content = aWgt('2.1.0');
      const details = { purpose: 'release_package', appId: app.appId, filename: '__UNI__1.wgt' } as const;
      const file = await files.upload(app.tenantId, content, details);
      expect(file).toMatchObject({
        appId: app.appId,
        mediaType: 'application/zip',
        detectedVersion: '2.1.0',
        image: null,
        scanStatus: 'clean',
      });
      tenantId = app.tenantId;
      await forget(file.id);
    });

    it.each([
      ['%PDF-1.7\n%text', 'application/pdf'],
      ['\x89PNG\r\n\x1a\n, but no more of an image', 'application/octet-stream'],
      ['just a text', 'application/octet-stream'],
      ['<html><script>alert(1)</script>', 'application/octet-stream'],
    ])('becomes a file: an attachment of any kind, known by its first bytes: %j', async (text, mediaType) => {
      const file = await files.upload(tenantId, Buffer.from(text, 'latin1'), { filename: 'page.html' });
      expect(file).toMatchObject({ mediaType, image: null, scanStatus: 'clean' });
      await forget(file.id);
    });

    it('is recorded with its actor', async () => {
      const file = await files.upload(tenantId, Buffer.from('x'), { filename: 'a.txt' });
      expect(files.audited).toEqual([
        {
          resourceType: 'file',
          resourceId: file.id,
          appId: null,
          before: null,
          after: {
            purpose: 'attachment',
            app_id: null,
            filename: 'a.txt',
            media_type: 'application/octet-stream',
            size_bytes: 1,
            sha256: sha256(Buffer.from('x')),
            image: null,
            scan_status: 'clean',
            scan_detail: 'Built-in checks only: no malware scanner is configured',
            detected_version: null,
          },
        },
      ]);
      await forget(file.id);
    });

    it.each([
      ['../../etc/passwd', 'passwd'],
      ['C:\\Users\\me\\图标 1.png', '图标 1.png'],
      ['a\0b\r\nc\u202egnp.exe', 'abcgnp.exe'],
      [`${'n'.repeat(300)}.png`, 'n'.repeat(255)],
      ['\ud800.png', '\ufffd.png'],
      ['', 'file'],
      ['/', 'file'],
    ])('has the name that its client gives it, as far as it is one: %j', async (filename, shown) => {
      const file = await files.upload(tenantId, Buffer.from('x'), { filename });
      expect(file.filename).toBe(shown);
      await forget(file.id);
    });
  });

  describe('of anything else leaves nothing', () => {
    const image = 'content_image';
    const app = 'release_package';

    it.each<[string, FilePurpose, () => Buffer | Promise<Buffer>, string]>([
      ['nothing at all', 'attachment', () => Buffer.alloc(0), 'empty'],
      ['an empty image', image, () => Buffer.alloc(0), 'empty'],
      ['a text for an image', image, () => Buffer.from('just a text'), 'not_an_image'],
      ['a GIF', image, () => Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), 'not_an_image'],
      ['an SVG', image, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_an_image'],
      ['a package for an image', image, () => aWgt(), 'not_an_image'],
      ['half an image', image, async () => (await anImage('jpeg')).subarray(0, 300), 'broken_image'],
      ['the beginning of an image', image, () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'not_an_image'],
      ['an image of 4 gigapixels', image, () => emptyPng(65_535, 65_535), 'too_many_pixels'],
      ['an image that unfolds to more than its pixels', image, () => emptyPng(100, 100), 'broken_image'],
      ['an image for a package', app, () => anImage(), 'not_an_archive'],
      ['a text for a package', app, () => Buffer.from('PK, but no archive'), 'not_an_archive'],
      ['half a package', app, () => aWgt().subarray(0, 100), 'broken_archive'],
      ['any other archive', app, () => zip([{ name: 'readme.txt' }]), 'not_a_package'],
    ])('and is refused: %s', async (_, purpose, content, reason) => {
      const upload = files.upload(tenantId, await content(), { purpose, filename: 'file' });
      await expect(upload).rejects.toBeInstanceOf(ContentRefusedError);
      await expect(upload).rejects.toMatchObject({ extra: { reason } });
      expect(await files.traces(tenantId)).toEqual(NOTHING);
    });
  });

  describe('of a harmful archive', () => {
    it.each([
      ['a bomb', { name: 'zeros', content: Buffer.alloc(5_000_000) }, 'unfolds'],
      ['a path to elsewhere', { name: '../../evil.sh', content: 'x' }, 'outside'],
      ['a link', { name: 'link', content: '/etc/passwd', mode: 0o120_777 }, 'link'],
    ])('becomes an infected file: %s', async (_, entry, detail) => {
      const content = aWgt('1.0.0', entry);
      const file = await files.upload(tenantId, content, { purpose: 'release_package', filename: 'a.wgt' });
      expect(file).toMatchObject({
        scanStatus: 'infected',
        scanDetail: expect.stringContaining(detail),
        detectedVersion: null,
      });
      expect(scanCodeOf(file)).toBe('archive_refused');
      await forget(file.id);
    });
  });
});
