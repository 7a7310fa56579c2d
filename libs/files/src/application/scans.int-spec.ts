import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { DependencyUnavailableError, newId, ResourceNotFoundError } from '@libs/kernel';
import { EICAR, startTestClamd, type TestClamd } from '../../../../test/support/clamd';
import { queryAs } from '../../../../test/support/database';
import { aTenant } from '../../../../test/support/tenants';
import { aWgt, startTestFiles, type TestFiles } from '../../../../test/support/files';
import { FileNotCleanError } from '../domain/files.errors';
import { ClamAv } from '../infrastructure/scanners/clam-av';

const AWAY = expect.stringContaining('ClamAV cannot be asked now');

describe('With a malware scanner', () => {
  let clamd: TestClamd;
  let files: TestFiles;
  let tenantId: string;
  let usual: TestClamd['answer'];

  beforeAll(async () => {
    clamd = await startTestClamd();
    usual = clamd.answer;
    files = await startTestFiles({ scanner: new ClamAv(clamd) });
  });
  afterAll(async () => {
    await files.close();
    await clamd.close();
  });
  beforeEach(async () => {
    tenantId = await aTenant(files.test.database);
    clamd.scanned.length = 0;
    files.audited.length = 0;
    comeBack();
  });

  const goAway = () => (clamd.answer = () => null);
  const comeBack = () => (clamd.answer = usual);

  const messages = async () =>
    queryAs<{ type: string; data: object }>(
      files.test.superuserUrl,
      'SELECT type, data FROM outbox_messages WHERE tenant_id = $1 AND completed_at IS NULL',
      [tenantId],
    );
  const statusOf = async (id: string) => (await files.files.get(tenantId, id)).scanStatus;

  describe('an upload', () => {
    it('is clean when nothing is found in the whole of it', async () => {
      const content = randomBytes(300_000);
      const file = await files.upload(tenantId, content);
      expect(file).toMatchObject({ scanStatus: 'clean', scanDetail: 'ClamAV found nothing' });
      expect(clamd.scanned.map((scanned) => scanned.equals(content))).toEqual([true]);
      expect(await messages()).toEqual([]);
    });

    it('is infected when something is found, and never served', async () => {
      const file = await files.upload(tenantId, EICAR);
      expect(file).toMatchObject({ scanStatus: 'infected', scanDetail: 'ClamAV: Eicar-Signature' });
      await expect(files.files.openContent(tenantId, file.id)).rejects.toBeInstanceOf(FileNotCleanError);
      expect(await files.assets.find(tenantId, file.id)).toBeNull();
      expect(await messages()).toEqual([]);
    });

    it('has failed when the scanner cannot tell', async () => {
      clamd.maxBytes = 1_000;
      expect(await files.upload(tenantId, randomBytes(2_000))).toMatchObject({ scanStatus: 'failed' });
      clamd.maxBytes = Infinity;
    });

    it('that fails the built-in checks is not sent anywhere', async () => {
      const bomb = aWgt('1.0.0', { name: 'zeros', content: Buffer.alloc(5_000_000) });
      const file = await files.upload(tenantId, bomb, { purpose: 'release_package', filename: 'a.wgt' });
      expect(file.scanStatus).toBe('infected');
      expect(clamd.scanned).toEqual([]);
    });

    it('waits while the scanner is away, is not served meanwhile, and is eventually scanned', async () => {
      goAway();
      const file = await files.upload(tenantId, randomBytes(1_000));
      expect(file).toMatchObject({ scanStatus: 'pending', scanDetail: AWAY });
      await expect(files.files.openContent(tenantId, file.id)).rejects.toBeInstanceOf(FileNotCleanError);
      expect(await files.assets.find(tenantId, file.id)).toBeNull();
      expect(await messages()).toEqual([{ type: 'files.scan_requested', data: { file_id: file.id } }]);

      await expect(files.deliver()).rejects.toThrow('ClamAV cannot be asked now');
      expect(await statusOf(file.id)).toBe('pending');

      comeBack();
      await files.deliver();
      expect(await files.files.get(tenantId, file.id)).toMatchObject({
        scanStatus: 'clean',
        scanDetail: 'ClamAV found nothing',
      });
      expect(await files.assets.find(tenantId, file.id)).not.toBeNull();
    });

    it('that waits is eventually found infected', async () => {
      goAway();
      const file = await files.upload(tenantId, EICAR);
      comeBack();
      await files.deliver();
      expect(await statusOf(file.id)).toBe('infected');
    });

    it('that was deleted while it waited is forgotten', async () => {
      goAway();
      const file = await files.upload(tenantId, randomBytes(1_000));
      await files.files.delete(tenantId, file.id);
      await files.deliver();
      expect(clamd.scanned).toHaveLength(1);
    });
  });

  describe('a requested scan', () => {
    it('finds what could not be found before, and is recorded in the audit log', async () => {
      clamd.answer = () => 'stream: OK';
      const file = await files.upload(tenantId, EICAR);
      comeBack();
      const rescanned = await files.files.rescan(tenantId, file.id);
      expect(rescanned).toEqual({ ...file, scanStatus: 'infected', scanDetail: 'ClamAV: Eicar-Signature' });
      expect(files.audited.at(-1)).toMatchObject({
        resourceType: 'file',
        resourceId: file.id,
        before: { scan_status: 'clean' },
        after: { scan_status: 'infected', scan_detail: 'ClamAV: Eicar-Signature' },
      });
    });

    it('clears what was found by mistake', async () => {
      clamd.answer = () => 'stream: Mistake FOUND';
      const file = await files.upload(tenantId, randomBytes(1_000));
      expect(file.scanStatus).toBe('infected');
      comeBack();
      expect(await files.files.rescan(tenantId, file.id)).toMatchObject({ scanStatus: 'clean' });
      expect((await buffer(await files.files.openContent(tenantId, file.id))).length).toBe(1_000);
    });

    it('waits for a scanner that is away, and the file is not served meanwhile', async () => {
      const file = await files.upload(tenantId, randomBytes(1_000));
      goAway();
      expect(await files.files.rescan(tenantId, file.id)).toMatchObject({ scanStatus: 'pending', scanDetail: AWAY });
      expect(await files.assets.find(tenantId, file.id)).toBeNull();
      comeBack();
      await files.deliver();
      expect(await statusOf(file.id)).toBe('clean');
    });

    it('does not clear what the built-in checks find', async () => {
      const content = aWgt('1.0.0', { name: '../evil.sh', content: 'x' });
      const file = await files.upload(tenantId, content, { purpose: 'release_package', filename: 'a.wgt' });
      expect(await files.files.rescan(tenantId, file.id)).toEqual(file);
      expect(file.scanStatus).toBe('infected');
    });

    it('keeps its verdict when a delayed message arrives', async () => {
      goAway();
      const file = await files.upload(tenantId, randomBytes(1_000));
      clamd.answer = () => 'stream: Something FOUND';
      await files.files.rescan(tenantId, file.id);
      comeBack();
      await files.deliver();
      expect(await statusOf(file.id)).toBe('infected');
    });

    it('of a file that does not exist is refused', async () => {
      await expect(files.files.rescan(tenantId, newId())).rejects.toBeInstanceOf(ResourceNotFoundError);
    });

    it('of a content that is missing in the storage changes nothing', async () => {
      const file = await files.upload(tenantId, aWgt(), { purpose: 'release_package', filename: 'a.wgt' });
      const [row] = await queryAs<{ storage_key: string }>(
        files.test.superuserUrl,
        'SELECT storage_key FROM files WHERE id = $1',
        [file.id],
      );
      await files.storage.delete(row!.storage_key);
      await expect(files.files.rescan(tenantId, file.id)).rejects.toBeInstanceOf(DependencyUnavailableError);
      expect(await files.files.get(tenantId, file.id)).toEqual(file);
    });
  });
});
