import { TenantSettings } from '@libs/operations';
import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type AdminClient, asOwner, asRoles, suiteOwner } from '../support/admin';
import { auditOf } from '../support/apps';
import { aSetting, type SettingClient, settingClient } from '../support/settings';
import { aTenant, type OwnedTenant } from '../support/tenants';

const MASK = '********';

describe('Settings that not everybody sees', () => {
  const api = suiteApi();
  /** Of the platform, with every right. */
  const platform = suiteOwner(api);
  let tenant: OwnedTenant;
  let owner: AdminClient;
  let settings: SettingClient;

  beforeAll(async () => {
    tenant = await aTenant(api);
    owner = tenant.owner.client;
    settings = settingClient(owner);
  });

  const idsOf = async (query: string, client = owner) => {
    const { body } = await client.get(`settings?${query}`).expect(200);
    return (body.data as { items: { id: string }[] }).items.map(({ id }) => id);
  };
  /** A global one that goes again, so that no test sees that of another. */
  const withGlobal = async (input: object, use: (id: string) => Promise<unknown>) => {
    const global = await settingClient(platform).create({ scope: 'global', ...input });
    await use(global.id);
    await settingClient(platform).remove(global.id);
  };
  const expectRefused = (answer: Awaited<ReturnType<AdminClient['get']>>, ...expected: string[]) => {
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body).sort()).toEqual(expected.sort());
  };
  const expectDenied = (answer: Awaited<ReturnType<AdminClient['get']>>) =>
    expect(expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission'])).toMatchObject({
      required_permission: 'settings.global',
    });
  const rowOf = async (id: string) => {
    const [row] = await queryAs<{ value: unknown; secret_value: string | null }>(
      api.urls.superuserUrl,
      'SELECT value, secret_value FROM settings WHERE id = $1',
      [id],
    );
    return row!;
  };

  describe('as they are secret', () => {
    const SECRET = 'sk_live_of_the_gateway';
    const valueOf = (key: string) => api.get(TenantSettings).valueFor({ tenantId: tenant.id, appId: null }, key);

    it('are encrypted, and shown to nobody', async () => {
      const input = aSetting({ value: SECRET, is_secret: true });
      const { body } = await owner.post('settings', input).expect(201);
      const { id } = body.data as { id: string };
      expect(body.data).toMatchObject({ value: MASK, is_secret: true });
      expect(await settings.read(id)).toMatchObject({ value: MASK });
      const row = await rowOf(id);
      expect(row).toEqual({ value: null, secret_value: expect.stringMatching(/^\w+\.[\w-]+$/) as unknown });
      expect(await valueOf(input.key)).toBe(SECRET);
      await settings.patch(id, { description: 'changed', value: MASK });
      expect(await rowOf(id)).toEqual(row);
      await settings.patch(id, { value: 'another' });
      expect(await valueOf(input.key)).toBe('another');
      await settings.remove(id);
      const told = JSON.stringify(await auditOf(api, id));
      expect(told).not.toContain(SECRET);
      expect(told).not.toContain('another');
      expect(told).not.toContain(row.secret_value);
      const [, kept, replaced] = await auditOf(api, id);
      expect(kept!.changes.map(({ path }) => path)).toEqual(['description']);
      expect(replaced!.changes).toEqual([{ path: 'value_replaced', before: false, after: true }]);
    });

    it('open for no other setting', async () => {
      const one = await settings.create({ value: SECRET, is_secret: true });
      const other = await settings.create({ value: 'x', is_secret: true });
      await queryAs(
        api.urls.superuserUrl,
        'UPDATE settings SET secret_value = (SELECT secret_value FROM settings WHERE id = $1) WHERE id = $2',
        [one.id, other.id],
      );
      await expect(valueOf(other.key)).rejects.toThrow();
    });

    it('become readable only with a new value, and never public', async () => {
      const { id, key } = await settings.create({ value: 7, value_type: 'number', is_secret: true });
      const patch = (changes: object) => owner.patch(`settings/${id}`, { lock_version: 1, ...changes });
      expectRefused(await patch({ is_secret: false }), 'value required');
      expectRefused(await patch({ is_secret: null }), 'value required');
      expectRefused(await patch({ is_secret: false, value: MASK }), 'value mask');
      expectRefused(await patch({ is_public: true }), 'is_public public_secret');
      expectRefused(await patch({ value: 'text' }), 'value not_number');
      const open = await settings.patch(id, { is_secret: false, value: 8 });
      expect(open).toMatchObject({ value: 8, is_secret: false });
      expect(await rowOf(id)).toEqual({ value: 8, secret_value: null });
      expectRefused(await owner.patch(`settings/${id}`, { lock_version: 2, value: MASK }), 'value mask');
      expect(await valueOf(key)).toBe(8);
      await withGlobal({ is_public: true }, async (global) => {
        const hidden = await platform.patch(`settings/${global}`, { lock_version: 1, is_secret: true });
        expectRefused(hidden, 'is_public public_secret');
      });
    });

    it('may have been readable before, which is not told again', async () => {
      const { id, key } = await settings.create({ value: { key: 'was-open' }, value_type: 'json' });
      expect(await settings.patch(id, { is_secret: true })).toMatchObject({ value: MASK });
      expect(await rowOf(id)).toMatchObject({ value: null });
      expect(await valueOf(key)).toEqual({ key: 'was-open' });
      expect(JSON.stringify((await auditOf(api, id))[1])).not.toContain('was-open');
    });

    it('are encrypted with the next change where SQL wrote them as they are', async () => {
      const { id, key } = await settings.create();
      await queryAs(api.urls.superuserUrl, 'UPDATE settings SET is_secret = true WHERE id = $1', [id]);
      expect(await settings.read(id)).toMatchObject({ value: MASK });
      await settings.patch(id, { description: 'x' });
      expect(await rowOf(id)).toEqual({ value: null, secret_value: expect.any(String) as unknown });
      expect(await valueOf(key)).toBe('Corner Shop');
    });
  });

  describe('as they are global', () => {
    it('are changed by nobody without the right, and seen as far as clients see them', async () => {
      const roles = await asRoles(api, 'owner');
      await withGlobal({ is_public: true }, async (id) => {
        for (const client of [owner, roles]) {
          expect(await settingClient(client).read(id)).toMatchObject({ scope: 'global', lock_version: 1 });
          expect(await idsOf('scope=global', client)).toEqual([id]);
          expectDenied(await client.post('settings', aSetting({ scope: 'global' })));
          expectDenied(await client.patch(`settings/${id}`, { lock_version: 1, value: 'x' }));
          expectDenied(await client.delete(`settings/${id}?lock_version=1`));
        }
      });
      for (const hidden of [{}, { is_secret: true }, { is_public: true, status: 'disabled' }]) {
        await withGlobal(hidden, async (id) => {
          expect(await idsOf('scope=global')).toEqual([]);
          expect(await idsOf('scope=global', platform)).toEqual([id]);
          expectProblem(await owner.get(`settings/${id}`), 404, 'RESOURCE.NOT_FOUND');
          expectProblem(await owner.patch(`settings/${id}`, { lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
          expectProblem(await owner.delete(`settings/${id}?lock_version=1`), 404, 'RESOURCE.NOT_FOUND');
        });
      }
    });

    it('are changed in whichever tenant an administrator of the platform acts, which its log tells', async () => {
      const away = await asOwner(api, { 'X-Tenant-ID': tenant.id });
      const { id } = await settingClient(away).create({ scope: 'global' });
      await settingClient(platform).patch(id, { value: 'x' });
      await settingClient(away).remove(id);
      const records = await queryAs(
        api.urls.superuserUrl,
        `SELECT tenant_id, action FROM audit_logs WHERE resource_id = $1 AND method <> 'GET' ORDER BY occurred_at`,
        [id],
      );
      expect(records.map(({ tenant_id }) => tenant_id as string)).toEqual([tenant.id, api.tenantId, tenant.id]);
    });

    it('are refused by the database to every tenant', async () => {
      await withGlobal({}, async (id) => {
        const statement = `UPDATE settings SET value = '1' WHERE id = $1 RETURNING id`;
        expect(await api.database.write(tenant.id, statement, [id])).toEqual([]);
      });
    });
  });
});
