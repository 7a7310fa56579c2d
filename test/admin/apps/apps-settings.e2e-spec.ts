import { newId } from '@libs/kernel';
import { expectProblem, reasons } from '../../http/support/problem';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { adminClient, anAdmin, suiteOwner } from '../support/admin';
import { aFile, aManagedApp, anotherTenant, auditOf, eventsOf, NEW_APP, type AppAnswer } from '../support/apps';

describe('PATCH /admin-api/v1/apps/{app_id}', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let app: AppAnswer;

  beforeEach(async () => {
    app = await aManagedApp(admin, { supported_locales: ['zh-CN', 'en-US'] });
  });

  const patch = (changes: object, lock_version = app.lock_version) =>
    admin.patch(`apps/${app.id}`, { ...changes, lock_version });
  const patched = async (changes: object): Promise<AppAnswer> =>
    (app = (await patch(changes).expect(200)).body.data as AppAnswer);

  it('changes the given fields and nothing else, and increments lock_version', async () => {
    const before = app;
    const after = await patched({ name: 'New name' });
    expect(after).toEqual({ ...before, name: 'New name', lock_version: 2, updated_at: after.updated_at });
    expect(Date.parse(after.updated_at as string)).toBeGreaterThan(Date.parse(before.updated_at as string));
    expect((await admin.get(`apps/${app.id}`)).body.data).toEqual(after);
  });

  it('increments lock_version even if it changes nothing: of equal writers one succeeds', async () => {
    expect(await patched({})).toMatchObject({ name: 'Corner Shop', lock_version: 2 });
    expect(await patched({ name: 'Corner Shop' })).toMatchObject({ lock_version: 3 });
  });

  describe('by null', () => {
    const OTHERS = {
      description: 'Around the corner',
      registration: {
        email_enabled: false,
        mobile_enabled: false,
        email_resend_cooldown_seconds: 90,
        default_country: 'JP',
        allowed_countries: ['JP', 'CN'],
      },
      captcha: { type: 'drag', scenes: { login: 'click' }, level: 'hard', characters: 'latin' },
      feature_flags: { a: true },
      client_config: { a: 1 },
      upgrade: {
        blocked_versions: ['1.0.0'],
        review_versions: ['2.0'],
        maintenance: { active: true, message: { 'zh-CN': '维护' }, until: '2030-01-01T00:00:00.000Z' },
      },
      support: { email: 'help@example.com', url: 'https://help.example.com', phone: '+86 10 0000' },
    };
    const NESTED = ['registration', 'captcha', 'upgrade', 'support'] as const;
    let fresh: Record<string, unknown>;

    beforeEach(async () => {
      fresh = { ...app };
      await patched(OTHERS);
    });

    it.each(['description', 'feature_flags', 'client_config', ...NESTED])(
      '%s becomes as a new App has it',
      async (name) => {
        const before = { ...app } as Record<string, unknown>;
        expect(before[name]).toEqual(OTHERS[name as keyof typeof OTHERS]);
        await patched({ [name]: null });
        const { lock_version: _version, updated_at: _at, ...rest } = app as unknown as Record<string, unknown>;
        expect(rest).toMatchObject({ ...Object.fromEntries(Object.entries(OTHERS)), [name]: fresh[name] });
      },
    );

    it.each(
      NESTED.flatMap((parent) => Object.keys(OTHERS[parent]).map((field) => [parent, field] as const)).filter(
        // Japan stays the default country, so it must stay among the allowed ones.
        ([, field]) => field !== 'allowed_countries',
      ),
    )('%s.%s becomes as a new App has it, and its neighbours stay', async (parent, field) => {
      await patched({ [parent]: { [field]: null } });
      const atFirst = (fresh[parent] as Record<string, unknown>)[field];
      expect((app as unknown as Record<string, unknown>)[parent]).toEqual({ ...OTHERS[parent], [field]: atFirst });
    });

    it.each(['active', 'message', 'until'])('upgrade.maintenance.%s becomes as a new App has it', async (field) => {
      await patched({ upgrade: { maintenance: { [field]: null } } });
      const atFirst = { active: false, message: null, until: null };
      expect(app.upgrade).toEqual({
        ...OTHERS.upgrade,
        maintenance: { ...OTHERS.upgrade.maintenance, [field]: atFirst[field as keyof typeof atFirst] },
      });
    });

    it('allowed_countries becomes the default country, the one that stays or the one that is given', async () => {
      await patched({ registration: { allowed_countries: null } });
      expect(app.registration).toMatchObject({ default_country: 'JP', allowed_countries: ['JP'] });
      await patched({ registration: { default_country: 'DE', allowed_countries: null } });
      expect(app.registration).toMatchObject({ default_country: 'DE', allowed_countries: ['DE'] });
      await patched({ registration: { default_country: null, allowed_countries: null } });
      expect(app.registration).toMatchObject({ default_country: 'CN', allowed_countries: ['CN'] });
    });

    it('default_country is 422 where it is not among the allowed countries', async () => {
      await patched({ registration: { allowed_countries: ['JP'] } });
      const answer = await patch({ registration: { default_country: null } });
      expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
      expect(reasons(answer.body)).toEqual(['registration.default_country not_allowed']);
    });

    it('nothing else of a new App is named: POST takes null for what it may leave out', async () => {
      const nulls = Object.fromEntries(Object.keys(OTHERS).map((name) => [name, null]));
      const bare = { name: 'Bare', app_type: 'uni_app', default_locale: 'zh-CN' };
      const { body } = await admin.post('apps', { ...bare, ...nulls }).expect(201);
      for (const name of Object.keys(OTHERS)) expect([name, body.data[name]]).toEqual([name, fresh[name]]);
    });
  });

  it('clears by null fields that can be empty', async () => {
    const icon_file_id = await aFile(api);
    await patched({
      description: 'Old',
      icon_file_id,
      dcloud_appid: `__UNI__${app.id.slice(0, 8)}`,
      support: { email: 'help@example.com', url: 'https://example.com', phone: '95588' },
      upgrade: { maintenance: { active: true, message: { 'zh-CN': '维护' }, until: '2026-12-01T08:00:00+08:00' } },
      captcha: { scenes: { login: 'click', step_up: 'drag' } },
    });
    expect(app.upgrade).toMatchObject({ maintenance: { until: '2026-12-01T00:00:00.000Z' } });
    await patched({
      description: null,
      icon_file_id: null,
      dcloud_appid: null,
      support: { email: null, url: null, phone: null },
      upgrade: { maintenance: { message: null, until: null } },
      captcha: { scenes: { login: null } },
    });
    expect(app).toMatchObject({
      description: null,
      icon_file_id: null,
      dcloud_appid: null,
      support: { email: null, url: null, phone: null },
      upgrade: { maintenance: { active: true, message: null, until: null } },
    });
    expect(app.captcha).toMatchObject({ scenes: { step_up: 'drag' } });
    expect(await usagesOf(icon_file_id)).toEqual([]);
  });

  it('merges nested settings', async () => {
    await patched({ registration: { email_enabled: false } });
    await patched({ registration: { allowed_countries: ['CN', 'JP'] } });
    await patched({ registration: { default_country: 'JP' } });
    await patched({ captcha: { level: 'easy' } });
    await patched({ captcha: { type: 'drag' } });
    await patched({ upgrade: { blocked_versions: ['1.0.0', '1.0.0'] } });
    await patched({ upgrade: { review_versions: ['2.0'], maintenance: { message: { 'zh-CN': '维护' } } } });
    await patched({ upgrade: { maintenance: { active: true } } });
    await patched({ support: { email: 'Help@Example.COM' } });
    await patched({ support: { phone: '+86 10 0000' } });
    expect(app).toMatchObject({
      registration: {
        email_enabled: false,
        mobile_enabled: true,
        email_resend_cooldown_seconds: 60,
        default_country: 'JP',
        allowed_countries: ['CN', 'JP'],
      },
      captcha: { type: 'drag', scenes: {}, level: 'easy', characters: 'auto' },
      upgrade: {
        blocked_versions: ['1.0.0'],
        review_versions: ['2.0'],
        maintenance: { active: true, message: { 'zh-CN': '维护' }, until: null },
      },
      support: { email: 'help@example.com', url: null, phone: '+86 10 0000' },
    });
  });

  it('replaces values as a whole: flags, client configuration, lists, texts', async () => {
    await patched({
      feature_flags: { a: true },
      client_config: { a: 1 },
      upgrade: { maintenance: { message: { 'zh-CN': '一', 'en-US': 'One' } } },
    });
    await patched({
      feature_flags: { b: 'x' },
      client_config: { b: {} },
      upgrade: { maintenance: { message: { 'zh-CN': '二' } } },
    });
    expect(app.feature_flags).toEqual({ b: 'x' });
    expect(app.client_config).toEqual({ b: {} });
    expect(app.upgrade).toMatchObject({ maintenance: { message: { 'zh-CN': '二' } } });
    await patched({ feature_flags: {}, client_config: {}, registration: { allowed_countries: ['CN', 'JP'] } });
    await patched({ registration: { allowed_countries: ['CN'] } });
    expect(app).toMatchObject({ feature_flags: {}, client_config: {}, registration: { allowed_countries: ['CN'] } });
  });

  it('accepts the current type and refuses another: 409 RESOURCE.IMMUTABLE_FIELD', async () => {
    expect(await patched({ app_type: 'uni_app' })).toMatchObject({ lock_version: 2 });
    const answer = await patch({ app_type: 'uni_app_x', name: 'X' });
    expectProblem(answer, 409, 'RESOURCE.IMMUTABLE_FIELD', ['field']);
    expect(answer.body.field).toBe('app_type');
    expect((await admin.get(`apps/${app.id}`)).body.data).toEqual(app);
  });

  it('needs lock_version: 422', async () => {
    const { body } = await admin.patch(`apps/${app.id}`, { name: 'X' }).expect(422);
    expect(reasons(body)).toEqual(['lock_version required']);
  });

  it('is refused with a stale lock_version; the error has the current one: 409', async () => {
    await patched({ name: 'Second' });
    for (const stale of [1, 3]) {
      const answer = await patch({ name: 'Third' }, stale);
      expectProblem(answer, 409, 'RESOURCE.VERSION_CONFLICT', ['current_lock_version']);
      expect(answer.body.current_lock_version).toBe(2);
    }
  });

  it('keeps the default locale among the supported: 422', async () => {
    for (const changes of [{ default_locale: 'ja-JP' }, { supported_locales: ['en-US'] }]) {
      const { body } = await patch(changes).expect(422);
      expect(reasons(body)).toEqual(['default_locale not_allowed']);
    }
    const both = { default_locale: 'ja-JP', supported_locales: ['ja-JP', 'en-US', 'ja-JP'] };
    expect(await patched(both)).toMatchObject({ default_locale: 'ja-JP', supported_locales: ['ja-JP', 'en-US'] });
  });

  it('needs the maintenance message in the default locale, also where that changes: 422', async () => {
    const message = (text: object | null) => ({ upgrade: { maintenance: { message: text } } });
    const { body } = await patch(message({ 'en-US': 'Soon' })).expect(422);
    expect(reasons(body)).toEqual(['upgrade.maintenance.message.zh-CN required']);
    await patched(message({ 'zh-CN': '稍后' }));
    const changed = await patch({ default_locale: 'en-US' }).expect(422);
    expect(reasons(changed.body)).toEqual(['upgrade.maintenance.message.en-US required']);
    await patched({ default_locale: 'en-US', ...message({ 'en-US': 'Soon' }) });
  });

  it('keeps a dcloud_appid unique: 422 taken; one’s own is fine', async () => {
    const id = `__UNI__${newId()}`;
    await aManagedApp(admin, { dcloud_appid: id });
    const { body } = await patch({ dcloud_appid: id }).expect(422);
    expect(reasons(body)).toEqual(['dcloud_appid taken']);
    await patched({ dcloud_appid: `${id}-2` });
    await patched({ dcloud_appid: `${id}-2`, name: 'Same' });
  });

  describe('the icon', () => {
    it.each([
      ['unknown', 'unknown_file', () => Promise.resolve(newId())],
      ['of another tenant', 'unknown_file', async () => aFile(api, { tenantId: await anotherTenant(api) })],
      ['of another purpose', 'wrong_file_purpose', () => aFile(api, { purpose: 'onboarding_image' })],
      ['not looked at yet', 'file_not_clean', () => aFile(api, { scanStatus: 'pending' })],
      ['infected', 'file_not_clean', () => aFile(api, { scanStatus: 'infected' })],
    ])('is refused where it is %s: 422', async (_kind, code, aBadFile) => {
      const icon_file_id = await aBadFile();
      for (const answer of [await patch({ icon_file_id }), await admin.post('apps', { ...NEW_APP, icon_file_id })]) {
        expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
        expect(reasons(answer.body)).toEqual([`icon_file_id ${code}`]);
      }
      expect(await usagesOf(icon_file_id)).toEqual([]);
    });

    it('is in use as long as the App has it', async () => {
      const [first, second] = [await aFile(api), await aFile(api)];
      await patched({ icon_file_id: first.toUpperCase() });
      expect(app.icon_file_id).toBe(first);
      expect(await usagesOf(first)).toEqual([{ app_id: app.id }]);
      await patched({ icon_file_id: second });
      expect(await usagesOf(first)).toEqual([]);
      expect(await usagesOf(second)).toEqual([{ app_id: app.id }]);
    });
  });

  it('emits an event and records the state before and after', async () => {
    const { userId, token } = await anAdmin(api, ['admin']);
    const changes = { name: 'New', support: { email: 'help@example.com' }, lock_version: 1 };
    await adminClient(api, token).patch(`apps/${app.id}`, changes).expect(200);
    const [, updated] = await eventsOf(api, app.id);
    expect(updated).toMatchObject({
      type: 'app.updated',
      data: { app_id: app.id, name: 'New', lock_version: 2, changed_fields: ['name', 'support'] },
    });
    const records = await auditOf(api, app.id);
    expect(records).toHaveLength(2);
    expect(records[1]).toEqual({
      action: 'apps.write',
      outcome: 'success',
      resource_type: 'app',
      app_id: app.id,
      actor_id: userId,
      changes: [
        { path: 'name', before: 'Corner Shop', after: 'New' },
        { path: 'support.email', before: null, after: 'help@example.com' },
      ],
    });
  });

  it('records a refused change without effect', async () => {
    await patch({ name: 'New' }, 9).expect(409);
    expect((await auditOf(api, app.id)).map(({ outcome }) => outcome)).toEqual(['success', 'failure']);
    expect(await eventsOf(api, app.id)).toHaveLength(1);
  });

  const usagesOf = (fileId: string) =>
    queryAs(api.urls.superuserUrl, 'SELECT app_id FROM file_usages WHERE file_id = $1', [fileId]);
});
