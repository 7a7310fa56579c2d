import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { fieldErrors } from '../../mobile/support/me';
import { aMember } from '../../mobile/support/journey';
import { type Admin, adminClient, type AdminClient, anAdmin } from '../support/admin';
import { AN_ADMINISTRATOR } from '../support/authors';
import { MESSAGE, notificationClient, notificationMessages, NOTICE } from '../support/notifications';
import { anApp } from '../support/pages';

const LATER = '2099-01-01T00:00:00.000Z';
const NOBODY = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('Drafts of notices and messages', () => {
  const api = suiteApi({ RUN_WORKER: 'false' });
  let editor: Admin;
  let admin: AdminClient;
  let appId: string;
  let notices: ReturnType<typeof notificationClient>;
  let messages: ReturnType<typeof notificationClient>;

  beforeAll(async () => {
    // Who may see users may choose them by their roles.
    editor = await anAdmin(api, ['notification_operator', 'auditor']);
    admin = adminClient(api, editor.token);
    appId = await anApp(api);
    notices = notificationClient(admin, appId);
    messages = notificationClient(admin, appId, 'messages');
  });

  const query = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  const membersOf = async (app: string, count: number) => {
    for (let index = 0; index < count; index++) await aMember(api, {}, app);
    const rows = await query('SELECT user_id FROM app_memberships WHERE app_id = $1 ORDER BY user_id', [app]);
    return rows.map(({ user_id }) => user_id as string);
  };

  describe('when they are created', () => {
    it('are drafts with the defaults (201)', async () => {
      const draft = await notices.create();
      expect(draft).toEqual({
        ...NOTICE,
        id: expect.any(String),
        app_id: appId,
        kind: 'notice',
        message_type: null,
        audience_mode: 'all_members',
        audience: { mode: 'all_members' },
        channels: ['in_app'],
        action: null,
        status: 'draft',
        scheduled_at: null,
        expires_at: null,
        published_at: null,
        published_by: null,
        cancelled_at: null,
        recalled_at: null,
        recall_reason: null,
        recipient_count: null,
        origin: 'admin',
        created_by: editor.userId,
        lock_version: 1,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        updated_by: AN_ADMINISTRATOR,
      });
      expect(await notices.read(draft.id)).toEqual(draft);
      expect((await notificationMessages(api, draft.id)).all).toEqual([]);
    });

    it('keep all that can be said, in one form', async () => {
      const [one, two] = await membersOf(appId, 2);
      const draft = await messages.create({
        message_type: 'marketing',
        audience: { mode: 'users', user_ids: [two!.toUpperCase(), one, two] },
        channels: ['email', 'push'],
        action: { type: 'url', target: 'https://shop.example.com/秋' },
        scheduled_at: '2098-12-24T09:00:00+01:00',
        expires_at: LATER,
      });
      expect(draft).toMatchObject({
        kind: 'message',
        message_type: 'marketing',
        audience: { mode: 'users', user_ids: [two, one] },
        channels: ['in_app', 'push', 'email'],
        action: { type: 'url', target: 'https://shop.example.com/秋' },
        scheduled_at: '2098-12-24T08:00:00.000Z',
        expires_at: LATER,
      });
      const filter = {
        locales: ['ja-JP'],
        platforms: ['ios'],
        roles: ['owner'],
        joined_before: '2027-01-01T08:00:00+08:00',
        joined_after: '2026-01-01T00:00:00.000Z',
        last_active_after: '2026-06-01T00:00:00.000Z',
      };
      const changed = await messages.update(draft, { audience: { mode: 'filter', filter }, action: { type: 'none' } });
      const stored = { ...filter, joined_before: '2027-01-01T00:00:00.000Z' };
      expect(changed).toMatchObject({
        audience: { mode: 'filter', filter: stored },
        action: { type: 'none', target: null },
      });
      // What is answered can be sent back as it is.
      const again = await messages.update(changed, { audience: changed['audience'], action: changed['action'] });
      expect(again).toEqual({ ...changed, lock_version: 3, updated_at: expect.any(String) });
    });

    it.each([
      [{ title: undefined }, ['title required']],
      [{ title: null, body: null }, ['title not_object', 'body not_object']],
      [{ title: { 'en-US': 'Title' } }, ['title.zh-CN required']],
      [{ title: { 'zh-CN': 'x'.repeat(121) } }, ['title.zh-CN too_long']],
      [{ title: { 'fr-FR': 'Titre' } }, ['title.fr-FR not_supported_locale']],
      [{ body: { 'zh-CN': '界'.repeat(10_001) } }, ['body.zh-CN too_long']],
      [{ body: { 'zh-CN': '{{email}}' } }, ['body.zh-CN unknown_placeholder']],
      [{ message_type: 'spam' }, ['message_type not_allowed']],
      [{ message_type: undefined }, ['message_type required']],
      [{ channels: ['sms'] }, ['channels.0 not_allowed']],
      [{ action: { type: 'url', target: 'javascript:alert(1)' } }, ['action.target not_web_address']],
      [{ action: { type: 'page', target: 'A B' } }, ['action.target not_slug']],
      [{ action: { type: 'open' } }, ['action.type not_allowed']],
      [{ action: 'none' }, ['action not_object']],
      [{ scheduled_at: '2020-01-01T00:00:00Z' }, ['scheduled_at not_future']],
      [{ scheduled_at: '9999-12-31T23:59:59-01:00' }, ['scheduled_at not_instant']],
      [{ expires_at: '2020-01-01T00:00:00Z' }, ['expires_at not_future']],
      [{ expires_at: LATER, scheduled_at: LATER }, ['expires_at before_schedule']],
      [{ audience: {} }, ['audience.mode required']],
      [{ audience: { mode: 'users' } }, ['audience.user_ids required']],
      [{ audience: { mode: 'users', user_ids: ['me'] } }, ['audience.user_ids.0 not_uuid']],
      [{ audience: { mode: 'users', user_ids: [NOBODY] } }, ['audience.user_ids.0 unknown_member']],
      [{ audience: { mode: 'all_members', user_ids: [NOBODY] } }, ['audience.user_ids other_mode']],
      [{ audience: { mode: 'all_members', filter: {} } }, ['audience.filter other_mode']],
      [{ audience: { mode: 'filter' } }, ['audience.filter required']],
      [{ audience: { mode: 'filter', filter: {} } }, ['audience.filter required']],
      [{ audience: { mode: 'filter', filter: { city: 'x' } } }, ['audience.filter.city unknown_field']],
      [
        { audience: { mode: 'filter', filter: { roles: ['owner', 'king'] } } },
        ['audience.filter.roles.1 unknown_role'],
      ],
      [{ audience: { mode: 'filter', filter: { platforms: ['web'] } } }, ['audience.filter.platforms.0 not_allowed']],
      [
        { audience: { mode: 'filter', filter: { joined_after: '0000-01-01T00:00:00Z' } } },
        ['audience.filter.joined_after not_instant'],
      ],
      [{ lock_version: 1 }, ['lock_version unknown_field']],
      [{ status: 'published' }, ['status unknown_field']],
    ])('answer 422 to %j', async (input, errors) => {
      const { body } = await admin.post(messages.path, { ...MESSAGE, ...input }).expect(422);
      expect(body.code).toBe('REQUEST.VALIDATION_FAILED');
      expect(fieldErrors(body)).toEqual(errors);
      for (const { message } of body.errors as { message: string }[])
        expect(message).not.toBe('The value is not valid.');
    });

    it('refuse a type in notices, also later (422)', async () => {
      const { body } = await admin.post(notices.path, MESSAGE).expect(422);
      expect(fieldErrors(body)).toEqual(['message_type unknown_field']);
      const { id, lock_version } = await notices.create();
      const patched = await admin.patch(`${notices.path}/${id}`, { lock_version, message_type: 'system' }).expect(422);
      expect(fieldErrors(patched.body)).toEqual(['message_type unknown_field']);
    });

    it('name ten thousand members, and not one who is none', async () => {
      const large = await anApp(api);
      await query(
        `INSERT INTO users (tenant_id, id, status) SELECT $1, gen_random_uuid(), 'active' FROM generate_series(1, 10000)`,
        [api.tenantId],
      );
      await query(
        `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at)
         SELECT $1, $2, id, 'active', now() FROM users WHERE tenant_id = $1 AND display_name IS NULL AND password_hash IS NULL`,
        [api.tenantId, large],
      );
      // As the server does by itself after a while, where tables have grown a hundredfold.
      await query('ANALYZE users, app_memberships');
      const rows = await query('SELECT user_id FROM app_memberships WHERE app_id = $1', [large]);
      const user_ids = rows.map(({ user_id }) => user_id as string).slice(0, 10_000);
      const client = notificationClient(admin, large);
      const { audience } = await client.create({ audience: { mode: 'users', user_ids } });
      expect(audience).toEqual({ mode: 'users', user_ids });
      const strangers = [...user_ids.slice(0, 9_999), NOBODY];
      const refused = await admin.post(client.path, { ...NOTICE, audience: { mode: 'users', user_ids: strangers } });
      expect([refused.status, fieldErrors(refused.body)]).toEqual([422, ['audience.user_ids.9999 unknown_member']]);
      const tooMany = await admin.post(client.path, {
        ...NOTICE,
        audience: { mode: 'users', user_ids: [...user_ids, NOBODY] },
      });
      expect([tooMany.status, fieldErrors(tooMany.body)]).toEqual([422, ['audience.user_ids too_many_items']]);
    });
  });

  describe('when they are changed', () => {
    it('keep what is absent, and reset what is null', async () => {
      const draft = await messages.create({ channels: ['push'], expires_at: LATER, action: { type: 'none' } });
      const changed = await messages.update(draft, { title: { 'zh-CN': '新' }, message_type: 'security' });
      expect(changed).toEqual({
        ...draft,
        title: { 'zh-CN': '新' },
        message_type: 'security',
        lock_version: 2,
        updated_at: expect.any(String),
      });
      const nothing = { audience: null, channels: null, action: null, scheduled_at: null, expires_at: null };
      expect(await messages.update(changed, nothing)).toMatchObject({
        audience: { mode: 'all_members' },
        channels: ['in_app'],
        action: null,
        expires_at: null,
        lock_version: 3,
      });
    });

    it('need the present version (422, 409)', async () => {
      const { id } = await notices.create();
      const missing = await admin.patch(`${notices.path}/${id}`, { title: NOTICE.title }).expect(422);
      expect(fieldErrors(missing.body)).toEqual(['lock_version required']);
      const { body } = await admin.patch(`${notices.path}/${id}`, { lock_version: 2 }).expect(409);
      expect(body).toMatchObject({ code: 'RESOURCE.VERSION_CONFLICT', current_lock_version: 1 });
    });
  });
});
