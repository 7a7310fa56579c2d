import { randomUUID } from 'node:crypto';
import { anEmail, eventually, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { aMember, clientOf, signIn } from '../../mobile/support/journey';
import { expectProblem, reasons } from '../../http/support/problem';
import { adminClient, type AdminClient, asOwner, signInAdmin } from '../support/admin';
import { AN_ADMINISTRATOR } from '../support/authors';
import { aTenant } from '../support/tenants';

const NOWHERE = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('Tenants', () => {
  let api: TestApi;
  /** Another process on the same database. */
  let other: TestApi;
  let platform: AdminClient;

  beforeAll(async () => {
    api = await startTestApi();
    other = await startTestApi({}, api.urls);
    platform = await asOwner(api);
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });

  const aCode = () => `t-${randomUUID().slice(0, 13)}`;
  const aRequest = (fields: object = {}) => ({
    code: aCode(),
    name: 'Corner Shop',
    owner: { email: anEmail(), display_name: 'Lin' },
    ...fields,
  });
  const create = async (fields: object = {}) => {
    const request = aRequest(fields);
    const { body } = await platform.post('tenants', request).expect(201);
    return { request, tenant: body.data as { id: string; code: string; lock_version: number } };
  };
  const rows = <T extends object>(statement: string, values: unknown[]) =>
    queryAs<T & Record<string, unknown>>(api.urls.superuserUrl, statement, values);

  describe('POST tenants', () => {
    it('creates a tenant with built-in roles, default App and reserved pages, and invites its owner', async () => {
      const { request, tenant } = await create();
      expect(tenant).toEqual({
        id: expect.any(String),
        code: request.code,
        name: 'Corner Shop',
        status: 'active',
        is_platform: false,
        lock_version: 1,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        updated_by: AN_ADMINISTRATOR,
      });
      const roles = await rows('SELECT code FROM roles WHERE tenant_id = $1 AND built_in ORDER BY 1', [tenant.id]);
      expect(roles.map(({ code }) => code)).toEqual([
        'admin',
        'auditor',
        'content_editor',
        'notification_operator',
        'owner',
        'release_manager',
      ]);
      const apps = await rows('SELECT name, is_default, status FROM apps WHERE tenant_id = $1', [tenant.id]);
      expect(apps).toEqual([{ name: 'Corner Shop', is_default: true, status: 'active' }]);
      const [pages] = await rows('SELECT count(*)::int AS count FROM content_pages WHERE tenant_id = $1', [tenant.id]);
      expect(pages?.['count']).toBeGreaterThan(1);
      const [mail] = await eventually(async () => {
        const mails = await api.mailsTo(request.owner.email);
        return mails.length > 0 && mails;
      });
      expect(mail).toMatchObject({ text: expect.stringContaining('/invite?token=') });
      const events = await rows('SELECT type FROM outbox_messages WHERE tenant_id = $1 ORDER BY type', [tenant.id]);
      expect(events.map(({ type }) => type)).toEqual(['app.created', 'iam.account_link_mail', 'user.invited']);
    });

    it('makes an owner who can do everything in the tenant, and nothing elsewhere', async () => {
      const { owner, id } = await aTenant(api);
      const { body } = await owner.client.get('auth/context').expect(200);
      expect(body.data).toMatchObject({ tenant: { id }, roles: ['owner'] });
      expect(body.data.permissions).toContain('roles.write');
      expect(body.data.permissions.filter((code: string) => code.startsWith('tenants.'))).toEqual([]);
      const { body: refusal } = await owner.client.get('tenants').expect(403);
      expect(refusal).toMatchObject({ code: 'IAM.PERMISSION.DENIED', required_permission: 'tenants.read' });
      const { body: apps } = await owner.client.get('apps').expect(200);
      expect(apps.data.total).toBe(1);
    });

    it('is recorded once, in the log of who did it', async () => {
      const { request, tenant } = await create();
      const records = await rows(
        `SELECT tenant_id, action, resource_type, outcome, changes FROM audit_logs WHERE resource_id = $1`,
        [tenant.id],
      );
      expect(records).toEqual([
        {
          tenant_id: api.tenantId,
          action: 'tenants.write',
          resource_type: 'tenant',
          outcome: 'success',
          changes: expect.arrayContaining([{ path: 'code', before: null, after: request.code }]),
        },
      ]);
    });

    it('answers 409 for a code that is taken, and leaves nothing behind', async () => {
      const { request } = await create();
      const again = aRequest({ code: request.code });
      expectProblem(await platform.post('tenants', again), 409, 'IAM.CODE.TAKEN');
      expectProblem(await platform.post('tenants', aRequest({ code: 'default' })), 409, 'IAM.CODE.TAKEN');
      const owners = await rows('SELECT 1 FROM login_identifiers WHERE value = $1', [again.owner.email]);
      expect(owners).toEqual([]);
    });

    it('lets one of many win that ask for a code at once', async () => {
      const code = aCode();
      const answers = await Promise.all(Array.from({ length: 6 }, () => platform.post('tenants', aRequest({ code }))));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
      const apps = await rows('SELECT 1 FROM apps a JOIN tenants t ON t.id = a.tenant_id WHERE t.code = $1', [code]);
      expect(apps.length).toBe(1);
    });

    it.each([
      [{}, ['code required', 'name required', 'owner required']],
      [aRequest({ code: 'Not a slug' }), ['code not_slug']],
      [aRequest({ code: 'a'.repeat(65) }), ['code too_long']],
      [aRequest({ name: '  ' }), ['name required']],
      [aRequest({ name: 'x'.repeat(81) }), ['name too_long']],
      [
        aRequest({ owner: { email: 'nobody', display_name: '' } }),
        ['owner.email not_email', 'owner.display_name required'],
      ],
      [aRequest({ is_platform: true }), ['is_platform unknown_field']],
      [
        aRequest({ owner: { email: 'a@example.com', display_name: 'Lin', roles: ['x'] } }),
        ['owner.roles unknown_field'],
      ],
    ])('answers 422 for %j', async (body, expected) => {
      const answer = await platform.post('tenants', body);
      expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED')).sort()).toEqual(expected.sort());
    });
  });

  describe('GET tenants', () => {
    it('lists them newest first, a page at a time, whatever the order of rows', async () => {
      const made = [await create(), await create(), await create()].map(({ tenant }) => tenant.id).reverse();
      const all = (await platform.get('tenants?page_size=100').expect(200)).body.data;
      expect(all.items.slice(0, 3).map(({ id }: { id: string }) => id)).toEqual(made);
      const paged = [];
      for (let page = 1; page <= Math.ceil(all.total / 2); page++) {
        paged.push(...(await platform.get(`tenants?page_size=2&page=${page}`).expect(200)).body.data.items);
      }
      expect(paged).toEqual(all.items);
      const beyond = await platform.get('tenants?page=1000000').expect(200);
      expect(beyond.body.data).toEqual({ items: [], page: 1_000_000, page_size: 20, total: all.total });
    });

    it('searches code and name, literally and whatever the case', async () => {
      const name = `100% Über_${randomUUID()}`;
      const { tenant } = await create({ name });
      const found = async (q: string) =>
        (await platform.get(`tenants?q=${encodeURIComponent(q)}`).expect(200)).body.data.items.map(
          ({ id }: { id: string }) => id,
        );
      expect(await found(`  ${name.toUpperCase().slice(0, -2)} `)).toEqual([tenant.id]);
      expect(await found(tenant.code.slice(2))).toEqual([tenant.id]);
      for (const q of ['%_%_%', '\\', "' OR 1=1 --", '__________', '%%']) expect(await found(q)).toEqual([]);
      expectProblem(await platform.get('tenants?q=%00'), 422, 'REQUEST.VALIDATION_FAILED');
      expectProblem(await platform.get(`tenants?q=${'x'.repeat(161)}`), 422, 'REQUEST.VALIDATION_FAILED');
    });

    it('filters by status', async () => {
      const { tenant } = await create();
      await platform.post(`tenants/${tenant.id}/disable`, { lock_version: 1 }).expect(200);
      const of = async (status: string) =>
        (await platform.get(`tenants?page_size=100&status=${status}`).expect(200)).body.data.items.map(
          ({ id }: { id: string }) => id,
        );
      expect(await of('disabled')).toContain(tenant.id);
      expect(await of('active')).not.toContain(tenant.id);
      expectProblem(await platform.get('tenants?status=deleted'), 422, 'REQUEST.VALIDATION_FAILED');
    });

    it('answers 404 for one that there is not', async () => {
      for (const path of [`tenants/${NOWHERE}`, 'tenants/nonsense']) {
        expectProblem(await platform.get(path), 404, 'RESOURCE.NOT_FOUND');
      }
      expectProblem(await platform.patch(`tenants/${NOWHERE}`, { lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await platform.post(`tenants/${NOWHERE}/enable`, { lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await platform.post(`tenants/${NOWHERE}/disable`, { lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
    });
  });

  describe('PATCH tenants/{id}', () => {
    it('changes the name, for exactly one of many with the same version', async () => {
      const { tenant } = await create();
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => platform.patch(`tenants/${tenant.id}`, { name: 'New', lock_version: 1 })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      const loser = answers.find(({ status }) => status === 409);
      expect(loser?.body).toMatchObject({ code: 'RESOURCE.VERSION_CONFLICT', current_lock_version: 2 });
      const { body } = await platform.get(`tenants/${tenant.id}`).expect(200);
      expect(body.data).toMatchObject({ name: 'New', code: tenant.code, lock_version: 2 });
    });

    it('accepts a name and a version, and nothing else', async () => {
      const { tenant } = await create();
      const patch = async (body: object) =>
        reasons(expectProblem(await platform.patch(`tenants/${tenant.id}`, body), 422, 'REQUEST.VALIDATION_FAILED'));
      expect(await patch({ name: 'New' })).toEqual(['lock_version required']);
      expect(await patch({ lock_version: 1, code: 'other' })).toEqual(['code unknown_field']);
      expect(await patch({ lock_version: 0 })).toEqual(['lock_version out_of_range']);
      expect(await patch({ lock_version: 1, name: null })).toEqual(['name not_string']);
    });
  });

  describe('disabling', () => {
    it('makes Apps unavailable and sessions worthless on every process at once, until the tenant is enabled', async () => {
      const tenant = await aTenant(api);
      const [app] = await rows<{ id: string }>('SELECT id FROM apps WHERE tenant_id = $1', [tenant.id]);
      const member = await aMember(api, {}, app!.id);
      const pair = await signIn(api, member, { appId: app!.id });
      const there = clientOf(other, app!.id);
      await there.context(pair.access_token).expect(200);
      const { body } = await platform.post(`tenants/${tenant.id}/disable`, { lock_version: 1 }).expect(200);
      expect(body.data).toMatchObject({ status: 'disabled', lock_version: 2 });
      const mobile = await eventually(async () => {
        const answer = await there.context(pair.access_token);
        return answer.status === 400 && answer;
      });
      expectProblem(mobile, 400, 'APP.HEADER.UNAVAILABLE');
      expectProblem(await tenant.owner.client.get('users'), 401, 'IAM.TOKEN.INVALID');
      const login = { email: tenant.owner.email, password: tenant.owner.password, tenant: tenant.code };
      expectProblem(await adminClient(other).post('auth/login', login), 401, 'IAM.LOGIN.INVALID_CREDENTIALS');
      await platform.post(`tenants/${tenant.id}/enable`, { lock_version: 2 }).expect(200);
      await eventually(async () => (await there.context(pair.access_token)).status === 200);
      await signInAdmin(other, login);
    });

    it('is refused for the platform tenant', async () => {
      const { body } = await platform.get(`tenants/${api.tenantId}`).expect(200);
      expect(body.data).toMatchObject({ is_platform: true, status: 'active' });
      const { lock_version } = body.data;
      const answer = await platform.post(`tenants/${api.tenantId}/disable`, { lock_version });
      expectProblem(answer, 409, 'IAM.TENANT.IS_PLATFORM');
    });

    it('is refused where there is nothing to disable or enable, and with a stale version', async () => {
      const { tenant } = await create();
      const act = (verb: string, lock_version: number) =>
        platform.post(`tenants/${tenant.id}/${verb}`, { lock_version });
      expectProblem(await act('enable', 1), 409, 'IAM.STATE.INVALID');
      expectProblem(await act('disable', 7), 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
      await act('disable', 1).expect(200);
      expectProblem(await act('disable', 2), 409, 'IAM.STATE.INVALID');
      expectProblem(await act('disable', 1), 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
      expectProblem(await platform.post(`tenants/${tenant.id}/enable`, {}), 422, 'REQUEST.VALIDATION_FAILED');
    });
  });
});
