import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { migrate, revertMigrations } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { MIGRATIONS } from '../../../../migrations';
import { aTenant, asSystem } from '../../../../test/support/tenants';
import { queryAs } from '../../../../test/support/database';
import { startTestFiles, type TestFiles } from '../../../../test/support/files';
import { StorageQuotaExceededError } from '../domain/files.errors';

const KILOBYTE = 1_000;
const NOTHING = { files: 0, uploads: 0, messages: 0, stored: 0, audited: 0 };

describe('The storage quota of a tenant', () => {
  let files: TestFiles;
  let tenantId: string;
  /** All that a test has made. */
  let tenants: string[];

  beforeAll(async () => {
    files = await startTestFiles();
  });
  afterAll(() => files.close());
  beforeEach(async () => {
    tenants = [];
    tenantId = await anotherTenant();
    files.audited.length = 0;
  });
  /** Each test has contents of its own. */
  afterEach(async () => {
    await asSystem(files.test.database, `DELETE FROM settings WHERE key = 'files.quota_bytes'`);
    await asSystem(files.test.database, 'DELETE FROM files');
    await asSystem(files.test.database, 'DELETE FROM outbox_messages');
    for (const name of files.stored()) {
      for (const tenant of tenants) await files.storage.delete(`${tenant}/${name.slice(0, 2)}/${name}`);
    }
  });

  const anotherTenant = async () => {
    const tenant = await aTenant(files.test.database);
    tenants.push(tenant);
    return tenant;
  };
  const setQuota = (value: unknown, tenant: string | null = tenantId) =>
    asSystem(
      files.test.database,
      `INSERT INTO settings (id, scope, tenant_id, key, value, value_type, is_public, is_secret, status)
       VALUES ($1, $2, $3, 'files.quota_bytes', $4, 'json', false, false, 'active')`,
      [newId(), tenant === null ? 'global' : 'tenant', tenant, JSON.stringify(value)],
    );
  const usedOf = async (tenant = tenantId) => {
    const [usage] = await queryAs<{ used: number }>(
      files.test.superuserUrl,
      'SELECT used_bytes::int AS used FROM storage_usages WHERE tenant_id = $1',
      [tenant],
    );
    return usage?.used ?? 0;
  };
  const upload = (kilobytes: number) => files.upload(tenantId, randomBytes(kilobytes * KILOBYTE));

  it('counts each file with its full size, and not after its deletion', async () => {
    const content = randomBytes(40 * KILOBYTE);
    const one = await files.upload(tenantId, content);
    const same = await files.upload(tenantId, content);
    expect(await usedOf()).toBe(80 * KILOBYTE);
    await files.files.delete(tenantId, one.id);
    expect(await usedOf()).toBe(40 * KILOBYTE);
    await files.files.delete(tenantId, same.id);
    expect(await usedOf()).toBe(0);
  });

  it('is filled to the last byte and not beyond it, and deleting makes room', async () => {
    await setQuota(100 * KILOBYTE);
    const first = await upload(60);
    await upload(40);
    await expect(files.upload(tenantId, Buffer.from('x'))).rejects.toMatchObject({
      extra: { quota_bytes: 100 * KILOBYTE },
    });
    await files.files.delete(tenantId, first.id);
    await upload(60);
    expect(await usedOf()).toBe(100 * KILOBYTE);
  });

  it('refuses an upload whose announced size does not fit before reading any of it', async () => {
    await setQuota(100 * KILOBYTE);
    let isRead = false;
    const content = new Readable({ read: () => (isRead = true) });
    const details = { purpose: 'attachment', appId: null, filename: 'a', createdBy: null } as const;
    const announced = files.uploads.upload(tenantId, content, details, { announcedBytes: 100 * KILOBYTE + 1 });
    await expect(announced).rejects.toBeInstanceOf(StorageQuotaExceededError);
    expect([isRead, content.destroyed]).toEqual([false, true]);
    expect(await files.traces(tenantId)).toEqual(NOTHING);
  });

  it('ends an unannounced upload at the first byte that is too many, and leaves nothing', async () => {
    await setQuota(100 * KILOBYTE);
    let read = 0;
    const endless = new Readable({
      read(size) {
        read += size;
        this.push(Buffer.alloc(size));
      },
    });
    const upload = files.upload(tenantId, endless);
    await expect(upload).rejects.toBeInstanceOf(StorageQuotaExceededError);
    expect(read).toBeLessThan(400 * KILOBYTE);
    expect(await files.traces(tenantId)).toEqual(NOTHING);
    expect(await usedOf()).toBe(0);
  });

  it('holds for concurrent uploads: as many are accepted as there is room for', async () => {
    await setQuota(350 * KILOBYTE);
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => upload(100)));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(9);
    for (const reason of refused) expect(reason).toBeInstanceOf(StorageQuotaExceededError);
    expect(await usedOf()).toBe(300 * KILOBYTE);
    expect(await files.traces(tenantId)).toMatchObject({ files: 3, uploads: 0, stored: 3, audited: 3 });
  });

  it('is that of the tenant, else that of all, and independent of other tenants', async () => {
    const other = await anotherTenant();
    await setQuota(10 * KILOBYTE, null);
    await setQuota(50 * KILOBYTE);
    await upload(50);
    await expect(upload(1)).rejects.toBeInstanceOf(StorageQuotaExceededError);
    tenantId = other;
    await expect(upload(11)).rejects.toBeInstanceOf(StorageQuotaExceededError);
    await upload(10);
  });

  it('of 0 accepts nothing, and an invalid one is ignored', async () => {
    await setQuota('plenty');
    await upload(1);
    await asSystem(files.test.database, `UPDATE settings SET value = '0' WHERE key = 'files.quota_bytes'`);
    await expect(upload(1)).rejects.toBeInstanceOf(StorageQuotaExceededError);
  });

  it('counts files added and deleted by another version of the program', async () => {
    const add = (bytes: number) =>
      files.test.database.run(tenantId, async () => {
        const id = newId();
        await files.test.database.query(
          `INSERT INTO files (tenant_id, id, purpose, filename, media_type, size_bytes, sha256, scan_status, storage_key)
           VALUES ($1, $2, 'attachment', 'old', 'text/plain', $3, repeat('a', 64), 'clean', 'none')`,
          [tenantId, id, bytes],
        );
        return id;
      });
    const ids = await Promise.all([1, 20, 300, 4_000].map(add));
    expect(await usedOf()).toBe(4_321);
    await files.test.database.write(tenantId, 'DELETE FROM files WHERE tenant_id = $1 AND id = ANY ($2)', [
      tenantId,
      ids.slice(1),
    ]);
    expect(await usedOf()).toBe(1);
  });

  it('counts files that existed before the migration', async () => {
    const other = await anotherTenant();
    await upload(30);
    await upload(20);
    await files.upload(other, randomBytes(7));
    const { ownerUrl } = files.test;
    const later = MIGRATIONS.length - MIGRATIONS.findIndex(({ name }) => name.startsWith('StorageUsage'));
    await revertMigrations(ownerUrl, MIGRATIONS, later);
    await migrate(ownerUrl, MIGRATIONS);
    expect([await usedOf(), await usedOf(other)]).toEqual([50 * KILOBYTE, 7]);
    await upload(1);
    expect(await usedOf()).toBe(51 * KILOBYTE);
  });
});
