import { newId } from '@libs/kernel';
import { anAudit, aRequest, changesBetween, type TestAudit } from '../../../../test/support/audit';
import { aTenant } from '../../../../test/support/tenants';
import { suiteDatabase } from '../../../../test/support/suite';
import { READER } from '../../../../test/support/list-request';
import { type AuditRecord, entryOf } from '../domain/audit-record';
import type { AuditedRequest, AuditedResult } from '../domain/audited-request';
import type { AuditLogFilter } from './audit-logs';

const [APP, OTHER_APP, SOMEBODY] = [newId(), newId(), newId()];

describe('The audit log', () => {
  const testDatabase = suiteDatabase();
  let test: TestAudit;
  let tenantId: string;

  beforeAll(async () => {
    test = anAudit(testDatabase);
    tenantId = await aTenant(testDatabase.database);
    await append({ action: 'apps.write', appId: APP }, { resourceType: 'app', resourceId: APP });
    await append({ action: 'apps.delete', appId: OTHER_APP }, { resourceType: 'app', outcome: 'denied' });
    await append({ action: 'notices.publish', requestId: 'Trace_100%' }, { resourceType: 'notice', resourceId: 'n-1' });
    await append({ actor: { type: 'api_client', id: SOMEBODY, display: 'Importer ÄÖ' } }, { outcome: 'failure' });
    await append({ route: '/admin-api/v1/users/{id}', action: 'users.write', requestId: 'a\\b' });
  });

  const append = (request: Partial<AuditedRequest>, result: Partial<AuditedResult> = {}, tenant = tenantId) => {
    const what = { outcome: 'success', resourceType: null, resourceId: null, changes: [], ...result } as const;
    const asked = aRequest(tenant, request);
    return testDatabase.database.run(tenant, () => test.writer.append(entryOf(asked, { ...what, appId: asked.appId })));
  };
  const list = (filter: AuditLogFilter, page = 1, pageSize = 20) =>
    test.logs.list(tenantId, filter, { page, pageSize, ...READER });
  const seqs = async (filter: AuditLogFilter) => {
    const { items, total } = await list(filter);
    expect(total).toBe(items.length);
    return items.map(({ seq }) => seq);
  };
  const streamed = async (filter: AuditLogFilter, tenant = tenantId) => {
    const batches: AuditRecord[][] = [];
    for await (const batch of test.logs.stream(tenant, filter)) batches.push(batch);
    return batches;
  };

  it('is newest first, in pages that neither repeat nor skip', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({}, page, 2)));
    expect(pages.map(({ items }) => items.map(({ seq }) => seq))).toEqual([[5, 4], [3, 2], [1], []]);
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
  });

  it('shows a tenant its own records only', async () => {
    expect(
      await test.logs.list(await aTenant(testDatabase.database), {}, { page: 1, pageSize: 20, ...READER }),
    ).toEqual({
      items: [],
      total: 0,
    });
  });

  it.each<[AuditLogFilter, number[]]>([
    [{ actorId: SOMEBODY }, [4]],
    [{ actorId: newId() }, []],
    [{ action: 'apps.delete' }, [2]],
    [{ action: 'apps' }, []],
    [{ resourceType: 'app' }, [2, 1]],
    [{ resourceType: 'app', resourceId: APP }, [1]],
    [{ resourceId: 'n-1' }, [3]],
    [{ appId: OTHER_APP }, [2]],
    [{ outcome: 'denied' }, [2]],
    [{ outcome: 'success', action: 'apps.write' }, [1]],
    [{ q: 'APPS.DEL' }, [2]],
    [{ q: ' users/{ID} ' }, [5]],
    [{ q: 'importer äö' }, [4]],
    [{ q: 'N-1' }, [3]],
    [{ q: '_100%' }, [3]],
    [{ q: '%' }, [3]],
    [{ q: '_' }, [4, 3, 2, 1]],
    [{ q: '\\' }, [5]],
    [{ q: '   ' }, [5, 4, 3, 2, 1]],
    [{ q: 'nowhere' }, []],
    [{ q: 'apps', outcome: 'denied', appId: OTHER_APP }, [2]],
  ])('keeps to %j', async (filter, expected) => {
    expect(await seqs(filter)).toEqual(expected);
    expect((await streamed(filter)).flat().map(({ seq }) => seq)).toEqual(expected);
  });

  describe('searched for a name', () => {
    let tenant: string;
    const found = async (q: string, other: AuditLogFilter = {}) => {
      const { items, total } = await test.logs.list(tenant, { ...other, q }, { page: 1, pageSize: 20, ...READER });
      expect(total).toBe(items.length);
      return items.map(({ seq }) => seq);
    };

    beforeAll(async () => {
      tenant = await aTenant(testDatabase.database);
      const told = [
        changesBetween(null, { name: 'Corner Shop', app_type: 'uni_app', support: { email: 'help@example.com' } }),
        changesBetween({ name: 'Corner Shop', lock_version: 1 }, { name: 'Tante Émilie', lock_version: 2 }),
        changesBetween({ title: { 'zh-CN': '配送说明' } }, { title: { 'zh-CN': '配送', 'en-US': 'Delivery 100%_x' } }),
        changesBetween(null, { display_name: 'Lin Wei', password: 'Corner Shop', locale: 'zh-CN' }),
        changesBetween({ description: 'Corner Shop' }, { description: 'nothing' }),
        changesBetween(null, {
          filename: `${'x'.repeat(300)}.wgt`,
          version_name: '1.2.10',
          tags: [{ name: 'in a list' }],
        }),
      ];
      for (const changes of told) await append({}, { changes }, tenant);
    });

    it.each<[string, number[]]>([
      ['Corner Shop', [2, 1]],
      ['corner s', [2, 1]],
      ['tante éMILIE', [2]],
      ['配送', [3]],
      ['说明', [3]],
      ['delivery 100%_', [3]],
      ['y_100', []],
      ['lin wei', [4]],
      ['help@EXAMPLE', [1]],
      ['1.2.10', [6]],
      ['x'.repeat(160), [6]],
      // Neither the names of fields nor values that are not names.
      ['app_type', []],
      ['uni_app', []],
      ['lock_version', []],
    ])('%j finds %j', async (q, expected) => {
      expect(await found(q)).toEqual(expected);
    });

    it('respects the other conditions and the tenant', async () => {
      expect(await found('corner shop', { action: 'apps.write' })).toEqual([2, 1]);
      expect(await found('corner shop', { action: 'apps.delete' })).toEqual([]);
      expect(await seqs({ q: 'corner shop' })).toEqual([]);
    });

    it('hides the search index from other tenants, and does not let anyone change it', async () => {
      const { database } = testDatabase;
      const count = 'SELECT count(*)::int AS count FROM audit_search WHERE tenant_id = $1';
      expect(await database.run(tenantId, () => database.query(count, [tenant]))).toEqual([{ count: 0 }]);
      expect(await database.run(tenant, () => database.query(count, [tenant]))).toEqual([{ count: 6 }]);
      for (const change of ["UPDATE audit_search SET line = ''", 'DELETE FROM audit_search']) {
        await expect(database.run(tenant, () => database.query(change))).rejects.toThrow(/permission denied/);
      }
    });
  });

  it('is limited by time, excluding the end', async () => {
    const { items } = await list({});
    const at = (seq: number) => new Date(items.find((item) => item.seq === seq)!.occurred_at);
    const between = (from: Date, to: Date) =>
      items.filter(({ occurred_at }) => new Date(occurred_at) >= from && new Date(occurred_at) < to);
    const expected = between(at(2), at(5)).map(({ seq }) => seq);
    expect(await seqs({ from: at(2), to: at(5) })).toEqual(expected);
    expect(await seqs({ from: new Date(at(5).getTime() + 1) })).toEqual([]);
    expect(await seqs({ to: at(1) })).toEqual([]);
  });

  it('streams everything once, in batches, without records written meanwhile', async () => {
    const tenant = await aTenant(testDatabase.database);
    const what = { outcome: 'success', resourceType: null, resourceId: null, appId: null, changes: [] } as const;
    await testDatabase.database.run(tenant, async () => {
      for (let index = 0; index < 1_000; index++) await test.writer.append(entryOf(aRequest(tenant), what));
    });
    const seen: number[] = [];
    const sizes: number[] = [];
    for await (const batch of test.logs.stream(tenant, {})) {
      seen.push(...batch.map(({ seq }) => seq));
      sizes.push(batch.length);
      await append({}, {}, tenant);
    }
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, index) => 1_000 - index));
    // Of small records ever more at a time, until a batch is full.
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    expect(await streamed({ action: 'nothing' }, tenant)).toEqual([]);
  });
});
