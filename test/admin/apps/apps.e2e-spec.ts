import { newId } from '@libs/kernel';
import { anApp } from '../../http/support/apps';
import { expectProblem, reasons } from '../../http/support/problem';
import { aMember } from '../../mobile/support/journey';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { adminClient, type AdminClient, asOwner, asRoles, signInAdmin, suiteOwner } from '../support/admin';
import { aFile, aManagedApp, anotherTenant, auditOf, eventsOf, NEW_APP } from '../support/apps';
import { AN_ADMINISTRATOR } from '../support/authors';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('Apps of a tenant', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);

  describe('POST /admin-api/v1/apps', () => {
    it('creates an active App with the defaults', async () => {
      const { body } = await admin.post('apps', NEW_APP).expect(201);
      expect(body).toEqual({
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          name: 'Corner Shop',
          app_type: 'uni_app',
          description: null,
          status: 'active',
          is_default: false,
          icon_file_id: null,
          default_locale: 'zh-CN',
          supported_locales: ['zh-CN'],
          registration: {
            email_enabled: true,
            mobile_enabled: true,
            email_resend_cooldown_seconds: 60,
            default_country: 'CN',
            allowed_countries: ['CN'],
          },
          captcha: { type: 'random', scenes: {}, level: 'standard', characters: 'auto' },
          feature_flags: {},
          client_config: {},
          dcloud_appid: null,
          upgrade: {
            blocked_versions: [],
            review_versions: [],
            maintenance: { active: false, message: null, until: null },
          },
          support: { email: null, url: null, phone: null },
          mail: { from_name: null, from_address: null, reply_to: null },
          content: { allow_external_images: false },
          startup: {
            onboarding: { published_version: 0, enabled: false, slides: [], published_at: null, published_by: null },
          },
          member_count: 0,
          lock_version: 1,
          created_at: expect.stringMatching(ISO),
          updated_at: expect.stringMatching(ISO),
          updated_by: AN_ADMINISTRATOR,
        },
      });
    });

    it('keeps every setting', async () => {
      const settings = {
        app_type: 'uni_app_x',
        description: 'Everything around the corner',
        icon_file_id: await aFile(api),
        default_locale: 'en-US',
        supported_locales: ['zh-CN', 'en-US', 'ja-JP'],
        registration: {
          email_enabled: false,
          mobile_enabled: true,
          email_resend_cooldown_seconds: 3600,
          default_country: 'JP',
          allowed_countries: ['JP', 'CN'],
        },
        captcha: { type: 'click', scenes: { login: 'slide', step_up: 'rotate' }, level: 'hard', characters: 'latin' },
        feature_flags: { checkout: true, variant: 'b', limit: 1.5 },
        client_config: { theme: { dark: true }, list: [1, 'two', null, { three: [] }], empty: {} },
        dcloud_appid: '__UNI__1A2B3C4',
        upgrade: {
          blocked_versions: ['1.0.0', '1.0.1'],
          review_versions: ['2.0.0-rc.1'],
          maintenance: {
            active: true,
            message: { 'en-US': 'Soon', 'zh-CN': '稍后' },
            until: '2026-12-01T00:00:00.000Z',
          },
        },
        support: { email: 'help@example.com', url: 'https://help.example.com/a?b=c', phone: '+86 400-123-4567' },
      };
      const app = await aManagedApp(admin, settings);
      expect(app).toMatchObject({ ...settings, status: 'active', lock_version: 1 });
      expect((await admin.get(`apps/${app.id}`).expect(200)).body.data).toEqual(app);
    });

    it('allows the default country alone where no countries are named', async () => {
      const app = await aManagedApp(admin, { registration: { default_country: 'JP' } });
      expect(app.registration).toMatchObject({ default_country: 'JP', allowed_countries: ['JP'] });
    });

    it('makes the reserved pages with it, emits an event and records it', async () => {
      const app = await aManagedApp(admin);
      const pages = await queryAs(
        api.urls.superuserUrl,
        'SELECT key FROM content_pages WHERE app_id = $1 AND reserved ORDER BY key',
        [app.id],
      );
      expect(pages.map(({ key }) => key as string)).toEqual([
        'about-us',
        'contact-us',
        'help',
        'privacy-policy',
        'terms-of-service',
        'user-guide',
      ]);
      expect(await eventsOf(api, app.id)).toEqual([
        {
          type: 'app.created',
          data: {
            app_id: app.id,
            name: 'Corner Shop',
            app_type: 'uni_app',
            status: 'active',
            is_default: false,
            lock_version: 1,
          },
        },
      ]);
      const [record] = await auditOf(api, app.id);
      expect(record).toMatchObject({ action: 'apps.write', outcome: 'success', resource_type: 'app', app_id: app.id });
      expect(record!.changes).toContainEqual({ path: 'name', before: null, after: 'Corner Shop' });
    });

    it('leaves nothing of an App that is refused', async () => {
      const rows = () =>
        queryAs(
          api.urls.superuserUrl,
          `SELECT (SELECT count(*) FROM apps) AS apps, (SELECT count(*) FROM content_pages) AS pages,
                  (SELECT count(*) FROM outbox_messages) AS messages`,
        );
      const before = await rows();
      await admin.post('apps', { ...NEW_APP, icon_file_id: newId() }).expect(422);
      expect(await rows()).toEqual(before);
    });

    it.each([['name'], ['app_type'], ['default_locale']])('needs %s', async (field) => {
      const { body } = await admin.post('apps', { ...NEW_APP, [field]: undefined }).expect(422);
      expect(reasons(body)).toEqual([`${field} required`]);
    });

    it('accepts no lock_version', async () => {
      const { body } = await admin.post('apps', { ...NEW_APP, lock_version: 1 }).expect(422);
      expect(reasons(body)).toEqual(['lock_version unknown_field']);
    });

    it('lets names repeat and a dcloud_appid not, wherever it is taken', async () => {
      await aManagedApp(admin);
      await aManagedApp(admin);
      await aManagedApp(admin, { dcloud_appid: '__UNI__TAKEN' });
      const answer = await admin.post('apps', { ...NEW_APP, dcloud_appid: '__UNI__TAKEN' });
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(['dcloud_appid taken']);
      const elsewhere = await asOwner(api, { 'X-Tenant-ID': await anotherTenant(api) });
      const { body } = await elsewhere.post('apps', { ...NEW_APP, dcloud_appid: '__UNI__TAKEN' }).expect(422);
      expect(reasons(body)).toEqual(['dcloud_appid taken']);
    });
  });

  describe('GET /admin-api/v1/apps/{app_id}', () => {
    it('counts the active members', async () => {
      const app = await aManagedApp(admin);
      await aMember(api, {}, app.id);
      await aMember(api, {}, app.id);
      await queryAs(
        api.urls.superuserUrl,
        `UPDATE app_memberships SET status = 'suspended'
          WHERE (app_id, user_id) IN (SELECT app_id, user_id FROM app_memberships WHERE app_id = $1 LIMIT 1)`,
        [app.id],
      );
      expect((await admin.get(`apps/${app.id}`).expect(200)).body.data.member_count).toBe(1);
      const { body } = await admin.get(`apps?q=${app.id}`).expect(200);
      expect(body.data.items).toMatchObject([{ id: app.id, member_count: 1 }]);
    });

    it.each(['unknown', 'malformed', 'deleted', 'of another tenant'])('is 404 for an App that is %s', async (kind) => {
      const ids = {
        unknown: newId(),
        malformed: 'shop',
        deleted: await deleted(),
        'of another tenant': (await anApp(api)).id,
      };
      const id = ids[kind as keyof typeof ids];
      expectProblem(await admin.get(`apps/${id}`), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await admin.patch(`apps/${id}`, { name: 'X', lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await admin.delete(`apps/${id}`), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await admin.post(`apps/${id}/enable`, { lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await admin.post(`apps/${id}/disable`, { lock_version: 1 }), 404, 'RESOURCE.NOT_FOUND');
      const onboarding = `apps/${id}/startup/onboarding`;
      const content = { expected_version: 0, enabled: true, slides: [] };
      expectProblem(await admin.post(`${onboarding}/publish`, content), 404, 'RESOURCE.NOT_FOUND');
      expectProblem(await admin.get(`${onboarding}/revisions`), 404, 'RESOURCE.NOT_FOUND');
    });

    const deleted = async () => {
      const { id, lock_version } = await aManagedApp(admin);
      await admin.post(`apps/${id}/disable`, { lock_version }).expect(200);
      await admin.delete(`apps/${id}`).expect(200);
      return id;
    };

    it('accepts the id in capitals', async () => {
      const { id } = await aManagedApp(admin);
      expect((await admin.get(`apps/${id.toUpperCase()}`).expect(200)).body.data.id).toBe(id);
    });
  });

  describe('GET /admin-api/v1/apps', () => {
    let tenant: AdminClient;

    beforeAll(async () => {
      tenant = await asOwner(api, { 'X-Tenant-ID': await anotherTenant(api) });
      for (const [index, name] of ['Alpha', 'Beta', 'Gamma 100%', 'alphabet'].entries()) {
        const app_type = index % 2 === 0 ? 'uni_app' : 'uni_app_x';
        const app = await aManagedApp(tenant, { name, app_type, dcloud_appid: `__UNI__LIST${index}` });
        if (index === 0) await tenant.post(`apps/${app.id}/disable`, { lock_version: 1 }).expect(200);
      }
    });

    const names = async (query: string) => {
      const { body } = await tenant.get(`apps${query}`).expect(200);
      return (body.data.items as { name: string }[]).map(({ name }) => name);
    };

    it('shows the Apps of the caller’s tenant, newest first, a page at a time', async () => {
      const { body } = await tenant.get('apps').expect(200);
      expect(body.data).toMatchObject({ page: 1, page_size: 20, total: 4 });
      expect(Object.keys(body.data as object).sort()).toEqual(['items', 'page', 'page_size', 'total']);
      expect(await names('')).toEqual(['alphabet', 'Gamma 100%', 'Beta', 'Alpha']);
      expect(await names('?page=2&page_size=3')).toEqual(['Alpha']);
      const beyond = await tenant.get('apps?page=3&page_size=3').expect(200);
      expect(beyond.body.data).toEqual({ items: [], page: 3, page_size: 3, total: 4 });
    });

    it.each([
      ['?q=ALPHA', ['alphabet', 'Alpha']],
      ['?q=%20alpha%20', ['alphabet', 'Alpha']],
      ['?q=', ['alphabet', 'Gamma 100%', 'Beta', 'Alpha']],
      ['?q=uni__list2', ['Gamma 100%']],
      ['?q=%25', ['Gamma 100%']],
      ['?q=_lph', []],
      ['?app_type=uni_app', ['Gamma 100%', 'Alpha']],
      ['?status=disabled', ['Alpha']],
      ['?status=active&app_type=uni_app_x&q=bet', ['alphabet', 'Beta']],
    ])('answers %s', async (query, expected) => {
      expect(await names(query)).toEqual(expected);
    });

    it.each([
      ['?app_type=flutter', 'app_type not_allowed'],
      ['?app_type=', 'app_type not_allowed'],
      ['?status=deleted', 'status not_allowed'],
      ['?page=0', 'page out_of_range'],
      ['?page_size=101', 'page_size out_of_range'],
      ['?page_size=ten', 'page_size not_integer'],
      [`?q=${'x'.repeat(161)}`, 'q too_long'],
      ['?q=a&q=b', 'q repeated'],
      ['?q=%00', 'q invalid_text'],
    ])('refuses %s', async (query, reason) => {
      const answer = await tenant.get(`apps${query}`);
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual([reason]);
    });
  });

  describe('permissions', () => {
    it('is refused without the permission: 403', async () => {
      const app = await aManagedApp(admin);
      const auditor = await asRoles(api, 'auditor');
      await auditor.get('apps').expect(200);
      await auditor.get(`apps/${app.id}`).expect(200);
      await auditor.get(`apps/${app.id}/startup/onboarding/revisions`).expect(200);
      const refused = [
        [await auditor.post('apps', NEW_APP), 'apps.write'],
        [await auditor.patch(`apps/${app.id}`, { name: 'X', lock_version: 1 }), 'apps.write'],
        [await auditor.post(`apps/${app.id}/disable`, { lock_version: 1 }), 'apps.write'],
        [await auditor.post(`apps/${app.id}/enable`, { lock_version: 1 }), 'apps.write'],
        [await auditor.delete(`apps/${app.id}`), 'apps.delete'],
        [await auditor.post('apps/batch-delete', { ids: [app.id] }), 'apps.delete'],
        [await auditor.post(`apps/${app.id}/startup/onboarding/publish`, {}), 'apps.publish'],
      ] as const;
      for (const [answer, permission] of refused) {
        expectProblem(answer, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
        expect(answer.body.required_permission).toBe(permission);
      }
      expect((await admin.get(`apps/${app.id}`)).body.data).toEqual(app);
    });

    it('needs the bearer of an administrator: 401', async () => {
      expectProblem(await adminClient(api).get('apps'), 401, 'IAM.TOKEN.MISSING');
      expectProblem(await adminClient(api, 'nonsense').get('apps'), 401, 'IAM.TOKEN.INVALID');
    });

    it('acts in the tenant that a platform administrator names, and nowhere else', async () => {
      const tenantId = await anotherTenant(api);
      const there = adminClient(api, (await signInAdmin(api)).access_token, { 'X-Tenant-ID': tenantId });
      const app = await aManagedApp(there);
      await admin.get(`apps/${app.id}`).expect(404);
      expect((await there.get('apps').expect(200)).body.data).toMatchObject({ total: 1, items: [{ id: app.id }] });
    });
  });
});
