import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { fieldErrors } from '../../mobile/support/me';
import { type Admin, adminClient, type AdminClient, anAdmin, asRoles } from '../support/admin';
import { AN_ADMINISTRATOR } from '../support/authors';
import { auditOf } from '../support/apps';
import { MESSAGE, notificationClient, notificationMessages } from '../support/notifications';
import { anApp } from '../support/pages';

const LATER = '2099-01-01T00:00:00.000Z';
const NOBODY = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('The states of notices and messages', () => {
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

  describe('in their states', () => {
    const inState = {
      draft: () => notices.create(),
      scheduled: async () => notices.publish(await notices.create({ scheduled_at: LATER })),
      published: async () => notices.publish(await notices.create()),
      recalled: async () => notices.recall(await notices.publish(await notices.create())),
      cancelled: async () => notices.cancel(await notices.create()),
    };
    const POSSIBLE: Readonly<Record<keyof typeof inState, readonly string[]>> = {
      draft: ['patch', 'publish', 'cancel', 'delete'],
      scheduled: ['unschedule', 'cancel'],
      published: ['recall'],
      recalled: [],
      cancelled: ['delete'],
    };

    it.each(Object.keys(POSSIBLE) as (keyof typeof inState)[])(
      'move from %s only where they may (409)',
      async (state) => {
        for (const move of ['patch', 'publish', 'unschedule', 'cancel', 'recall', 'delete']) {
          const before = await inState[state]();
          const { lock_version } = before;
          const path = `${notices.path}/${before.id}`;
          const { status, body } = await (move === 'patch'
            ? admin.patch(path, { lock_version })
            : move === 'delete'
              ? admin.delete(`${path}?lock_version=${lock_version}`)
              : notices.post(before, move, { lock_version }));
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

    it('are drafts again when they are unscheduled, and are scheduled anew', async () => {
      const scheduled = await messages.publish(await messages.create({ scheduled_at: LATER, expires_at: null }));
      const draft = await messages.unschedule(scheduled);
      expect(draft).toEqual({ ...scheduled, status: 'draft', lock_version: 3, updated_at: expect.any(String) });
      expect((await notificationMessages(api, draft.id)).named('notifications.due')).toEqual([
        expect.objectContaining({ completed: true }),
      ]);
      const sooner = await messages.update(draft, { scheduled_at: '2098-01-01T00:00:00.000Z' });
      const again = await messages.publish(sooner);
      expect(again).toMatchObject({ status: 'scheduled', scheduled_at: '2098-01-01T00:00:00.000Z', lock_version: 5 });
      const waiting = (await notificationMessages(api, draft.id)).named('notifications.due');
      expect(waiting.filter(({ completed }) => !completed)).toHaveLength(1);
      const records = (await auditOf(api, draft.id)).map(({ action, changes }) => [action, changes]);
      expect(records[2]).toEqual(['messages.publish', [{ path: 'status', before: 'scheduled', after: 'draft' }]]);
    });

    it('are deleted as drafts and when they were cancelled, with their version, and not found afterwards', async () => {
      for (const one of [await notices.create(), await notices.cancel(await notices.create())]) {
        const path = `${notices.path}/${one.id}`;
        const missing = await admin.delete(path).expect(422);
        expect(fieldErrors(missing.body)).toEqual(['lock_version required']);
        const stale = await admin.delete(`${path}?lock_version=${one.lock_version + 1}`).expect(409);
        expect(stale.body).toMatchObject({
          code: 'RESOURCE.VERSION_CONFLICT',
          current_lock_version: one.lock_version,
        });
        expect(await notices.read(one.id)).toEqual(one);
        await notices.preview(one);
        const { body } = await admin.delete(`${path}?lock_version=${one.lock_version}`).expect(200);
        expect(body).toEqual({ data: { deleted: true, id: one.id } });
        await admin.get(path).expect(404);
        await admin.delete(`${path}?lock_version=${one.lock_version}`).expect(404);
        const deletion = (await auditOf(api, one.id)).findLast(({ outcome }) => outcome === 'success');
        expect(deletion).toMatchObject({ action: 'notices.write', resource_type: 'notice' });
        expect(deletion?.changes).toContainEqual({ path: 'title', before: one['title'], after: null });
      }
    });

    it('are copied from any status: what they say, to whom and how, but not when', async () => {
      const audience = { mode: 'filter', filter: { locales: ['en-US'] } };
      const all = {
        message_type: 'marketing',
        audience,
        channels: ['in_app', 'email'],
        action: { type: 'url', target: 'https://shop.example.com/' },
        scheduled_at: LATER,
        expires_at: '2099-02-01T00:00:00.000Z',
      };
      const create = () => messages.create(all);
      const unscheduled = { ...all, scheduled_at: null };
      const each = [
        await create(),
        await messages.publish(await create()),
        await messages.publish(await messages.create(unscheduled)),
        await messages.recall(await messages.publish(await messages.create(unscheduled))),
        await messages.cancel(await create()),
      ];
      const copier = await anAdmin(api, ['notification_operator']);
      const copies = notificationClient(adminClient(api, copier.token), appId, 'messages');
      for (const one of each) {
        const { body } = await copies.post(one, 'copy').expect(201);
        expect(body.data).toEqual({
          ...(await messages.read(one.id)),
          id: expect.any(String),
          ...{ status: 'draft', lock_version: 1, created_by: copier.userId, recipient_count: null },
          ...{ scheduled_at: null, expires_at: null, published_at: null, published_by: null },
          ...{ cancelled_at: null, recalled_at: null, recall_reason: null },
          ...{ created_at: expect.any(String), updated_at: expect.any(String), updated_by: AN_ADMINISTRATOR },
        });
        expect(body.data.updated_by.id).toBe(copier.userId);
        expect(body.data.id).not.toBe(one.id);
        expect(await messages.read(one.id)).toMatchObject({ status: one.status });
        const [record] = await auditOf(api, body.data.id as string);
        expect(record).toMatchObject({ action: 'messages.write', resource_type: 'message', outcome: 'success' });
      }
      expect((await notices.post(each[0]!, 'copy').expect(404)).body.code).toBe('RESOURCE.NOT_FOUND');
    });

    it('are not copied by those who may not choose their audience (403)', async () => {
      const chooser = await anAdmin(api, ['notification_operator', 'auditor']);
      const theirs = notificationClient(adminClient(api, chooser.token), appId);
      const draft = await theirs.create({ audience: { mode: 'filter', filter: { roles: ['owner'] } } });
      await theirs.post(draft, 'copy').expect(201);
      await query(
        `INSERT INTO roles (tenant_id, code, name, permissions, built_in)
         VALUES ($1, 'writes-notices', 'x', '{notices.read,notices.write}', false)`,
        [api.tenantId],
      );
      const writer = notificationClient(await asRoles(api, 'writes-notices'), appId);
      const { body } = await writer.post(draft, 'copy').expect(403);
      expect(body).toMatchObject({ code: 'IAM.PERMISSION.DENIED', required_permission: 'users.read' });
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
      for (const action of ['publish', 'unschedule', 'cancel']) {
        const stale = await notices.post(draft, action, { lock_version: 2 }).expect(409);
        expect(stale.body).toMatchObject({ code: 'RESOURCE.VERSION_CONFLICT', current_lock_version: 1 });
        const odd = await notices.post(draft, action, { force: true }).expect(422);
        expect(fieldErrors(odd.body)).toEqual(['force unknown_field']);
      }
      for (const action of ['unschedule', 'cancel']) {
        const odd = await notices.post(draft, action, { preview_id: NOBODY }).expect(422);
        expect(fieldErrors(odd.body)).toEqual(['preview_id unknown_field']);
      }
      expect(await notices.read(draft.id)).toEqual(draft);
    });
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
