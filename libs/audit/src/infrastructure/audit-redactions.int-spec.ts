import type { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { anAudit, aRequest, changesBetween, recordsOf, type TestAudit } from '../../../../test/support/audit';
import { aTenant } from '../../../../test/support/tenants';
import { queryAs } from '../../../../test/support/database';
import { suiteDatabase } from '../../../../test/support/suite';
import { READER } from '../../../../test/support/list-request';
import { entryOf } from '../domain/audit-record';
import type { AuditedRequest } from '../domain/audited-request';

const OTHER = { type: 'user', id: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be904', display: 'Somebody else' } as const;

describe('The erasure of a person from the audit log', () => {
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

  interface Told {
    readonly resourceType?: string;
    readonly resourceId?: string;
    readonly before?: object | null;
    readonly after?: object | null;
  }
  const append = (request: Partial<AuditedRequest>, told: Told = {}, by: TestAudit = test) =>
    database.run(tenantId, () => {
      const { resourceType = 'app', resourceId = newId(), before = null, after = null } = told;
      const changes = changesBetween(before, after);
      const result = { outcome: 'success', resourceType, resourceId, appId: null, changes } as const;
      return by.writer.append(entryOf(aRequest(tenantId, request), result));
    });
  const byUser = (told: Told = {}) => append({ actor: { type: 'user', id: userId, display: 'Lin' } }, told);
  const aboutUser = (before: object | null, after: object | null, resourceType = 'user') =>
    append({ actor: OTHER }, { resourceType, resourceId: userId, before, after });
  const tamper = (statement: string, ...values: unknown[]) =>
    queryAs(testDatabase.superuserUrl, statement, [tenantId, ...values]);
  const right = (checked: number) => ({ ok: true, checked, first_broken_seq: null });

  it('keeps the id, the act and the position in the chain of what the person did', async () => {
    await append({ actor: OTHER });
    await byUser({ before: { name: 'Old' }, after: { name: 'New' } });
    const before = await recordsOf(test, tenantId);
    await test.redactions.redact(tenantId, userId);
    const [first, second] = await recordsOf(test, tenantId);
    expect(first).toEqual(before[0]);
    expect(second).toEqual({
      ...before[1],
      actor: { type: 'user', id: userId, display: '[erased]' },
      ip: null,
      user_agent: null,
    });
    expect(second?.changes).toEqual([{ path: 'name', before: 'Old', after: 'New' }]);
    expect(await test.chain.verify(tenantId)).toEqual(right(2));
  });

  it('blanks what was done to the person, except for impersonal fields, and keeps who did it', async () => {
    await aboutUser(null, { email: 'lin@example.com', display_name: 'Lin', status: 'active', roles: ['owner'] });
    await aboutUser({ display_name: 'Lin', locale: null }, { display_name: 'Mei', locale: 'zh-TW' });
    await aboutUser({ status: 'active' }, null, 'member');
    await test.redactions.redact(tenantId, userId);
    const records = await recordsOf(test, tenantId);
    expect(records.map(({ changes }) => changes)).toEqual([
      [
        { path: 'email', before: null, after: '[erased]' },
        { path: 'display_name', before: null, after: '[erased]' },
        { path: 'status', before: null, after: 'active' },
        { path: 'roles', before: null, after: ['owner'] },
      ],
      [
        { path: 'display_name', before: '[erased]', after: '[erased]' },
        { path: 'locale', before: null, after: '[erased]' },
      ],
      [{ path: 'status', before: 'active', after: null }],
    ]);
    for (const { actor, ip } of records) expect({ actor, ip }).toEqual({ actor: OTHER, ip: '192.0.2.1' });
    const sealed = await tamper('SELECT seq::int FROM audit_redactions WHERE tenant_id = $1 ORDER BY seq');
    expect(sealed).toEqual([{ seq: 1 }, { seq: 2 }]);
    expect(await test.chain.verify(tenantId)).toEqual(right(3));
  });

  it('blanks the reason for what was done to the person, and keeps those for what the person did', async () => {
    const reason = 'Lin asked for it';
    await append({ actor: OTHER, reason }, { resourceType: 'member', resourceId: userId });
    await append({ actor: { type: 'user', id: userId, display: 'Lin' }, reason: 'No longer offered' });
    expect((await recordsOf(test, tenantId))[0]?.reason).toBe(reason);
    expect(await test.chain.verify(tenantId)).toEqual(right(2));
    await test.redactions.redact(tenantId, userId);
    expect((await recordsOf(test, tenantId)).map((one) => one.reason)).toEqual(['[erased]', 'No longer offered']);
    expect(await test.chain.verify(tenantId)).toEqual(right(2));
    await tamper(`UPDATE audit_logs SET reason = 'Another' WHERE tenant_id = $1 AND seq = 2`);
    expect(await test.chain.verify(tenantId)).toMatchObject({ ok: false, first_broken_seq: 2 });
  });

  it('leaves nothing by which to find the person', async () => {
    await aboutUser(null, { email: 'lin@example.com', display_name: 'Lin Wei' });
    await append({ actor: { type: 'user', id: userId, display: 'Lin Wei' } }, { after: { name: 'Corner Shop' } });
    const found = async (q: string) =>
      (await test.logs.list(tenantId, { q }, { page: 1, pageSize: 20, ...READER })).total;
    expect([await found('lin wei'), await found('lin@example.com')]).toEqual([2, 1]);
    await test.redactions.redact(tenantId, userId);
    expect([await found('lin wei'), await found('lin@example.com'), await found('corner shop')]).toEqual([0, 0, 1]);
    const lines = await tamper('SELECT line FROM audit_search WHERE tenant_id = $1');
    expect(JSON.stringify(lines)).not.toMatch(/lin wei|lin@/);
  });

  it('can be repeated, goes past one batch, and lets the chain go on', async () => {
    for (let count = 0; count < 3; count++) await byUser();
    await tamper(
      `INSERT INTO audit_logs SELECT (jsonb_populate_record(l, jsonb_build_object('seq', n))).*
         FROM audit_logs l CROSS JOIN generate_series(4, 1200) n WHERE l.tenant_id = $1 AND l.seq = 3`,
    );
    await test.redactions.redact(tenantId, userId);
    const [left] = await tamper(
      `SELECT count(*)::int AS count FROM audit_logs WHERE tenant_id = $1 AND ip IS NOT NULL`,
    );
    expect(left).toEqual({ count: 0 });
    await tamper('DELETE FROM audit_logs WHERE tenant_id = $1 AND seq > 3');
    const seals = () => tamper('SELECT hmac, redacted_at FROM audit_redactions WHERE tenant_id = $1 ORDER BY seq');
    const first = await seals();
    await test.redactions.redact(tenantId, userId);
    expect(await seals()).toEqual(first);
    await append({ actor: OTHER });
    expect(await test.chain.verify(tenantId)).toEqual(right(4));
  });

  it('blanks one record for two people, one after the other or at once', async () => {
    const another = newId();
    const told = { resourceType: 'user', resourceId: userId, before: null, after: { display_name: 'Lin' } };
    for (let count = 0; count < 6; count++) await append({ actor: { ...OTHER, id: another } }, told);
    await test.redactions.redact(tenantId, userId);
    await test.redactions.redact(tenantId, another);
    expect(await test.chain.verify(tenantId)).toEqual(right(6));
    for (let count = 0; count < 6; count++) await append({ actor: { ...OTHER, id: another } }, told);
    await Promise.all([test.redactions.redact(tenantId, userId), test.redactions.redact(tenantId, another)]);
    for (const { actor, changes } of await recordsOf(test, tenantId)) {
      expect([actor.display, changes[0]?.after]).toEqual(['[erased]', '[erased]']);
    }
    expect(await test.chain.verify(tenantId)).toEqual(right(12));
  });

  it('finds the person in the logs of every tenant', async () => {
    await byUser();
    const home = tenantId;
    tenantId = await aTenant(database);
    await byUser();
    expect((await test.redactions.tenantsOf(userId)).sort()).toEqual([home, tenantId].sort());
    expect(await test.redactions.tenantsOf(newId())).toEqual([]);
    await test.redactions.redact(home, userId);
    expect((await recordsOf(test, home))[0]?.ip).toBeNull();
    expect((await recordsOf(test, tenantId))[0]?.ip).toBe('192.0.2.1');
  });

  describe('does not let anyone else change a record', () => {
    beforeEach(async () => {
      await byUser({ before: { name: 'Old' }, after: { name: 'New' } });
      await byUser();
      await test.redactions.redact(tenantId, userId);
    });
    const broken = (seq: number) => expect.objectContaining({ ok: false, first_broken_seq: seq });

    it.each([
      ['the content', `UPDATE audit_logs SET action = 'apps.read' WHERE tenant_id = $1 AND seq = 1`],
      ['what was left', `UPDATE audit_logs SET changes = '[]' WHERE tenant_id = $1 AND seq = 1`],
      [
        'the hash of what was left',
        `UPDATE audit_redactions SET content_hash = '\\x00' WHERE tenant_id = $1 AND seq = 1`,
      ],
      ['the seal', `UPDATE audit_redactions SET hmac = '\\x00' WHERE tenant_id = $1 AND seq = 1`],
      ['the key', `UPDATE audit_redactions SET key_id = 'k9' WHERE tenant_id = $1 AND seq = 1`],
      ['nothing but takes the seal away', `DELETE FROM audit_redactions WHERE tenant_id = $1 AND seq = 1`],
    ])('by altering %s', async (_what, statement) => {
      expect(await test.chain.verify(tenantId)).toEqual(right(2));
      await tamper(statement);
      expect(await test.chain.verify(tenantId)).toEqual(broken(1));
    });

    it('by the seal of another record', async () => {
      await tamper(
        `UPDATE audit_redactions r SET (content_hash, key_id, hmac) = (SELECT content_hash, key_id, hmac
           FROM audit_redactions o WHERE o.tenant_id = $1 AND o.seq = 2) WHERE r.tenant_id = $1 AND r.seq = 1`,
      );
      expect(await test.chain.verify(tenantId)).toEqual(broken(1));
    });

    it('before the erasure: an altered record is still found', async () => {
      await byUser();
      await tamper(`UPDATE audit_logs SET action = 'apps.read' WHERE tenant_id = $1 AND seq = 3`);
      await test.redactions.redact(tenantId, userId);
      expect((await recordsOf(test, tenantId))[2]?.ip).toBeNull();
      expect(await test.chain.verify(tenantId)).toEqual(broken(3));
    });

    it('with the privileges of the application, which can blank in its own tenant but is detected', async () => {
      await append({ actor: OTHER });
      const inScope = (statement: string) => database.run(tenantId, () => database.query(statement));
      await expect(inScope('UPDATE audit_logs SET ip = NULL')).rejects.toThrow(/permission denied/);
      await expect(inScope('DELETE FROM audit_redactions')).rejects.toThrow(/permission denied/);
      const foreign = await aTenant(database);
      const rows = await database.run(foreign, () => database.query(`SELECT * FROM redact_audit_log(3, true, '{}')`));
      expect(rows).toEqual([]);
      expect(await test.chain.verify(tenantId)).toEqual(right(3));
      await inScope(`SELECT * FROM redact_audit_log(3, true, '{}')`);
      expect(await test.chain.verify(tenantId)).toEqual(broken(3));
    });
  });

  it('survives a change of keys: once verified under both, it is right under the new one alone', async () => {
    await byUser();
    await byUser();
    await test.redactions.redact(tenantId, userId);
    const rotated = anAudit(testDatabase, ['k2', 'k1']);
    const later = anAudit(testDatabase, ['k2']);
    expect((await later.chain.verify(tenantId)).ok).toBe(false);
    expect(await rotated.chain.verify(tenantId)).toEqual(right(2));
    expect(await later.chain.verify(tenantId)).toEqual(right(2));
  });
});
