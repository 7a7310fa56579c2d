import { newId } from '@libs/kernel';
import { ACTOR, anAudit, aRequest, recordsOf, type TestAudit } from '../../../../test/support/audit';
import { aTenant } from '../../../../test/support/tenants';
import { suiteDatabase } from '../../../../test/support/suite';

describe('The record of what the service does by itself', () => {
  const testDatabase = suiteDatabase();
  let test: TestAudit;
  let tenantId: string;

  beforeAll(() => {
    test = anAudit(testDatabase);
  });
  beforeEach(async () => {
    tenantId = await aTenant(testDatabase.database);
  });

  const inTransaction = (work: () => void) =>
    testDatabase.database.run(tenantId, () => {
      work();
      return Promise.resolve();
    });
  const rename = (name: string) =>
    test.audit.record({ resourceType: 'tenant', resourceId: tenantId, before: { name: 'Tenant' }, after: { name } });
  const perform = (work: () => void, id: string = newId()) =>
    test.audit.perform({ tenantId, action: 'tenants.write', name: 'tenants.tidy', id }, () => inTransaction(work));

  it('names the system, the job and its trigger', async () => {
    const id = newId();
    await perform(() => rename('New'), id);
    expect(await recordsOf(test, tenantId)).toMatchObject([
      {
        seq: 1,
        actor: { type: 'system', id: null, display: 'system' },
        action: 'tenants.write',
        method: 'JOB',
        route: 'tenants.tidy',
        resource_type: 'tenant',
        resource_id: tenantId,
        changes: [{ path: 'name', before: 'Tenant', after: 'New' }],
        ip: null,
        user_agent: null,
        request_id: id,
        outcome: 'success',
      },
    ]);
  });

  it('does not exist when nothing changed, nothing was done or the job failed', async () => {
    await perform(() => undefined);
    const failing = perform(() => {
      rename('New');
      throw new Error('No');
    });
    await expect(failing).rejects.toThrow('No');
    await inTransaction(() => rename('Unseen'));
    expect(await recordsOf(test, tenantId)).toEqual([]);
  });

  it('shares one chain with those of requests', async () => {
    await perform(() => rename('New'));
    await test.audit.run(aRequest(tenantId), () => inTransaction(() => rename('Newer')));
    await perform(() => rename('Newest'));
    const records = await recordsOf(test, tenantId);
    expect(records.map(({ seq, actor }) => [seq, actor])).toEqual([
      [1, { type: 'system', id: null, display: 'system' }],
      [2, ACTOR],
      [3, { type: 'system', id: null, display: 'system' }],
    ]);
    expect(records[2]!.prev_hash).toBe(records[1]!.hash);
  });
});
