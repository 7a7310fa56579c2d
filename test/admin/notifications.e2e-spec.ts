import { newId } from '@libs/kernel';
import { startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';
import { fieldErrors } from '../mobile/support/me';
import { aMember } from '../mobile/support/journey';
import { type Admin, adminClient, type AdminClient, anAdmin, asOwner, asRoles } from './support/admin';
import { anotherTenant, auditOf } from './support/apps';
import { MESSAGE, notificationClient, notificationMessages, NOTICE } from './support/notifications';
import { anApp } from './support/pages';

const LATER = '2099-01-01T00:00:00.000Z';
const NOBODY = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('Notices and messages of an App', () => {
  let api: TestApi;
  let editor: Admin;
  let admin: AdminClient;
  let appId: string;
  let notices: ReturnType<typeof notificationClient>;
  let messages: ReturnType<typeof notificationClient>;

  beforeAll(async () => {
    api = await startTestApi({ RUN_WORKER: 'false' });
    editor = await anAdmin(api, ['notification_operator']);
    admin = adminClient(api, editor.token);
    appId = await anApp(api);
    notices = notificationClient(admin, appId);
    messages = notificationClient(admin, appId, 'messages');
  });
  afterAll(() => api.close());

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
        created_by: editor.userId,
        lock_version: 1,
        created_at: expect.any(String),
        updated_at: expect.any(String),
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

  describe('in their states', () => {
    const inState = {
      draft: () => notices.create(),
      scheduled: async () => notices.publish(await notices.create({ scheduled_at: LATER })),
      published: async () => notices.publish(await notices.create()),
      recalled: async () => notices.recall(await notices.publish(await notices.create())),
      cancelled: async () => notices.cancel(await notices.create()),
    };
    const POSSIBLE: Readonly<Record<keyof typeof inState, readonly string[]>> = {
      draft: ['patch', 'publish', 'cancel'],
      scheduled: ['cancel'],
      published: ['recall'],
      recalled: [],
      cancelled: [],
    };

    it.each(Object.keys(POSSIBLE) as (keyof typeof inState)[])(
      'move from %s only where they may (409)',
      async (state) => {
        for (const move of ['patch', 'publish', 'cancel', 'recall']) {
          const before = await inState[state]();
          const { lock_version } = before;
          const { status, body } =
            move === 'patch'
              ? await admin.patch(`${notices.path}/${before.id}`, { lock_version })
              : await notices.post(before, move, { lock_version });
          const isPossible = POSSIBLE[state].includes(move);
          expect([move, status, body.code]).toEqual(
            isPossible ? [move, 200, undefined] : [move, 409, 'NOTIFICATIONS.STATE.INVALID'],
          );
          if (!isPossible) expect(await notices.read(before.id)).toEqual(before);
        }
      },
    );

    it('are published at once without a body, and leave what is to be done with the same commit', async () => {
      const published = await messages.publish(await messages.create({ expires_at: LATER }));
      expect(published).toMatchObject({
        status: 'published',
        published_at: expect.any(String),
        published_by: editor.userId,
        recipient_count: 0,
        lock_version: 2,
      });
      const left = await notificationMessages(api, published.id);
      expect(left.all).toEqual(['notification.published', 'notifications.fan_out', 'notifications.withdrawal']);
      expect(left.named('notifications.withdrawal')[0]!.at.toISOString()).toBe(LATER);
      const [row] = await query(
        `SELECT m.publication_id = f.publication_id AS same, f.recipients, f.finished_at,
                uuid_extract_timestamp(m.publication_id) = date_trunc('milliseconds', m.published_at) AS timed
           FROM notification_messages m JOIN notification_fan_outs f ON f.message_id = m.id WHERE m.id = $1`,
        [published.id],
      );
      expect(row).toEqual({ same: true, recipients: 0, finished_at: null, timed: true });
    });

    it('are scheduled when their time is in the future, and cancelled with their message', async () => {
      const scheduled = await notices.publish(await notices.create({ scheduled_at: LATER }), { lock_version: 1 });
      expect(scheduled).toMatchObject({
        status: 'scheduled',
        published_at: null,
        published_by: null,
        recipient_count: null,
      });
      expect((await notificationMessages(api, scheduled.id)).all).toEqual(['notifications.due']);
      const cancelled = await notices.cancel(scheduled, { lock_version: 2 });
      expect(cancelled).toMatchObject({ status: 'cancelled', cancelled_at: expect.any(String), scheduled_at: LATER });
      const [due] = (await notificationMessages(api, scheduled.id)).named('notifications.due');
      expect(due).toMatchObject({ completed: true });
    });

    it('are not published once they have expired (409)', async () => {
      const draft = await notices.create({ expires_at: LATER });
      await query(`UPDATE notification_messages SET expires_at = now() - interval '1 second' WHERE id = $1`, [
        draft.id,
      ]);
      const { body } = await notices.post(draft, 'publish').expect(409);
      expect(body.code).toBe('NOTIFICATIONS.STATE.INVALID');
      expect((await notificationMessages(api, draft.id)).all).toEqual([]);
    });

    it('are recalled with a reason, and keep their record', async () => {
      const published = await notices.publish(await notices.create({ expires_at: LATER }));
      const recalled = await notices.recall(published, { reason: 'Wrong date' });
      expect(recalled).toEqual({
        ...published,
        recalled_at: expect.any(String),
        recall_reason: 'Wrong date',
        lock_version: 3,
        updated_at: expect.any(String),
      });
      const left = await notificationMessages(api, published.id);
      expect(left.named('notification.recalled')).toHaveLength(1);
      const withdrawals = left.named('notifications.withdrawal');
      expect(withdrawals.map(({ completed }) => completed).sort()).toEqual([false, true]);
      const { body } = await notices.post(recalled, 'recall', {}).expect(422);
      expect(fieldErrors(body)).toEqual(['lock_version required']);
    });

    it('compare a version that is given, and take no other field (409, 422)', async () => {
      const draft = await notices.create();
      for (const action of ['publish', 'cancel']) {
        const stale = await notices.post(draft, action, { lock_version: 2 }).expect(409);
        expect(stale.body).toMatchObject({ code: 'RESOURCE.VERSION_CONFLICT', current_lock_version: 1 });
        const odd = await notices.post(draft, action, { force: true }).expect(422);
        expect(fieldErrors(odd.body)).toEqual(['force unknown_field']);
      }
      const cancel = await notices.post(draft, 'cancel', { preview_id: NOBODY }).expect(422);
      expect(fieldErrors(cancel.body)).toEqual(['preview_id unknown_field']);
      expect(await notices.read(draft.id)).toEqual(draft);
    });
  });

  describe('for whom they are none', () => {
    it('are not found by an unknown id, behind the other door, or in another App (404)', async () => {
      const draft = await notices.create();
      const other = notificationClient(admin, await anApp(api));
      const places = [messages.path, other.path].map((path) => `${path}/${draft.id}`);
      for (const place of [...places, `${notices.path}/${NOBODY}`, `${notices.path}/nothing`]) {
        for (const ask of [
          () => admin.get(place),
          () => admin.patch(place, { lock_version: 1 }),
          () => admin.post(`${place}/publish`),
          () => admin.post(`${place}/cancel`),
          () => admin.post(`${place}/recall`, { lock_version: 1 }),
          () => admin.post(`${place}/recipient-preview`),
          () => admin.get(`${place}/recipients`),
        ]) {
          const { status, body } = await ask();
          expect([place, status, body.code]).toEqual([place, 404, 'RESOURCE.NOT_FOUND']);
        }
      }
      expect(await notices.read(draft.id)).toEqual(draft);
    });

    it('know no other action (404), whatever the body, but only for those who may act (401, 403)', async () => {
      const draft = await notices.create();
      const auditor = await asRoles(api, 'auditor');
      for (const body of [undefined, {}, { lock_version: 'x' }, []]) {
        for (const action of ['delete', 'PUBLISH', 'unpublish']) {
          expect((await notices.post(draft, action, body)).body.code).toBe('RESOURCE.NOT_FOUND');
        }
      }
      const path = `${notices.path}/${draft.id}/delete`;
      expect((await auditor.post(path)).body).toMatchObject({ status: 403, required_permission: 'notices.publish' });
      expect((await adminClient(api).post(path)).status).toBe(401);
    });

    it('are the product’s own (404), and in no list', async () => {
      const own = newId();
      await query(
        `INSERT INTO notification_messages (tenant_id, id, app_id, kind, message_type, origin, title, body, audience_mode,
                                            channels, status, publication_id, published_at)
         VALUES ($1, $2, $3, 'message', 'security', 'product', '{"zh-CN": "新设备"}', '{"zh-CN": "新设备"}', 'users',
                 '{in_app}', 'published', gen_random_uuid(), now())`,
        [api.tenantId, own, appId],
      );
      await admin.get(`${messages.path}/${own}`).expect(404);
      await admin.get(`${messages.path}/${own}/recipients`).expect(404);
      await admin.post(`${messages.path}/${own}/recall`, { lock_version: 1 }).expect(404);
      for (const list of ['', '?q=新设备', '?status=published&message_type=security']) {
        const { body } = await admin.get(`${messages.path}${encodeURI(list)}`).expect(200);
        expect(JSON.stringify(body)).not.toContain(own);
      }
    });

    it('may be seen or published by those with the permission alone, of the same kind (403)', async () => {
      const draft = await notices.create();
      await query(
        `INSERT INTO roles (tenant_id, code, name, permissions, built_in)
         VALUES ($1, 'of-messages', 'x', '{messages.read,messages.write,messages.publish,notices.read}', false)`,
        [api.tenantId],
      );
      const reader = await asRoles(api, 'of-messages');
      await reader.get(`${notices.path}/${draft.id}`).expect(200);
      await reader.post(`${notices.path}/${draft.id}/recipient-preview`).expect(200);
      for (const [permission, answer] of [
        ['notices.write', reader.post(notices.path, NOTICE)],
        ['notices.write', reader.patch(`${notices.path}/${draft.id}`, { lock_version: 1 })],
        ['notices.publish', reader.post(`${notices.path}/${draft.id}/publish`)],
        ['notices.publish', reader.post(`${notices.path}/${draft.id}/recall`, { lock_version: 1 })],
      ] as const) {
        expect((await answer).body).toMatchObject({ status: 403, required_permission: permission });
      }
      await reader.post(messages.path, MESSAGE).expect(201);
    });

    it('are another tenant’s (404)', async () => {
      const draft = await notices.create();
      const stranger = await asOwner(api, { 'X-Tenant-ID': await anotherTenant(api) });
      for (const path of [notices.path, `${notices.path}/${draft.id}`]) await stranger.get(path).expect(404);
      await stranger.post(`${notices.path}/${draft.id}/publish`).expect(404);
    });
  });

  describe('in lists', () => {
    it('come newest first, by page, without bodies and members', async () => {
      const own = notificationClient(admin, await anApp(api));
      const created = [];
      for (let index = 0; index < 5; index++) created.push(await own.create({ title: { 'zh-CN': `第${index}号` } }));
      const newest = created.toReversed();
      const page = async (number: number) =>
        (await admin.get(`${own.path}?page=${number}&page_size=2`).expect(200)).body.data;
      const pages = [await page(1), await page(2), await page(3), await page(4)];
      expect(pages.map(({ total, page_size }) => [total, page_size])).toEqual(Array(4).fill([5, 2]));
      expect(pages.flatMap(({ items }) => items.map(({ id }: { id: string }) => id))).toEqual(
        newest.map(({ id }) => id),
      );
      const { body: _body, audience: _audience, ...summary } = newest[0]!;
      expect(pages[0].items[0]).toEqual(summary);
    });

    it('are those with the status, the type and a part of the title in any language', async () => {
      const own = notificationClient(admin, await anApp(api), 'messages');
      const title = (zh: string, en?: string) => ({ title: { 'zh-CN': zh, ...(en ? { 'en-US': en } : {}) } });
      const sale = await own.create({ ...title('促销', 'Big Sale 50%'), message_type: 'marketing' });
      const menu = await own.publish(await own.create(title('菜单', 'Menu_1')));
      const gone = await own.cancel(await own.create(title('旧 \\ 的')));
      const later = await own.publish(await own.create({ ...title('稍后'), scheduled_at: LATER }));
      const found = async (filter: string) => {
        const { items, total } = (await admin.get(`${own.path}?${encodeURI(filter)}`).expect(200)).body.data;
        expect(total).toBe(items.length);
        return items.map(({ id }: { id: string }) => id);
      };
      expect(await found('')).toEqual([later.id, gone.id, menu.id, sale.id]);
      expect(await found('status=draft')).toEqual([sale.id]);
      expect(await found('status=published')).toEqual([menu.id]);
      expect(await found('status=cancelled')).toEqual([gone.id]);
      expect(await found('status=scheduled&message_type=system')).toEqual([later.id]);
      expect(await found('message_type=marketing')).toEqual([sale.id]);
      expect(await found('status=scheduled&message_type=marketing')).toEqual([]);
      expect(await found('q= big SALE ')).toEqual([sale.id]);
      expect(await found('q=菜')).toEqual([menu.id]);
      expect(await found('q=\\')).toEqual([gone.id]);
      expect((await admin.get(`${own.path}?q=50%25`)).body.data.total).toBe(1);
      expect((await admin.get(`${own.path}?q=%25`)).body.data.total).toBe(1);
      expect(await found('q=_')).toEqual([menu.id]);
      expect(await found('q=zh-CN')).toEqual([]);
      expect(await found('q=u_1&status=published&message_type=system')).toEqual([menu.id]);
    });

    it('answer 422 to a filter that is none', async () => {
      for (const [filter, error] of [
        ['status=sent', 'status not_allowed'],
        ['message_type=notice', 'message_type not_allowed'],
        ['page=0', 'page out_of_range'],
        ['page_size=101', 'page_size out_of_range'],
        [`q=${'x'.repeat(161)}`, 'q too_long'],
      ]) {
        expect(fieldErrors((await admin.get(`${messages.path}?${filter}`).expect(422)).body)).toEqual([error]);
      }
    });
  });

  it('have statistics by hour, with what is still to be sent', async () => {
    const published = await messages.publish(await messages.create({ channels: ['push', 'email'] }));
    const path = `${messages.path}/${published.id}/recipients`;
    const nothing = { sent: 0, failed: 0, ignored: 0, opened: 0 };
    const none = { total: 0, delivered: 0, pending: 0, failed: 0, read: 0, opened: 0, read_rate: 0, timeline: [] };
    expect((await admin.get(path).expect(200)).body.data).toEqual({
      ...none,
      by_channel: { push: nothing, email: nothing },
    });
    const { id } = published;
    await query('UPDATE notification_fan_outs SET recipients = 9 WHERE message_id = $1', [id]);
    const counted = `INSERT INTO notification_statistics
      (tenant_id, message_id, hour, shard, delivered, read, opened, push_sent, push_failed, push_ignored, push_opened, email_sent, email_failed)`;
    await query(
      `${counted} VALUES ($1, $2, '2026-11-21T09:00:00Z', 0, 5, 1, 1, 3, 1, 0, 0, 2, 1),
      ($1, $2, '2026-11-21T09:00:00Z', 7, 4, 1, 0, 1, 0, 2, 1, 0, 0),
      ($1, $2, '2026-11-21T08:00:00Z', 3, 0, 1, 0, 0, 0, 0, 0, 0, 0)`,
      [api.tenantId, id],
    );
    await query(
      `INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route, status, settled_at)
       VALUES ($1, $2, $3, gen_random_uuid(), 'email', 'pending', NULL), ($1, $2, $3, gen_random_uuid(), 'email', 'sent', now())`,
      [api.tenantId, appId, id],
    );
    expect((await admin.get(path).expect(200)).body.data).toEqual({
      total: 9,
      delivered: 9,
      pending: 1,
      failed: 2,
      read: 3,
      opened: 1,
      read_rate: 0.3333,
      by_channel: {
        push: { sent: 4, failed: 1, ignored: 2, opened: 1 },
        email: { sent: 2, failed: 1, ignored: 0, opened: 0 },
      },
      timeline: [
        { at: '2026-11-21T08:00:00.000Z', delivered: 0, read: 1 },
        { at: '2026-11-21T09:00:00.000Z', delivered: 9, read: 2 },
      ],
    });
    expect(await messages.read(id)).toMatchObject({ recipient_count: 9 });
  });

  it('are recorded in the audit log, with what was before and after', async () => {
    const draft = await messages.create();
    const changed = await messages.update(draft, { title: { 'zh-CN': '新' }, channels: ['push'] });
    await messages.recall(await messages.publish(changed), { reason: 'Wrong' });
    await messages.post(draft, 'publish').expect(409);
    const records = await auditOf(api, draft.id);
    expect(
      records.map(({ action, outcome, resource_type, app_id, actor_id }) => [
        action,
        outcome,
        resource_type,
        app_id,
        actor_id,
      ]),
    ).toEqual([
      ['messages.write', 'success', 'message', appId, editor.userId],
      ['messages.write', 'success', 'message', appId, editor.userId],
      ['messages.publish', 'success', 'message', appId, editor.userId],
      ['messages.publish', 'success', 'message', appId, editor.userId],
      ['messages.publish', 'failure', null, appId, editor.userId],
    ]);
    expect(records[1]!.changes).toEqual([
      { path: 'title', before: MESSAGE.title, after: { 'zh-CN': '新' } },
      { path: 'channels', before: ['in_app'], after: ['in_app', 'push'] },
    ]);
    expect(records[2]!.changes).toContainEqual({ path: 'status', before: 'draft', after: 'published' });
    expect(records[3]!.changes).toContainEqual({ path: 'recall_reason', before: null, after: 'Wrong' });
  });
});
