import { newId } from '@libs/kernel';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { fieldErrors } from '../../mobile/support/me';
import { type Admin, adminClient, type AdminClient, anAdmin, asOwner, asRoles } from '../support/admin';
import { anotherTenant } from '../support/apps';
import { FanOutBatches } from '../../../libs/notifications/src/infrastructure/fan-out/fan-out-batches';
import { insertMembers } from '../../support/messages';
import { MESSAGE, notificationClient, NOTICE } from '../support/notifications';
import { anApp } from '../support/pages';

const LATER = '2099-01-01T00:00:00.000Z';
const NOBODY = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('Notices and messages of an App', () => {
  const api = suiteApi({ RUN_WORKER: 'false' });
  let editor: Admin;
  let admin: AdminClient;
  let appId: string;
  let notices: ReturnType<typeof notificationClient>;
  let messages: ReturnType<typeof notificationClient>;

  beforeAll(async () => {
    editor = await anAdmin(api, ['notification_operator']);
    admin = adminClient(api, editor.token);
    appId = await anApp(api);
    notices = notificationClient(admin, appId);
    messages = notificationClient(admin, appId, 'messages');
  });

  const query = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);

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
          () => admin.post(`${place}/unschedule`),
          () => admin.post(`${place}/recall`, { lock_version: 1 }),
          () => admin.delete(`${place}?lock_version=1`),
          () => admin.post(`${place}/copy`),
          () => admin.post(`${place}/test`, { user_ids: [NOBODY] }),
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
        ['notices.write', reader.delete(`${notices.path}/${draft.id}?lock_version=1`)],
        ['notices.write', reader.post(`${notices.path}/${draft.id}/copy`)],
        ['notices.publish', reader.post(`${notices.path}/${draft.id}/publish`)],
        ['notices.publish', reader.post(`${notices.path}/${draft.id}/unschedule`)],
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
    const none = { total: null, delivered: 0, pending: 0, failed: 0, read: 0, opened: 0, read_rate: 0, timeline: [] };
    expect((await admin.get(path).expect(200)).body.data).toEqual({
      ...none,
      by_channel: { push: nothing, email: nothing },
    });
    const { id } = published;
    await query('UPDATE notification_fan_outs SET total = 12, recipients = 9 WHERE message_id = $1', [id]);
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
      total: 12,
      delivered: 9,
      // Three members, and one mail.
      pending: 4,
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

  describe('while they are delivered', () => {
    const HOUR_AGO = `now() - interval '1 hour'`;
    const progress = async ({ id }: { readonly id: string }, path: string) => {
      const { body } = await admin.get(`${path}/${id}/recipients`).expect(200);
      const { total, delivered, pending } = body.data as Record<string, number | null>;
      return [total, delivered, pending];
    };
    const anAppWith = async (members: number) => {
      const app = await anApp(api);
      const ids = await insertMembers(query, { tenantId: api.tenantId, appId: app }, members);
      return { ids, scope: { tenantId: api.tenantId, appId: app }, client: notificationClient(admin, app, 'messages') };
    };

    it('tell how far that has come: of all who are members when it begins, what is delivered and what is to come', async () => {
      const { ids, scope, client } = await anAppWith(7);
      const draft = await client.create();
      expect(await progress(draft, client.path)).toEqual([null, 0, 0]);
      const message = await client.publish(draft);
      expect(await progress(message, client.path)).toEqual([null, 0, 0]);
      await insertMembers(query, scope, 1);
      await query(`UPDATE app_memberships SET joined_at = now() + interval '1 minute' WHERE user_id <> ALL ($1)`, [
        ids,
      ]);
      await query(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [ids[6]]);
      const fanOuts = api.get(FanOutBatches);
      expect(await fanOuts.next(scope, message.id, 3)).toBe(true);
      expect(await progress(message, client.path)).toEqual([6, 3, 3]);
      expect(await client.read(message.id)).toMatchObject({ recipient_count: 3 });
      // Who leaves meanwhile was counted, and does not hold up the end.
      await query(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [ids[5]]);
      expect(await fanOuts.next(scope, message.id, 3)).toBe(true);
      expect(await progress(message, client.path)).toEqual([6, 5, 1]);
      expect(await fanOuts.next(scope, message.id, 3)).toBe(false);
      expect(await progress(message, client.path)).toEqual([6, 5, 0]);
    });

    it('have nothing to come once they were recalled or have expired, whatever still waits', async () => {
      for (const end of ['recall', 'expire'] as const) {
        const { ids, scope, client } = await anAppWith(4);
        const message = await client.publish(await client.create({ channels: ['email'] }));
        expect(await api.get(FanOutBatches).next(scope, message.id, 2)).toBe(true);
        await query(
          `INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route) VALUES ($1, $2, $3, $4, 'email')`,
          [...[scope.tenantId, scope.appId, message.id], ids[0]],
        );
        expect(await progress(message, client.path)).toEqual([4, 2, 3]);
        if (end === 'recall') await client.recall(message);
        else await query(`UPDATE notification_messages SET expires_at = ${HOUR_AGO} WHERE id = $1`, [message.id]);
        expect(await progress(message, client.path)).toEqual([4, 2, 0]);
        expect(await api.get(FanOutBatches).next(scope, message.id, 2)).toBe(false);
        expect(await progress(message, client.path)).toEqual([4, 2, 0]);
      }
    });

    it('count those of a list or a filter alone, and of marketing those who want it by any channel', async () => {
      const { ids, scope, client } = await anAppWith(5);
      const [list, japanese, marketing] = [
        await client.create({ audience: { mode: 'users', user_ids: ids.slice(0, 3) } }),
        await client.create({ audience: { mode: 'filter', filter: { locales: ['ja-JP'] } } }),
        await client.create({ message_type: 'marketing', channels: ['in_app', 'email'] }),
      ];
      await query(`UPDATE users SET locale = 'ja-JP' WHERE id = ANY ($1)`, [ids.slice(3)]);
      await query(
        `INSERT INTO notification_preferences (tenant_id, app_id, user_id, message_type, in_app, push, email)
         VALUES ($1, $2, $3, 'marketing', true, NULL, NULL), ($1, $2, $4, 'marketing', NULL, NULL, true),
                ($1, $2, $5, 'marketing', NULL, true, NULL)`,
        [...[scope.tenantId, scope.appId], ...ids.slice(0, 3)],
      );
      for (const [draft, ...expected] of [
        [list, 3, 3] as const,
        [japanese, 2, 2] as const,
        [marketing, 2, 1] as const,
      ]) {
        const message = await client.publish(draft);
        while (await api.get(FanOutBatches).next(scope, message.id, 2)) continue;
        expect(await progress(message, client.path)).toEqual([...expected, 0]);
      }
    });

    it('begin without the figure when it cannot be had, and have it in the end', async () => {
      const { scope, client } = await anAppWith(3);
      const message = await client.publish(await client.create());
      const limits = jest.spyOn(api.database, 'extendLimits').mockRejectedValueOnce(new Error('too slow'));
      expect(await api.get(FanOutBatches).next(scope, message.id, 2)).toBe(true);
      expect(limits).toHaveBeenCalledTimes(1);
      expect(await progress(message, client.path)).toEqual([null, 2, 0]);
      while (await api.get(FanOutBatches).next(scope, message.id, 2)) continue;
      // Not counted again: nobody knows by now who was a member then.
      expect(limits).toHaveBeenCalledTimes(1);
      limits.mockRestore();
      expect(await progress(message, client.path)).toEqual([3, 3, 0]);
    });
  });
});
