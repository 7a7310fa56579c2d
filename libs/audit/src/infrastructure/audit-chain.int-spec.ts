import fc from 'fast-check';
import type { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { anAudit, aRequest, changesBetween, recordsOf, type TestAudit } from '../../../../test/support/audit';
import { aTenant } from '../../../../test/support/tenants';
import { queryAs } from '../../../../test/support/database';
import { suiteDatabase } from '../../../../test/support/suite';
import { entryOf, GENESIS_HASH, recordHash } from '../domain/audit-record';
import type { FieldChange } from '../domain/field-changes';
import { AUDIT_COLUMNS, auditRecord, type AuditRow } from './audit-rows';
import { CHECKPOINT_INTERVAL } from './audit-writer';

describe('The chain of audit records', () => {
  const testDatabase = suiteDatabase();
  let database: Database;
  let test: TestAudit;
  let tenantId: string;

  beforeAll(() => {
    database = testDatabase.database;
    test = anAudit(testDatabase);
  });

  beforeEach(async () => {
    tenantId = await aTenant(database);
  });

  const append = (count: number, changes: readonly FieldChange[] = [], by: TestAudit = test) =>
    database.run(tenantId, async () => {
      const result = { outcome: 'success', resourceType: 'app', resourceId: newId(), appId: null, changes } as const;
      for (let written = 0; written < count; written++) await by.writer.append(entryOf(aRequest(tenantId), result));
    });
  const tamper = (statement: string, ...values: unknown[]) =>
    queryAs(testDatabase.superuserUrl, statement, [tenantId, ...values]);
  const verify = () => test.chain.verify(tenantId);
  const right = (checked: number) => ({ ok: true, checked, first_broken_seq: null });
  const broken = (seq: number) => expect.objectContaining({ ok: false, first_broken_seq: seq });

  /** Changes one record, and all hashes from there on, as an attacker with the database but without the key would. */
  const rewriteFrom = async (seq: number) => {
    await tamper(`UPDATE audit_logs SET action = 'apps.read' WHERE tenant_id = $1 AND seq = $2`, seq);
    const rows = await queryAs<AuditRow>(
      testDatabase.superuserUrl,
      `SELECT ${AUDIT_COLUMNS} FROM audit_logs l WHERE tenant_id = $1 ORDER BY seq`,
      [tenantId],
    );
    let previous = GENESIS_HASH;
    const hashes = rows.map(auditRecord).map((record) => {
      const links = { seq: record.seq, prev_hash: previous };
      previous = recordHash({ ...record, ...links });
      return { ...links, hash: previous };
    });
    await tamper(
      `UPDATE audit_logs l SET hash = decode(n.hash, 'hex'), prev_hash = decode(n.prev_hash, 'hex')
         FROM jsonb_to_recordset($2) AS n (seq bigint, hash text, prev_hash text) WHERE l.tenant_id = $1 AND l.seq = n.seq`,
      JSON.stringify(hashes),
    );
    await tamper(`UPDATE audit_heads SET hash = decode($2, 'hex') WHERE tenant_id = $1`, previous);
  };
  const rewriteCheckpoints = () =>
    tamper(
      `UPDATE audit_checkpoints c SET hash = l.hash FROM audit_logs l
        WHERE c.tenant_id = $1 AND l.tenant_id = c.tenant_id AND l.seq = c.seq`,
    );

  it('is the same where records are written together: each has its place, and a checkpoint its seal', async () => {
    await append(2);
    const result = { outcome: 'success', resourceType: 'app', resourceId: newId(), appId: null, changes: [] } as const;
    const together = Array.from({ length: CHECKPOINT_INTERVAL }, () => entryOf(aRequest(tenantId), result));
    await database.run(tenantId, async () => {
      await test.writer.append(...together);
      await test.writer.append(...together.slice(0, 3));
    });
    await append(1);
    const count = CHECKPOINT_INTERVAL + 6;
    expect(await verify()).toEqual(right(count));
    const checkpoints = await tamper('SELECT seq FROM audit_checkpoints WHERE tenant_id = $1');
    expect(checkpoints).toEqual([{ seq: String(CHECKPOINT_INTERVAL) }]);
    await tamper('DELETE FROM audit_logs WHERE tenant_id = $1 AND seq = $2', count - 2);
    expect(await verify()).toEqual(broken(count - 2));
  });

  it('of a tenant without records is right', async () => {
    expect(await verify()).toEqual(right(0));
  });

  it('has no gaps, and rising times, when fifty write at once', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        test.audit.run(aRequest(tenantId, { requestId: `r-${index}` }), () =>
          database.run(tenantId, async () => {
            test.audit.record({ resourceType: 'app', resourceId: null, before: { index: null }, after: { index } });
            await database.query('SELECT 1');
          }),
        ),
      ),
    );
    const records = await recordsOf(test, tenantId);
    expect(records.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(new Set(records.map(({ request_id }) => request_id)).size).toBe(50);
    const times = records.map(({ occurred_at }) => occurred_at);
    expect(times).toEqual(times.toSorted());
    expect(await verify()).toEqual(right(50));
  });

  it('is each tenant’s own', async () => {
    await append(2);
    const first = tenantId;
    tenantId = await aTenant(database);
    await append(3);
    expect(await verify()).toEqual(right(3));
    expect(await test.chain.verify(first)).toEqual(right(2));
  });

  it('stays right whatever the changes contain', async () => {
    const anything = fc.array(fc.object({ withNullPrototype: false, maxDepth: 3 }), { minLength: 20, maxLength: 20 });
    const samples = fc.sample(anything, { numRuns: 5, seed: 1 }).flat();
    const numbers = [1e21, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, -0, 9007199254740993];
    for (const after of [...samples, { numbers }, { text: '\0\ud800\u2028"\\' }]) {
      await append(1, changesBetween(null, JSON.parse(JSON.stringify(after)) as object));
    }
    expect(await verify()).toEqual(right(samples.length + 2));
  });

  it('cannot be altered or cut with the privileges of the application', async () => {
    await append(1);
    for (const statement of [
      `UPDATE audit_logs SET action = 'x'`,
      'DELETE FROM audit_logs',
      'TRUNCATE audit_logs',
      'UPDATE audit_checkpoints SET seq = 1',
      'DELETE FROM audit_checkpoints',
      'DELETE FROM audit_heads',
      'ALTER TABLE audit_logs DISABLE ROW LEVEL SECURITY',
    ]) {
      const attempt = queryAs(testDatabase.applicationUrl, statement);
      await expect(attempt).rejects.toThrow(/permission denied|must be owner/);
    }
  });

  it.each([
    ['action', `'apps.read'`],
    ['actor_id', 'gen_random_uuid()'],
    ['actor_display', `'somebody else'`],
    ['occurred_at', `occurred_at - interval '1 millisecond'`],
    ['changes', `'[{"path": "name", "before": null, "after": 2}]'`],
    ['outcome', `'denied'`],
    ['ip', 'NULL'],
    ['id', 'gen_random_uuid()'],
    ['prev_hash', `decode(repeat('00', 32), 'hex')`],
    ['hash', `decode(repeat('00', 32), 'hex')`],
  ])('names the record whose %s was changed', async (column, value) => {
    await append(5, [{ path: 'name', before: null, after: 1 }]);
    await tamper(`UPDATE audit_logs SET ${column} = ${value} WHERE tenant_id = $1 AND seq = 3`);
    expect(await verify()).toEqual({ ok: false, checked: 2, first_broken_seq: 3 });
  });

  it('names the last record when that was changed together with its hash', async () => {
    await append(3);
    const [head] = await tamper('SELECT hash FROM audit_heads WHERE tenant_id = $1');
    await rewriteFrom(3);
    await tamper('UPDATE audit_heads SET hash = $2 WHERE tenant_id = $1', head!['hash']);
    expect(await verify()).toEqual(broken(3));
  });

  it('names the first record that was removed', async () => {
    await append(6);
    await tamper('DELETE FROM audit_logs WHERE tenant_id = $1 AND seq IN (3, 4)');
    expect(await verify()).toEqual({ ok: false, checked: 2, first_broken_seq: 3 });
    await tamper('DELETE FROM audit_logs WHERE tenant_id = $1 AND seq = 1');
    expect(await verify()).toEqual({ ok: false, checked: 0, first_broken_seq: 1 });
  });

  it('finds its end removed, even if the head was set back', async () => {
    await append(5);
    await tamper('DELETE FROM audit_logs WHERE tenant_id = $1 AND seq > 3');
    expect(await verify()).toEqual({ ok: false, checked: 3, first_broken_seq: 4 });
    await tamper(
      `UPDATE audit_heads h SET seq = l.seq, hash = l.hash FROM audit_logs l
        WHERE h.tenant_id = $1 AND l.tenant_id = $1 AND l.seq = 3`,
    );
    expect(await verify()).toEqual(broken(3));
  });

  it('is not right without its head', async () => {
    await append(3);
    await tamper('DELETE FROM audit_heads WHERE tenant_id = $1');
    expect(await verify()).toEqual(broken(1));
  });

  it('finds inserted records, in the middle or at the end', async () => {
    await append(4);
    const copy = (seq: number) =>
      tamper(
        `INSERT INTO audit_logs SELECT (jsonb_populate_record(l, jsonb_build_object('seq', $2::int))).*
           FROM audit_logs l WHERE tenant_id = $1 AND seq = 2`,
        seq,
      );
    await copy(5);
    expect(await verify()).toEqual({ ok: false, checked: 4, first_broken_seq: 5 });
    await tamper('UPDATE audit_logs SET seq = seq + 10 WHERE tenant_id = $1 AND seq >= 3');
    await tamper('UPDATE audit_logs SET seq = seq - 9 WHERE tenant_id = $1 AND seq >= 13');
    await copy(3);
    expect(await verify()).toEqual({ ok: false, checked: 2, first_broken_seq: 3 });
  });

  it('is found rewritten as a whole by its head if it is short, even after more was written', async () => {
    await append(5);
    await rewriteFrom(2);
    expect(await verify()).toEqual({ ok: false, checked: 5, first_broken_seq: 5 });
    await append(2);
    expect(await verify()).toEqual({ ok: false, checked: 7, first_broken_seq: 7 });
  });

  describe('of more than a thousand records', () => {
    const LENGTH = CHECKPOINT_INTERVAL + 5;
    const TABLES = ['audit_logs', 'audit_heads', 'audit_checkpoints'];
    let long: string;
    let earlyHead: Record<string, unknown>;

    // Written once, since it takes a second, and put back for each test.
    beforeAll(async () => {
      tenantId = long = await aTenant(database);
      await append(3);
      [earlyHead] = (await tamper('SELECT seq, hash, hmac FROM audit_heads WHERE tenant_id = $1')) as [
        typeof earlyHead,
      ];
      await append(LENGTH - 3);
      for (const table of TABLES) {
        await queryAs(
          testDatabase.superuserUrl,
          `CREATE TABLE kept_${table} AS SELECT * FROM ${table} WHERE tenant_id = '${long}'`,
        );
      }
    });
    beforeEach(async () => {
      tenantId = long;
      for (const table of [...TABLES, 'audit_search']) await tamper(`DELETE FROM ${table} WHERE tenant_id = $1`);
      for (const table of TABLES) await tamper(`INSERT INTO ${table} SELECT * FROM kept_${table} WHERE tenant_id = $1`);
    });

    it('is checked in batches, with its checkpoint', async () => {
      const kept = await tamper('SELECT seq::int FROM audit_checkpoints WHERE tenant_id = $1');
      expect(kept).toEqual([{ seq: CHECKPOINT_INTERVAL }]);
      expect(await verify()).toEqual(right(LENGTH));
      await tamper('DELETE FROM audit_logs WHERE tenant_id = $1 AND seq = 501');
      expect(await verify()).toEqual({ ok: false, checked: 500, first_broken_seq: 501 });
    });

    it('is found rewritten by its checkpoint', async () => {
      await rewriteFrom(2);
      expect(await verify()).toEqual(broken(CHECKPOINT_INTERVAL));
      await rewriteCheckpoints();
      expect(await verify()).toEqual(broken(CHECKPOINT_INTERVAL));
    });

    it('finds a removed checkpoint, and is not fooled by one that poses as the head', async () => {
      await tamper(
        `UPDATE audit_heads h SET seq = c.seq, hash = c.hash, key_id = c.key_id, hmac = c.hmac
           FROM audit_checkpoints c WHERE h.tenant_id = $1 AND c.tenant_id = $1`,
      );
      await tamper('DELETE FROM audit_logs WHERE tenant_id = $1 AND seq > $2', CHECKPOINT_INTERVAL);
      expect(await verify()).toEqual(broken(CHECKPOINT_INTERVAL));
      await tamper('DELETE FROM audit_checkpoints WHERE tenant_id = $1');
      expect(await verify()).toEqual(broken(CHECKPOINT_INTERVAL));
    });

    it('finds records that an older head hides, by the checkpoints', async () => {
      await tamper('DELETE FROM audit_logs WHERE tenant_id = $1 AND seq > 3');
      await tamper(
        'UPDATE audit_heads SET seq = $2, hash = $3, hmac = $4 WHERE tenant_id = $1',
        ...[earlyHead['seq'], earlyHead['hash'], earlyHead['hmac']],
      );
      expect(await verify()).toEqual(broken(4));
    });

    it('survives a change of keys: once verified under both, it is right under the new one alone', async () => {
      const rotated = anAudit(testDatabase, ['k2', 'k1']);
      const later = anAudit(testDatabase, ['k2']);
      expect(await later.chain.verify(tenantId)).toEqual(broken(LENGTH));
      expect(await rotated.chain.verify(tenantId)).toEqual(right(LENGTH));
      expect(await later.chain.verify(tenantId)).toEqual(right(LENGTH));
      await append(1, [], later);
      expect(await later.chain.verify(tenantId)).toEqual(right(LENGTH + 1));
      await rewriteFrom(2);
      expect(await later.chain.verify(tenantId)).toEqual(broken(CHECKPOINT_INTERVAL));
      await rewriteCheckpoints();
      expect(await later.chain.verify(tenantId)).toEqual(broken(LENGTH + 1));
    });
  });
});
