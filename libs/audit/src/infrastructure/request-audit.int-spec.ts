import pg from 'pg';
import type { Database } from '@libs/foundation';
import {
  DependencyUnavailableError,
  errorsOf,
  newId,
  ResourceConflictError,
  ResourceNotFoundError,
} from '@libs/kernel';
import { ACTOR, anAudit, aRequest, recordsOf, type TestAudit } from '../../../../test/support/audit';
import { aTenant } from '../../../../test/support/tenants';
import { eventually } from '../../../../test/support/api';
import { queryAs, silent } from '../../../../test/support/database';
import { suiteDatabase } from '../../../../test/support/suite';
import { GENESIS_HASH } from '../domain/audit-record';

const NOTHING = { errors: { 'TEST.AUDIT.FORBIDDEN': '' } };
const TEXTS = { 'zh-CN': NOTHING, 'zh-TW': NOTHING, 'en-US': NOTHING, 'ja-JP': NOTHING };
const ForbiddenError = errorsOf(TEXTS)('forbidden', 'TEST.AUDIT.FORBIDDEN', 'Forbidden');

describe('The record of a request', () => {
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

  afterEach(() => jest.restoreAllMocks());

  const rename = (name: string) => {
    test.audit.record({ resourceType: 'tenant', resourceId: tenantId, before: { name: 'Tenant' }, after: { name } });
    return database.query('UPDATE tenants SET name = $2 WHERE id = $1', [tenantId, name]);
  };
  const nameNow = async () =>
    (await database.read<{ name: string }>(tenantId, 'SELECT name FROM tenants WHERE id = $1', [tenantId]))[0]?.name;
  const records = () => recordsOf(test, tenantId);
  const outcomes = async () => (await records()).map(({ outcome }) => outcome);
  /** The error that a deadlock raises. */
  const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });

  it('says who did what to which resource, and how it looked before and after', async () => {
    const appId = newId();
    const request = aRequest(tenantId, { appId, resourceId: 'of-the-path' });
    const result = await test.audit.run(request, () => database.run(tenantId, () => rename('New').then(() => 42)));
    expect(result).toBe(42);
    expect(await records()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        tenant_id: tenantId,
        seq: 1,
        occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        actor: ACTOR,
        action: 'apps.write',
        method: 'PATCH',
        route: '/admin-api/v1/apps/{app_id}',
        resource_type: 'tenant',
        resource_id: tenantId,
        app_id: appId,
        changes: [{ path: 'name', before: 'Tenant', after: 'New' }],
        changes_omitted: null,
        changes_truncated: 0,
        ip: '192.0.2.1',
        user_agent: 'Browser/1.0',
        request_id: 'request-1',
        reason: null,
        outcome: 'success',
        prev_hash: GENESIS_HASH,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  it('is written with the transaction of the change, not before and not after', async () => {
    await test.audit.run(aRequest(tenantId), async () => {
      await database.run(tenantId, async () => {
        await rename('New');
        expect(
          await queryAs(testDatabase.superuserUrl, 'SELECT 1 FROM audit_heads WHERE tenant_id = $1', [tenantId]),
        ).toEqual([]);
      });
      expect(await outcomes()).toEqual(['success']);
    });
    expect(await outcomes()).toEqual(['success']);
  });

  it('takes one round trip, after everything else that the transaction does', async () => {
    await test.audit.run(aRequest(tenantId), () => database.run(tenantId, () => rename('First')));
    const statements = jest.spyOn(database, 'query');
    await test.audit.run(aRequest(tenantId), () => database.run(tenantId, () => rename('New')));
    const texts = statements.mock.calls.map(([text]) => text);
    expect(texts).toEqual([expect.stringContaining('UPDATE tenants'), expect.stringContaining('UPDATE audit_heads')]);
  });

  it('is one for each change that asks for its own, in the same round trip, however many there are', async () => {
    await test.audit.run(aRequest(tenantId), () => database.run(tenantId, () => rename('First')));
    const ids = Array.from({ length: 30 }, newId);
    const statements = jest.spyOn(database, 'query');
    await test.audit.run(aRequest(tenantId), () =>
      database.run(tenantId, async () => {
        await rename('New');
        for (const resourceId of ids) {
          const [before, after] = [{ status: 'active' }, { status: 'disabled' }];
          test.audit.record({ resourceType: 'user', resourceId, before, after, isOwnRecord: true });
        }
      }),
    );
    expect(statements).toHaveBeenCalledTimes(2);
    const changes = [{ path: 'status', before: 'active', after: 'disabled' }];
    expect(await records()).toMatchObject([
      { resource_type: 'tenant', changes: [{ path: 'name' }] },
      { resource_type: 'tenant', changes: [{ path: 'name' }] },
      ...ids.map((resource_id) => ({ resource_type: 'user', resource_id, changes })),
    ]);
    expect(await test.chain.verify(tenantId)).toMatchObject({ ok: true, checked: 32 });
  });

  it('is one for all changes that a request reports, with the resource of the first', async () => {
    const appId = newId();
    await test.audit.run(aRequest(tenantId, { appId: newId() }), () =>
      database.run(tenantId, async () => {
        test.audit.record({
          resourceType: 'app',
          resourceId: appId,
          appId,
          before: { name: 'a' },
          after: { name: 'b' },
        });
        await rename('New');
        test.audit.record({ resourceType: 'notice', resourceId: null, before: { status: 'draft' }, after: null });
      }),
    );
    expect(await records()).toMatchObject([
      {
        resource_type: 'app',
        resource_id: appId,
        app_id: appId,
        changes: [
          { path: 'name', before: 'a', after: 'b' },
          { path: 'name', before: 'Tenant', after: 'New' },
          { path: 'status', before: 'draft', after: null },
        ],
      },
    ]);
  });

  it('contains the change as it was reported, even if the objects change later', async () => {
    await test.audit.run(aRequest(tenantId), () =>
      database.run(tenantId, () => {
        const after = { name: 'b' };
        test.audit.record({ resourceType: 'app', resourceId: null, before: { name: 'a' }, after });
        after.name = 'c';
        return Promise.resolve();
      }),
    );
    expect((await records())[0]?.changes).toEqual([{ path: 'name', before: 'a', after: 'b' }]);
  });

  it('is a failure, without changes, when the transaction is rolled back', async () => {
    const failing = test.audit.run(aRequest(tenantId, { resourceId: 'of-the-path' }), () =>
      database.run(tenantId, async () => {
        await rename('Undone');
        throw new ResourceConflictError();
      }),
    );
    await expect(failing).rejects.toBeInstanceOf(ResourceConflictError);
    expect(await nameNow()).toBe('Tenant');
    expect(await records()).toMatchObject([
      { seq: 1, outcome: 'failure', resource_type: null, resource_id: 'of-the-path', changes: [] },
    ]);
  });

  it('is followed by a failure when the request fails after its change was committed', async () => {
    const failing = test.audit.run(aRequest(tenantId), async () => {
      await database.run(tenantId, () => rename('New'));
      throw new ResourceConflictError();
    });
    await expect(failing).rejects.toBeInstanceOf(ResourceConflictError);
    expect(await outcomes()).toEqual(['success', 'failure']);
  });

  it('is not awaited when the database failed the request: it is written when possible', async () => {
    const lock = new pg.Client({ connectionString: testDatabase.superuserUrl });
    await lock.connect();
    try {
      await lock.query('BEGIN');
      await lock.query('LOCK TABLE audit_logs IN ACCESS EXCLUSIVE MODE');
      const silence = Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
      const failing = test.audit.run(aRequest(tenantId), () =>
        Promise.reject(new DependencyUnavailableError({ cause: silence })),
      );
      await expect(failing).rejects.toBeInstanceOf(DependencyUnavailableError);
      // If it had been awaited, it would have been given up by now: the lock is held until here.
      await lock.query('COMMIT');
    } finally {
      await lock.end();
    }
    await eventually(async () => (await outcomes()).includes('failure'));
  });

  it('is a denial when the request was forbidden, by its use case or a guard', async () => {
    const forbidden = test.audit.run(aRequest(tenantId), () => Promise.reject(new ForbiddenError()));
    await expect(forbidden).rejects.toBeInstanceOf(ForbiddenError);
    const refused = aRequest(tenantId, { appId: 'no-uuid', resourceId: 'x'.repeat(8_000) });
    await test.audit.recordRefused(refused, new ForbiddenError());
    await test.audit.recordRefused(refused, new ResourceNotFoundError());
    expect(await records()).toMatchObject([
      { outcome: 'denied', changes: [] },
      { outcome: 'denied', app_id: null, resource_id: 'x'.repeat(200) },
      { outcome: 'failure' },
    ]);
  });

  it('is one, of the last attempt, when the transaction is repeated', async () => {
    let attempt = 0;
    await test.audit.run(aRequest(tenantId), () =>
      database.run(tenantId, async () => {
        attempt += 1;
        await rename(`Attempt ${attempt}`);
        if (attempt === 1) throw deadlock();
        // The second attempt has written its record when it fails.
        if (attempt === 2) database.beforeCommit(() => Promise.reject(deadlock()));
      }),
    );
    expect(attempt).toBe(3);
    expect(await records()).toMatchObject([
      { seq: 1, outcome: 'success', changes: [{ path: 'name', before: 'Tenant', after: 'Attempt 3' }] },
    ]);
  });

  it('is one when a caught failure is followed by another transaction', async () => {
    await test.audit.run(aRequest(tenantId), async () => {
      const undone = database.run(tenantId, () => rename('Undone').then(() => Promise.reject(new Error('no'))));
      await expect(undone).rejects.toThrow('no');
      await database.run(tenantId, () => rename('New'));
    });
    expect(await records()).toMatchObject([{ changes: [{ after: 'New' }] }]);
  });

  it('is a success without changes when a write reports none, which is logged as an error', async () => {
    const logged = jest.spyOn(silent, 'error');
    await test.audit.run(aRequest(tenantId), () => Promise.resolve());
    expect(await records()).toMatchObject([{ outcome: 'success', resource_type: null, changes: [] }]);
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ action: 'apps.write' }), expect.any(String));
  });

  it('is a success without changes when the reported change was rolled back', async () => {
    await test.audit.run(aRequest(tenantId), async () => {
      const undone = database.run(tenantId, () => rename('Undone').then(() => Promise.reject(new Error('no'))));
      await expect(undone).rejects.toThrow('no');
    });
    expect(await records()).toMatchObject([{ outcome: 'success', changes: [] }]);
  });

  it('is also written for a read, unless its caller wants none', async () => {
    const logged = jest.spyOn(silent, 'error');
    const read = aRequest(tenantId, { method: 'GET', action: 'apps.read' });
    await test.audit.run(read, () => Promise.resolve());
    await test.audit.run({ ...read, recordReads: false }, () => Promise.resolve());
    await test.audit.recordRefused({ ...read, recordReads: false }, new ForbiddenError());
    expect(await records()).toMatchObject([{ action: 'apps.read', method: 'GET', outcome: 'success' }]);
    expect(logged).not.toHaveBeenCalled();
  });

  it('does not hide why a request failed when it cannot be written', async () => {
    const logged = jest.spyOn(silent, 'error');
    const nowhere = aRequest(newId());
    const failing = test.audit.run(nowhere, () => Promise.reject(new ResourceConflictError()));
    await expect(failing).rejects.toBeInstanceOf(ResourceConflictError);
    await test.audit.recordRefused(nowhere, new ForbiddenError());
    expect(logged).toHaveBeenCalledTimes(2);
  });

  it('rolls back a change with which it cannot be written', async () => {
    jest.spyOn(test.writer, 'append').mockRejectedValueOnce(new DependencyUnavailableError());
    const failing = test.audit.run(aRequest(tenantId), () => database.run(tenantId, () => rename('Undone')));
    await expect(failing).rejects.toBeInstanceOf(DependencyUnavailableError);
    expect(await nameNow()).toBe('Tenant');
    expect(await outcomes()).toEqual(['failure']);
  });

  it('does not exist outside a request', async () => {
    await database.run(tenantId, () => rename('Quietly'));
    test.audit.record({ resourceType: 'app', resourceId: null, before: null, after: null });
    expect(await records()).toEqual([]);
  });

  it('belongs to its own request, however many run at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        test.audit.run(aRequest(tenantId, { requestId: `request-${index}` }), () =>
          database.run(tenantId, () => rename(`name of request-${index}`)),
        ),
      ),
    );
    const found = await records();
    expect(found).toHaveLength(20);
    for (const { request_id, changes } of found) expect(changes[0]?.after).toBe(`name of ${request_id}`);
  });

  it('goes to the tenant of the request when the work runs as system', async () => {
    await test.audit.run(aRequest(tenantId), () => database.runAsSystem(() => rename('New')));
    expect(await outcomes()).toEqual(['success']);
  });
});
