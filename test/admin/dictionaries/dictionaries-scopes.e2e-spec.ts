import { Client } from 'pg';
import { expectProblem, reasons } from '../../http/support/problem';
import { eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type AdminClient, asOwner, asRoles, suiteOwner } from '../support/admin';
import { aDisabledApp, aManagedApp, auditOf } from '../support/apps';
import { aCode, aDictionary, type DictionaryClient, dictionaryClient } from '../support/dictionaries';
import { aTenant, type OwnedTenant } from '../support/tenants';

describe('To whom dictionaries belong', () => {
  const api = suiteApi();
  /** Of the platform, with every right. */
  const platform = suiteOwner(api);
  let tenant: OwnedTenant;
  let owner: AdminClient;
  let dictionaries: DictionaryClient;
  let appId: string;

  beforeAll(async () => {
    tenant = await aTenant(api);
    owner = tenant.owner.client;
    dictionaries = dictionaryClient(owner);
    appId = (await aManagedApp(owner)).id;
  });

  const idsOf = async (query: string, client = owner) => {
    const { body } = await client.get(`dictionaries?${query}`).expect(200);
    return (body.data as { items: { id: string }[] }).items.map(({ id }) => id);
  };
  /** A global one that goes again, so that no test sees that of another. */
  const withGlobal = async (input: object, use: (id: string) => Promise<unknown>) => {
    const global = await dictionaryClient(platform).create({ scope: 'global', ...input });
    await use(global.id);
    await dictionaryClient(platform).remove(global.id);
  };

  it('have a code that no other of the scope has', async () => {
    const code = aCode();
    const another = (await aManagedApp(owner)).id;
    await dictionaries.create({ code });
    await dictionaries.create({ code, scope: 'app', app_id: appId });
    await dictionaries.create({ code, scope: 'app', app_id: another });
    await dictionaryClient(platform).create({ code });
    await withGlobal({ code }, async () => {
      for (const [client, place] of [
        [owner, { scope: 'tenant' }],
        [owner, { scope: 'app', app_id: appId }],
        [platform, { scope: 'tenant' }],
        [platform, { scope: 'global' }],
      ] as const) {
        expectProblem(await client.post('dictionaries', aDictionary({ code, ...place })), 409, 'RESOURCE.CONFLICT');
      }
    });
  });

  it('are refused for an App that is deleted or of another tenant', async () => {
    const { id: deleted } = await aDisabledApp(owner);
    await owner.delete(`apps/${deleted}`).expect(200);
    for (const app_id of [deleted, api.appId]) {
      const answer = await owner.post('dictionaries', aDictionary({ scope: 'app', app_id }));
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(['app_id unknown_app']);
    }
  });

  it('wait for the deletion of their App that is under way', async () => {
    const { id: app_id } = await aDisabledApp(owner);
    const deletion = new Client({ connectionString: api.urls.superuserUrl });
    await deletion.connect();
    try {
      await deletion.query('BEGIN');
      await deletion.query('UPDATE apps SET deleted_at = now() WHERE id = $1', [app_id]);
      const creation = owner.post('dictionaries', aDictionary({ scope: 'app', app_id })).then((answer) => answer);
      await eventually(async () => {
        const waiting = await queryAs(
          api.urls.superuserUrl,
          `SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM apps%'`,
        );
        return waiting.length > 0;
      });
      await deletion.query('COMMIT');
      const { status, body } = await creation;
      expect([status, reasons(body)]).toEqual([422, ['app_id unknown_app']]);
    } finally {
      await deletion.end();
    }
  });

  describe('the scope global', () => {
    const expectDenied = (answer: Awaited<ReturnType<AdminClient['get']>>) =>
      expect(expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission'])).toMatchObject({
        required_permission: 'dictionaries.global',
      });

    it('is seen by every tenant, and changed by nobody without the right', async () => {
      const auditor = await asRoles(api, 'owner');
      await withGlobal({}, async (id) => {
        for (const client of [owner, auditor]) {
          expect(await dictionaryClient(client).read(id)).toMatchObject({ scope: 'global', lock_version: 1 });
          expect(await idsOf('scope=global', client)).toEqual([id]);
          expectDenied(await client.post('dictionaries', aDictionary({ scope: 'global' })));
          expectDenied(await client.patch(`dictionaries/${id}`, { lock_version: 1, is_public: false }));
          expectDenied(await client.patch(`dictionaries/${id}`, { lock_version: 7 }));
          expectDenied(await client.delete(`dictionaries/${id}?lock_version=1`));
        }
        expect((await auditOf(api, id)).filter(({ outcome }) => outcome === 'denied')).toHaveLength(6);
        expect(await dictionaryClient(platform).read(id)).toMatchObject({ lock_version: 1 });
      });
    });

    it('belongs to the platform, in whichever tenant its administrator acts', async () => {
      const away = await asOwner(api, { 'X-Tenant-ID': tenant.id });
      const { id } = await dictionaryClient(away).create({ scope: 'global' });
      const [row] = await queryAs(
        api.urls.superuserUrl,
        'SELECT tenant_id, lock_version FROM content_dictionaries WHERE id = $1',
        [id],
      );
      expect(row).toEqual({ tenant_id: api.tenantId, lock_version: 1 });
      await dictionaryClient(platform).patch(id, { is_public: false });
      await dictionaryClient(away).patch(id, { is_public: true });
      await dictionaryClient(away).remove(id);
      const records = await queryAs(
        api.urls.superuserUrl,
        `SELECT tenant_id, action FROM audit_logs WHERE resource_id = $1 AND method <> 'GET' ORDER BY occurred_at`,
        [id],
      );
      expect(records).toEqual([
        { tenant_id: tenant.id, action: 'dictionaries.write' },
        { tenant_id: api.tenantId, action: 'dictionaries.write' },
        { tenant_id: tenant.id, action: 'dictionaries.write' },
        { tenant_id: tenant.id, action: 'dictionaries.delete' },
      ]);
    });

    it('is refused by the database to every tenant but the platform’s', async () => {
      const { id } = await dictionaries.create();
      const write = api.database.write(tenant.id, `UPDATE content_dictionaries SET scope = 'global' WHERE id = $1`, [
        id,
      ]);
      await expect(write).rejects.toMatchObject({ cause: { constraint: 'content_dictionaries_global' } });
      await withGlobal({}, async (global) => {
        const statement = 'UPDATE content_dictionaries SET is_public = false WHERE id = $1 RETURNING id';
        expect(await api.database.write(tenant.id, statement, [global])).toEqual([]);
        expect(
          await api.database.read(tenant.id, 'SELECT id FROM content_dictionaries WHERE id = $1', [global]),
        ).toEqual([]);
      });
    });
  });

  it('do not exist for another tenant', async () => {
    const { id, code } = await dictionaries.create();
    const answers = [
      await platform.get(`dictionaries/${id}`),
      await platform.patch(`dictionaries/${id}`, { lock_version: 1, is_public: false }),
      await platform.delete(`dictionaries/${id}?lock_version=1`),
    ];
    for (const answer of answers) expectProblem(answer, 404, 'RESOURCE.NOT_FOUND');
    expect(await idsOf(`q=${code}`, platform)).toEqual([]);
    expect(await dictionaries.read(id)).toMatchObject({ lock_version: 1 });
  });

  it('are gone with their App, and no others', async () => {
    const app = await aManagedApp(owner);
    const { id, code } = await dictionaries.create({ scope: 'app', app_id: app.id });
    const others = [
      await dictionaries.create({ code }),
      await dictionaries.create({ code, scope: 'app', app_id: appId }),
    ];
    await owner.post(`apps/${app.id}/disable`, { lock_version: app.lock_version }).expect(200);
    await dictionaries.patch(id, { is_public: false });
    await owner.delete(`apps/${app.id}`).expect(200);
    const change = await owner.patch(`dictionaries/${id}`, { lock_version: 2, is_public: true });
    expectProblem(change, 404, 'RESOURCE.NOT_FOUND');
    await eventually(async () => (await idsOf(`app_id=${app.id}`)).length === 0);
    for (const answer of [
      await owner.get(`dictionaries/${id}`),
      await owner.patch(`dictionaries/${id}`, { lock_version: 2, is_public: true }),
      await owner.delete(`dictionaries/${id}?lock_version=2`),
    ])
      expectProblem(answer, 404, 'RESOURCE.NOT_FOUND');
    for (const other of others) expect(await dictionaries.read(other.id)).toEqual(other);
  });
});
