import { randomUUID } from 'node:crypto';
import { PERMISSIONS, RolesService, TenantsService } from '@libs/iam';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { expectProblem, reasons } from '../../http/support/problem';
import { adminClient, anAdmin, asOwner, asRoles, suiteOwner } from '../support/admin';
import { AN_ADMINISTRATOR } from '../support/authors';
import { aTenant } from '../support/tenants';

describe('Roles', () => {
  const api = suiteApi();
  const owner = suiteOwner(api);

  const aCode = () => `role_${randomUUID().slice(0, 8)}`;
  const create = async (fields: object = {}, client = owner) => {
    const request = { code: aCode(), name: 'Support', permissions: ['users.read'], ...fields };
    const { body } = await client.post('roles', request).expect(201);
    return body.data as { code: string; permissions: string[]; lock_version: number };
  };
  const rows = (statement: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, statement, values);

  it('have a catalogue of permissions', async () => {
    const { body } = await owner.get('permissions').expect(200);
    expect(body.data.items.map(({ code }: { code: string }) => code)).toEqual(PERMISSIONS.map(({ code }) => code));
    for (const { code, module, action, description } of body.data.items) {
      expect({ code, description }).toEqual({ code: `${module}.${action}`, description: expect.stringMatching(/\S/) });
    }
  });

  it('are built in for every tenant, the one of the platform only there', async () => {
    const { body } = await owner.get('roles?page_size=100').expect(200);
    const builtIn = body.data.items.filter(({ built_in }: { built_in: boolean }) => built_in);
    expect(builtIn.map(({ code }: { code: string }) => code).sort()).toEqual([
      'admin',
      'auditor',
      'content_editor',
      'notification_operator',
      'owner',
      'platform_admin',
      'release_manager',
    ]);
    const tenant = await aTenant(api);
    expectProblem(await tenant.owner.client.get('roles/platform_admin'), 404, 'RESOURCE.NOT_FOUND');
    const { body: auditor } = await tenant.owner.client.get('roles/auditor').expect(200);
    const further = (auditor.data.permissions as string[]).filter((code) => !code.endsWith('.read'));
    expect(further).toEqual(['audit.export', 'audit.verify']);
  });

  describe('that are built in', () => {
    it('follow the catalogue with every start, in all tenants, while custom ones stay as they are', async () => {
      const tenant = await aTenant(api);
      const custom = await create({ permissions: [] });
      const stateOf = () =>
        rows(`SELECT tenant_id, code, name, permissions, lock_version, built_in FROM roles ORDER BY tenant_id, code`);
      const before = await stateOf();
      await rows(`UPDATE roles SET permissions = '{users.read}' WHERE code = 'owner'`);
      await rows(`UPDATE roles SET name = 'Old name' WHERE code = 'admin' AND tenant_id = $1`, [tenant.id]);
      await rows(`DELETE FROM roles WHERE code = 'auditor' AND tenant_id = $1`, [tenant.id]);
      await api.get(RolesService).syncBuiltIn();
      const raised = (row: Record<string, unknown>) =>
        row['code'] === 'owner' || (row['code'] === 'admin' && row['tenant_id'] === tenant.id) ? 1 : 0;
      const after = await stateOf();
      expect(after).toEqual(before.map((row) => ({ ...row, lock_version: Number(row['lock_version']) + raised(row) })));
      expect(after.find(({ code }) => code === custom.code)).toMatchObject({ built_in: false, permissions: [] });
      await api.get(RolesService).syncBuiltIn();
      expect(await stateOf()).toEqual(after);
    });

    it('have their permissions from the first moment of a platform tenant', async () => {
      const [owning] = await rows(
        `SELECT r.permissions FROM roles r JOIN tenants t ON t.id = r.tenant_id WHERE t.is_platform AND r.code = 'platform_admin'`,
      );
      expect(owning?.['permissions']).toEqual(PERMISSIONS.map(({ code }) => code));
      expect((await api.get(TenantsService).findByCode('default'))?.isPlatform).toBe(true);
    });

    it('are neither changed nor deleted', async () => {
      const { body } = await owner.get('roles/auditor').expect(200);
      const { lock_version } = body.data;
      expectProblem(await owner.patch('roles/auditor', { name: 'Mine', lock_version }), 409, 'IAM.ROLE.BUILT_IN');
      expectProblem(await owner.delete('roles/auditor'), 409, 'IAM.ROLE.BUILT_IN');
    });

    it('keep their codes to themselves, in tenants too that do not have them', async () => {
      const tenant = await aTenant(api);
      for (const code of ['owner', 'platform_admin']) {
        const answer = await tenant.owner.client.post('roles', { code, name: 'Mine', permissions: [] });
        expectProblem(answer, 409, 'IAM.CODE.TAKEN');
      }
    });
  });

  describe('POST roles', () => {
    it('creates a role, its permissions once each and in the order of the catalogue', async () => {
      const code = aCode();
      const permissions = ['members.read', 'users.read', 'members.read'];
      const { body } = await owner.post('roles', { code, name: 'Support', permissions }).expect(201);
      expect(body.data).toEqual({
        code,
        name: 'Support',
        permissions: ['users.read', 'members.read'],
        built_in: false,
        user_count: 0,
        lock_version: 1,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        updated_by: AN_ADMINISTRATOR,
      });
      const records = await rows('SELECT action, changes FROM audit_logs WHERE resource_id = $1', [code]);
      expect(records).toEqual([
        { action: 'roles.write', changes: expect.arrayContaining([{ path: 'code', before: null, after: code }]) },
      ]);
    });

    it('answers 409 for a code that is taken, to all but one of many', async () => {
      const role = { code: aCode(), name: 'Support', permissions: [] };
      const answers = await Promise.all(Array.from({ length: 6 }, () => owner.post('roles', role)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      expectProblem(await owner.post('roles', role), 409, 'IAM.CODE.TAKEN');
    });

    it('answers 422 naming the index of an invalid permission', async () => {
      const permissions = ['users.read', 'users.fly', 'nonsense', 'apps.read', 'constructor'];
      const answer = await owner.post('roles', { code: aCode(), name: 'Support', permissions });
      expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual([
        'permissions.1 unknown_permission',
        'permissions.2 unknown_permission',
        'permissions.4 unknown_permission',
      ]);
    });

    it.each([
      [{}, ['code required', 'name required', 'permissions required']],
      [{ code: 'With Blanks', name: 'x', permissions: [] }, ['code not_slug']],
      [{ code: '_x', name: 'x', permissions: [] }, ['code not_slug']],
      [{ code: 'x', name: '', permissions: [] }, ['name required']],
      [{ code: 'x', name: 'x', permissions: 'users.read' }, ['permissions not_list']],
      [{ code: 'x', name: 'x', permissions: [1] }, ['permissions.0 not_string']],
      [{ code: 'x', name: 'x', permissions: [], built_in: true }, ['built_in unknown_field']],
    ])('answers 422 for %j', async (body, expected) => {
      const answer = await owner.post('roles', body);
      expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual(expected);
    });

    it('refuses permissions that the administrator lacks', async () => {
      const maker = await create({ permissions: ['roles.write', 'roles.read', 'users.read'] });
      const client = await asRoles(api, maker.code);
      await create({ permissions: ['users.read'] }, client);
      const answer = await client.post('roles', {
        code: aCode(),
        name: 'x',
        permissions: ['users.read', 'users.write'],
      });
      const problem = expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      expect(problem).toMatchObject({ required_permission: 'users.write' });
    });

    it('keeps permissions of the platform out of other tenants, whoever asks', async () => {
      const tenant = await aTenant(api);
      const role = { code: aCode(), name: 'x', permissions: ['users.read', 'tenants.access'] };
      expectProblem(await tenant.owner.client.post('roles', role), 403, 'IAM.PERMISSION.DENIED', [
        'required_permission',
      ]);
      const there = await asOwner(api, { 'X-Tenant-ID': tenant.id });
      expect(reasons(expectProblem(await there.post('roles', role), 422, 'REQUEST.VALIDATION_FAILED'))).toEqual([
        'permissions.1 platform_permission',
      ]);
    });
  });

  describe('GET roles', () => {
    it('lists newest first with how many have each, and searches code and name literally', async () => {
      const name = `50%_${randomUUID()}`;
      const [first, second] = [await create({ name }), await create({ name })];
      await anAdmin(api, [second.code]);
      const found = async (q: string) => (await owner.get(`roles?q=${encodeURIComponent(q)}`).expect(200)).body.data;
      const { items, total } = await found(name.toUpperCase());
      expect(total).toBe(2);
      expect(items.map(({ code, user_count }: { code: string; user_count: number }) => [code, user_count])).toEqual([
        [second.code, 1],
        [first.code, 0],
      ]);
      expect((await found(first.code)).total).toBe(1);
      for (const q of ['%50', '____', '\\', "'; DROP TABLE roles; --"]) expect((await found(q)).total).toBe(0);
    });

    it('answers 404 for an unknown code, whatever it looks like', async () => {
      const codes = [
        'nothing',
        '%00',
        'a%00b',
        '%27%20OR%201=1',
        'x'.repeat(2000),
        'OWNER',
        '%F0%9F%98%80',
        '__proto__',
      ];
      for (const code of codes) {
        expectProblem(await owner.get(`roles/${code}`), 404, 'RESOURCE.NOT_FOUND');
        expectProblem(await owner.patch(`roles/${code}`, { lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
        expectProblem(await owner.delete(`roles/${code}`), 404, 'RESOURCE.NOT_FOUND');
      }
      const { code } = await create();
      expectProblem(await (await aTenant(api)).owner.client.get(`roles/${code}`), 404, 'RESOURCE.NOT_FOUND');
    });
  });

  describe('PATCH roles/{code}', () => {
    it('takes effect with the next request of its holders', async () => {
      const { code } = await create({ permissions: ['users.read'] });
      const { token } = await anAdmin(api, [code]);
      const holder = adminClient(api, token);
      await holder.get('users').expect(200);
      const { body } = await owner.patch(`roles/${code}`, { permissions: ['roles.read'], lock_version: 1 }).expect(200);
      expect(body.data).toMatchObject({ permissions: ['roles.read'], name: 'Support', lock_version: 2, user_count: 1 });
      expectProblem(await holder.get('users'), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      await holder.get('roles').expect(200);
    });

    it('refuses to give or take permissions that the administrator lacks, but allows a new name', async () => {
      const { code } = await create({ permissions: ['apps.read', 'users.read'] });
      const editor = await asRoles(api, (await create({ permissions: ['roles.write', 'users.read'] })).code);
      const patch = (body: object) => editor.patch(`roles/${code}`, { lock_version: 1, ...body });
      const given = await patch({ permissions: ['apps.read', 'users.read', 'apps.delete'] });
      expect(expectProblem(given, 403, 'IAM.PERMISSION.DENIED', ['required_permission'])).toMatchObject({
        required_permission: 'apps.delete',
      });
      const taken = await patch({ permissions: ['users.read'] });
      expect(expectProblem(taken, 403, 'IAM.PERMISSION.DENIED', ['required_permission'])).toMatchObject({
        required_permission: 'apps.read',
      });
      await patch({ name: 'Other', permissions: ['apps.read'] }).then(({ status }) => expect(status).toBe(200));
    });

    it('accepts neither an unknown permission nor a code', async () => {
      const { code } = await create();
      const patch = async (body: object) =>
        reasons(expectProblem(await owner.patch(`roles/${code}`, body), 422, 'REQUEST.VALIDATION_FAILED'));
      expect(await patch({ lock_version: 1, permissions: ['no.such'] })).toEqual(['permissions.0 unknown_permission']);
      expect(await patch({ lock_version: 1, code: 'other' })).toEqual(['code unknown_field']);
      expect(await patch({ name: 'x' })).toEqual(['lock_version required']);
    });
  });

  describe('DELETE roles/{code}', () => {
    it('deletes a role that nobody has', async () => {
      const { code } = await create();
      const holder = await anAdmin(api, [code]);
      expectProblem(await owner.delete(`roles/${code}`), 409, 'IAM.ROLE.IN_USE');
      await owner.put(`users/${holder.userId}/roles`, { roles: [] }).expect(200);
      const { body } = await owner.delete(`roles/${code}`).expect(200);
      expect(body.data).toEqual({ success: true });
      expectProblem(await owner.get(`roles/${code}`), 404, 'RESOURCE.NOT_FOUND');
    });

    it('and giving it at the same time never leave a user with a role that is gone', async () => {
      for (let round = 0; round < 5; round++) {
        const { code } = await create();
        const { userId } = await anAdmin(api, ['auditor']);
        const [gone, given] = await Promise.all([
          owner.delete(`roles/${code}`),
          owner.put(`users/${userId}/roles`, { roles: ['auditor', code] }),
        ]);
        expect([
          [200, 422],
          [409, 200],
        ]).toContainEqual([gone.status, given.status]);
      }
    });
  });
});
