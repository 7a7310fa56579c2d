import type { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { anAudit, aRequest, changesBetween, recordsOf, type TestAudit } from '../../../../test/support/audit';
import { aTenant } from '../../../../test/support/tenants';
import { queryAs } from '../../../../test/support/database';
import { suiteDatabase } from '../../../../test/support/suite';
import { READER } from '../../../../test/support/list-request';
import { entryOf } from '../domain/audit-record';
import { MAX_CHANGES, MAX_RECORD_BYTES } from '../domain/recorded-changes';

const KIBIBYTE = 1024;
/** Deep below one long name, as a document that is mostly names. */
const FIELDS = 980;
const document = (value: string) => ({
  ['config_'.repeat(40)]: Object.fromEntries(Array.from({ length: FIELDS }, (_, place) => [`f${place}`, value])),
});
/** What one request made of 15 KB before records had a bound. */
const OLD_CHANGES = changesBetween(document('a'), document('b'));
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('Large records of the audit log', () => {
  const testDatabase = suiteDatabase();
  let database: Database;
  let test: TestAudit;
  let tenantId: string;
  let userId: string;

  beforeAll(() => {
    database = testDatabase.database;
    test = anAudit(testDatabase);
  });
  beforeEach(async () => {
    tenantId = await aTenant(database);
    userId = newId();
  });

  /** As it was written before the bound. */
  const appendOld = (count: number) =>
    database.run(tenantId, async () => {
      const about = { outcome: 'success', resourceType: 'user', resourceId: userId, appId: null } as const;
      const entry = entryOf(aRequest(tenantId), { ...about, changes: OLD_CHANGES });
      for (let written = 0; written < count; written++) await test.writer.append(entry);
    });
  const write = (before: object | null, after: object | null, resourceType = 'app') =>
    test.audit.run(aRequest(tenantId), () =>
      database.run(tenantId, () => {
        test.audit.record({ resourceType, resourceId: userId, before, after });
        return Promise.resolve();
      }),
    );
  const list = (pageSize: number) => test.logs.list(tenantId, {}, { page: 1, pageSize, ...READER });
  const batches = async () => {
    const read = [];
    for await (const batch of test.logs.stream(tenantId, {})) read.push(batch);
    return read;
  };
  const right = (checked: number) => ({ ok: true, checked, first_broken_seq: null });

  it('are no longer written: the same request leaves one of 64 KiB at most', async () => {
    expect(bytesOf(OLD_CHANGES)).toBeGreaterThan(300 * KIBIBYTE);
    await write(document('a'), document('b'));
    await write(null, Object.fromEntries(Array.from({ length: 90 }, (_, place) => [`f${place}`, 'x'.repeat(4_000)])));
    const [many, long] = await recordsOf(test, tenantId);
    expect([many, long].map(bytesOf).every((bytes) => bytes < MAX_RECORD_BYTES)).toBe(true);
    expect([many?.changes.length, many?.changes_omitted?.count]).toEqual([MAX_CHANGES, FIELDS - MAX_CHANGES]);
    expect(long?.changes_omitted?.count).toBe(90 - long!.changes.length);
    expect(many).toMatchObject({ changes_truncated: 0 });
    expect(await test.chain.verify(tenantId)).toEqual(right(2));
  });

  it('from before are told as far as one of now would be, with the number of what is missing', async () => {
    await appendOld(1);
    await write({ name: 'Old' }, { name: 'New' });
    for (const [newest, oldest] of [(await list(20)).items, (await batches()).flat()]) {
      expect(newest).toMatchObject({ changes: [{ path: 'name', before: 'Old', after: 'New' }], changes_truncated: 0 });
      const { changes = [], changes_truncated, changes_omitted } = oldest!;
      expect(changes).toEqual(OLD_CHANGES.slice(0, changes.length));
      expect([changes.length > 150, changes_truncated, changes_omitted]).toEqual([true, FIELDS - changes.length, null]);
      expect(bytesOf(oldest)).toBeLessThan(MAX_RECORD_BYTES + KIBIBYTE);
    }
  });

  it('share what small ones leave of a page', async () => {
    await appendOld(20);
    for (const name of ['One', 'Two']) await write(null, { name, text: 'x'.repeat(4_000) });
    const { items } = await list(20);
    expect(bytesOf(items)).toBeLessThan((512 + 16) * KIBIBYTE);
    expect(items.map(({ changes_truncated }) => changes_truncated > 0)).toEqual([
      ...[false, false],
      ...Array.from({ length: 18 }, () => true),
    ]);
    // Evenly.
    expect(new Set(items.slice(2).map(({ changes }) => changes.length)).size).toBe(1);
    const [alone] = (await list(2)).items.slice(-1);
    expect(alone).toMatchObject({ changes_truncated: 0, changes: [{ path: 'name' }, { path: 'text' }] });
  });

  it('are read few at a time, whatever came before them', async () => {
    await appendOld(12);
    for (let count = 0; count < 40; count++) await write(null, { name: 'Small' });
    const read = await batches();
    expect(read.flat().map(({ seq }) => seq)).toEqual(Array.from({ length: 52 }, (_, place) => 52 - place));
    for (const batch of read) expect(bytesOf(batch)).toBeLessThan(300 * KIBIBYTE);
    const statements = jest.spyOn(database, 'read');
    expect(await test.chain.verify(tenantId)).toEqual(right(52));
    const sizes = await Promise.all(statements.mock.results.map(async ({ value }) => bytesOf(await value)));
    statements.mockRestore();
    // One of them each time: they are read whole.
    expect(Math.max(...sizes)).toBeLessThan(2 * bytesOf(OLD_CHANGES));
    expect(sizes.length).toBeGreaterThan(12);
  });

  it('are verified to the last of their changes', async () => {
    await appendOld(3);
    expect(await test.chain.verify(tenantId)).toEqual(right(3));
    const change = (seq: number, statement: string) =>
      queryAs(testDatabase.superuserUrl, `UPDATE audit_logs SET ${statement} WHERE tenant_id = $1 AND seq = $2`, [
        tenantId,
        seq,
      ]);
    await change(2, `changes = jsonb_set(changes, '{979,after}', '"c"')`);
    expect(await test.chain.verify(tenantId)).toMatchObject({ ok: false, first_broken_seq: 2 });
    await change(2, `changes = jsonb_set(changes, '{979,after}', '"b"')`);
    await change(3, `changes_omitted = '{"count": 1, "sha256": null}'`);
    expect(await test.chain.verify(tenantId)).toMatchObject({ ok: false, first_broken_seq: 3 });
  });

  it('keep nothing of a person who is erased, not even a digest', async () => {
    await appendOld(5);
    await write(document('Lin'), document('Mei'), 'member');
    await write(document('Lin'), document('Mei'));
    await test.redactions.redact(tenantId, userId);
    const [old, , , , , written, other] = await recordsOf(test, tenantId);
    for (const { changes } of [old!, written!]) {
      expect(changes.length).toBeGreaterThan(90);
      for (const { before, after } of changes) expect([before, after]).toEqual(['[erased]', '[erased]']);
    }
    expect(written?.changes_omitted).toEqual({ count: FIELDS - MAX_CHANGES, sha256: null });
    expect(other?.changes_omitted?.sha256).toMatch(/^[0-9a-f]{64}$/);
    const last = `changes -> 979 ->> 'after'`;
    const stored = await queryAs(
      testDatabase.superuserUrl,
      `SELECT DISTINCT ${last} AS last FROM audit_logs WHERE tenant_id = $1 AND seq <= 5`,
      [tenantId],
    );
    expect(stored).toEqual([{ last: '[erased]' }]);
    expect(await test.chain.verify(tenantId)).toEqual(right(7));
    await test.redactions.redact(tenantId, userId);
    expect(await test.chain.verify(tenantId)).toEqual(right(7));
  });
});
