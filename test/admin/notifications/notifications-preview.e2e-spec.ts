import { randomUUID } from 'node:crypto';
import { Sweeps } from '@libs/foundation';
import { expectProblem } from '../../http/support/problem';
import { fieldErrors } from '../../mobile/support/me';
import { aMember } from '../../mobile/support/journey';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { type AdminClient, adminClient, anAdmin, asOwner } from '../support/admin';
import { auditOf } from '../support/apps';
import { MESSAGE, notificationClient, notificationMessages } from '../support/notifications';
import { anApp } from '../support/pages';

const NOBODY = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

describe('Recipient previews', () => {
  const api = suiteApi({ RUN_WORKER: 'false' });
  let admin: AdminClient;
  let appId: string;
  let messages: ReturnType<typeof notificationClient>;

  beforeAll(async () => {
    admin = await asOwner(api);
  });

  beforeEach(async () => {
    appId = await anApp(api);
    messages = notificationClient(admin, appId, 'messages');
  });

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  /** A member of the App. */
  const member = async (registration: object = {}): Promise<string> => {
    const { email } = await aMember(api, registration, appId);
    const [row] = await query<{ user_id: string }>('SELECT user_id FROM login_identifiers WHERE value = $1', [email]);
    return row!.user_id;
  };
  const members = async (count: number) => {
    const ids = [];
    for (let index = 0; index < count; index++) ids.push(await member());
    return ids.sort();
  };
  const suspend = (userId: string, status = 'suspended') =>
    query('UPDATE app_memberships SET status = $3 WHERE app_id = $1 AND user_id = $2', [appId, userId, status]);
  const prefer = (userId: string, type: string, choices: { in_app?: boolean; push?: boolean; email?: boolean }) =>
    query(
      `INSERT INTO notification_preferences (tenant_id, app_id, user_id, message_type, in_app, push, email)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (tenant_id, app_id, user_id, message_type) DO UPDATE
          SET in_app = excluded.in_app, push = excluded.push, email = excluded.email`,
      [api.tenantId, appId, userId, type, choices.in_app, choices.push, choices.email],
    );
  const device = (userId: string, platform = 'ios', isPushed = true) =>
    query(
      `INSERT INTO devices (tenant_id, id, app_id, user_id, device_key, platform, push_provider, push_token, push_enabled)
       VALUES ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), $4, $5, $6, $7)`,
      [api.tenantId, appId, userId, platform, ...(isPushed ? ['apns', randomUUID()] : [null, null]), isPushed],
    );
  const holderOf = async (...permissions: string[]) => {
    const code = `holder-${randomUUID().slice(0, 8)}`;
    await admin.post('roles', { code, name: code, permissions }).expect(201);
    return adminClient(api, (await anAdmin(api, [code])).token);
  };
  const previewOf = async (input: object = {}) => messages.preview(await messages.create(input));

  it('count those who would get it, and who is excluded and why', async () => {
    const [one, two, three, four, five] = await members(5);
    await suspend(four!);
    // By mail alone, which is a choice like any other.
    await prefer(five!, 'marketing', { in_app: false, email: true });
    await prefer(two!, 'marketing', { in_app: true });
    await prefer(three!, 'marketing', { in_app: true, push: true, email: true });
    await device(two!);
    await device(three!);
    await device(three!, 'android');
    await query(`UPDATE users SET locale = 'ja-JP', display_name = 'Sato' WHERE id = $1`, [three]);
    const draft = await messages.create({ message_type: 'marketing', channels: ['push', 'email'] });
    const preview = await messages.preview(draft);
    expect(preview).toEqual({
      total: 5,
      eligible: 3,
      excluded: { by_preference: 1, by_membership: 1 },
      by_channel: { in_app: 2, push: 1, email: 2 },
      by_locale: { 'zh-CN': 2, 'ja-JP': 1 },
      sample: [two!, three!, five!].map((user_id) => ({
        user_id,
        display_name: user_id === three ? 'Sato' : null,
      })),
      preview_id: expect.any(String),
      audience_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      expires_at: expect.any(String),
    });
    const [row] = await query(
      `SELECT created_at + interval '15 minutes' AS until, audience_hash AS hash FROM notification_previews WHERE id = $1`,
      [preview.preview_id],
    );
    expect(row).toEqual({ until: new Date(preview.expires_at), hash: preview.audience_hash });
    const [record] = await auditOf(api, preview.preview_id);
    expect(record).toMatchObject({ action: 'messages.read', resource_type: 'recipient_preview', app_id: appId });
    expect(one).toBeDefined();
  });

  it('count pushes and mails of those whom they reach and who have not refused them', async () => {
    const [one, two, three] = await members(3);
    await device(one!);
    await device(two!);
    await device(three!, 'ios', false);
    await prefer(two!, 'system', { push: false });
    await prefer(three!, 'system', { email: false });
    await prefer(one!, 'private', { push: false, email: false });
    await query(`UPDATE login_identifiers SET verified_at = NULL WHERE user_id = $1`, [two]);
    const channels = async (input: object) => (await previewOf(input)).by_channel;
    expect(await channels({ channels: ['push', 'email'] })).toEqual({ in_app: 3, push: 1, email: 1 });
    expect(await channels({ channels: ['push'] })).toEqual({ in_app: 3, push: 1, email: 0 });
    expect(await channels({})).toEqual({ in_app: 3, push: 0, email: 0 });
    const notices = notificationClient(admin, appId);
    const draft = await notices.create({ channels: ['push', 'email'] });
    expect((await notices.preview(draft)).by_channel).toEqual({ in_app: 3, push: 2, email: 2 });
    await prefer(one!, 'notice', { push: false, email: false });
    expect((await notices.preview(draft)).by_channel).toEqual({ in_app: 3, push: 1, email: 1 });
  });

  it('count the named, of whom some may have left, and show ten', async () => {
    const all = await members(12);
    const draft = await messages.create({ audience: { mode: 'users', user_ids: all } });
    await suspend(all[0]!);
    await query('DELETE FROM app_memberships WHERE app_id = $1 AND user_id = $2', [appId, all[1]]);
    const preview = await messages.preview(draft);
    expect(preview).toMatchObject({ total: 12, eligible: 10, excluded: { by_preference: 0, by_membership: 2 } });
    expect(preview.sample.map(({ user_id }) => user_id)).toEqual(all.slice(2));
    const other = await member();
    expect((await messages.preview(draft)).sample.map(({ user_id }) => user_id)).not.toContain(other);
  });

  it('count those for whom all of a filter holds', async () => {
    const [one, two, three] = await members(3);
    await query(`UPDATE users SET locale = 'ja-JP' WHERE id = ANY ($1)`, [[one, two]]);
    await device(one!, 'android');
    await device(three!, 'android');
    await query(`UPDATE app_memberships SET joined_at = '2020-01-01' WHERE app_id = $1 AND user_id = $2`, [appId, two]);
    await query(`INSERT INTO user_roles (tenant_id, user_id, role_code) VALUES ($1, $2, 'auditor')`, [
      api.tenantId,
      three,
    ]);
    const eligible = async (filter: object) => {
      const { sample, by_locale, total } = await previewOf({ audience: { mode: 'filter', filter } });
      expect(Object.values(by_locale).reduce((sum, count) => sum + count, 0)).toBe(total);
      return sample.map(({ user_id }) => user_id);
    };
    expect(await eligible({ locales: ['ja-JP'] })).toEqual([one, two]);
    expect(await eligible({ locales: ['zh-CN'] })).toEqual([]);
    expect(await eligible({ platforms: ['android', 'harmony'] })).toEqual([one, three]);
    expect(await eligible({ locales: ['ja-JP'], platforms: ['android'] })).toEqual([one]);
    expect(await eligible({ roles: ['auditor'] })).toEqual([three]);
    expect(await eligible({ joined_before: '2021-01-01T00:00:00Z' })).toEqual([two]);
    expect(await eligible({ joined_after: '2021-01-01T00:00:00Z' })).toEqual([one, three]);
    expect(await eligible({ last_active_after: '2021-01-01T00:00:00Z' })).toEqual([]);
  });

  it('show members to those who may see them alone', async () => {
    const id = await member({ display_name: 'Sato' });
    const draft = await messages.create();
    const previewFor = async (...permissions: string[]) =>
      notificationClient(await holderOf(...permissions), appId, 'messages').preview(draft);
    const { sample, preview_id: _id, expires_at: _at, ...figures } = await previewFor('messages.read');
    expect(sample).toBeNull();
    const seen = await previewFor('messages.read', 'members.read');
    expect(seen).toMatchObject({ ...figures, sample: [{ user_id: id, display_name: 'Sato' }] });
  });

  it('of an audience by roles, and such an audience, are for those who may see who has them', async () => {
    const id = await member();
    await query(`INSERT INTO user_roles (tenant_id, user_id, role_code) VALUES ($1, $2, 'auditor')`, [
      api.tenantId,
      id,
    ]);
    const byRole = { audience: { mode: 'filter', filter: { roles: ['auditor'] } } };
    const written = await messages.create(byRole);
    const WRITER = ['messages.read', 'messages.write', 'members.read'];
    const writer = notificationClient(await holderOf(...WRITER), appId, 'messages');
    const own = await writer.create();
    const unknown = { audience: { mode: 'filter', filter: { roles: ['nobody-has-it'] } } };
    const admin = await holderOf(...WRITER);
    for (const refused of [
      await writer.post(written, 'recipient-preview'),
      await admin.post(writer.path, { ...MESSAGE, ...byRole }),
      // Not even whether there is such a role.
      await admin.post(writer.path, { ...MESSAGE, ...unknown }),
      await admin.patch(`${writer.path}/${own.id}`, { lock_version: 1, ...byRole }),
    ]) {
      expectProblem(refused, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
      expect(refused.body.required_permission).toBe('users.read');
    }
    // What does not touch the audience is not about it.
    expect(await writer.update(written, { title: { 'zh-CN': '新' } })).toMatchObject({ lock_version: 2 });
    const seeing = notificationClient(await holderOf(...WRITER, 'users.read'), appId, 'messages');
    expect(await seeing.preview(await seeing.create(byRole))).toMatchObject({ total: 1, sample: [{ user_id: id }] });
  });

  it('count nobody of another App', async () => {
    await aMember(api, {}, await anApp(api));
    expect(await previewOf()).toMatchObject({ total: 0, eligible: 0, by_locale: {}, sample: [] });
  });

  it('have a hash that is that of the members, in whatever order, and of no others', async () => {
    const [one, two] = await members(2);
    const hash = async (...user_ids: string[]) =>
      (await previewOf({ audience: { mode: 'users', user_ids } })).audience_hash;
    const [both, turned, first, second, all] = [
      await hash(one!, two!),
      await hash(two!, one!),
      await hash(one!),
      await hash(two!),
      (await previewOf()).audience_hash,
    ];
    expect([turned, all]).toEqual([both, both]);
    expect(new Set([both, first, second]).size).toBe(3);
  });

  describe('that a publication refers to', () => {
    const changes: readonly [string, (one: string, two: string) => Promise<unknown>][] = [
      ['was suspended', (one) => suspend(one)],
      ['has joined', () => member()],
      ['has left', (one) => query('DELETE FROM app_memberships WHERE app_id = $1 AND user_id = $2', [appId, one])],
      ['has opted out', (one) => prefer(one, 'marketing', { in_app: false })],
      ['has opted in', (_one, two) => prefer(two, 'marketing', { in_app: true })],
      [
        'has come for another',
        async (one, two) => {
          await prefer(one, 'marketing', { in_app: false });
          await prefer(two, 'marketing', { in_app: true });
        },
      ],
    ];

    it.each(changes)('refuse it when a member %s, and nothing is sent (409)', async (_what, change) => {
      const [one, two] = await members(2);
      await prefer(one!, 'marketing', { in_app: true });
      const isOfAll = _what === 'has joined' || _what === 'has left';
      const draft = await messages.create({ message_type: isOfAll ? 'system' : 'marketing' });
      const { preview_id } = await messages.preview(draft);
      await change(one!, two!);
      const { body } = await messages.post(draft, 'publish', { preview_id }).expect(409);
      expect(body.code).toBe('NOTIFICATIONS.AUDIENCE.CHANGED');
      expect(await messages.read(draft.id)).toEqual(draft);
      expect((await notificationMessages(api, draft.id)).all).toEqual([]);
      const again = await messages.preview(draft);
      expect(await messages.publish(draft, { preview_id: again.preview_id, lock_version: 1 })).toMatchObject({
        status: 'published',
      });
    });

    it('let it through when somebody else changed, or came back, or only the text was changed', async () => {
      const [one, two] = await members(2);
      await prefer(one!, 'marketing', { in_app: true });
      const draft = await messages.create({ message_type: 'marketing' });
      const { preview_id } = await messages.preview(draft);
      await suspend(two!);
      await suspend(one!);
      await suspend(one!, 'active');
      await member();
      const written = await messages.update(draft, { title: { 'zh-CN': '新' } });
      expect(await messages.publish(written, { preview_id, lock_version: 2 })).toMatchObject({ status: 'published' });
    });

    it('refuse it when its audience was written anew (409)', async () => {
      const [one] = await members(2);
      const draft = await messages.create();
      const { preview_id } = await messages.preview(draft);
      const changed = await messages.update(draft, { audience: { mode: 'users', user_ids: [one] } });
      const { body } = await messages.post(changed, 'publish', { preview_id }).expect(409);
      expect(body.code).toBe('NOTIFICATIONS.AUDIENCE.CHANGED');
    });

    it('are previews of it of the last quarter of an hour (422)', async () => {
      const [draft, other] = [await messages.create(), await messages.create()];
      const { preview_id } = await messages.preview(draft);
      const foreign = await messages.preview(other);
      const refused = async (id: string) =>
        fieldErrors((await messages.post(draft, 'publish', { preview_id: id }).expect(422)).body);
      expect(await refused(foreign.preview_id)).toEqual(['preview_id unknown_preview']);
      expect(await refused(NOBODY)).toEqual(['preview_id unknown_preview']);
      expect(await refused('mine')).toEqual(['preview_id not_uuid']);
      const age = (interval: string) =>
        query(`UPDATE notification_previews SET created_at = now() - $2::interval WHERE id = $1`, [
          preview_id,
          interval,
        ]);
      await age('15 minutes');
      expect(await refused(preview_id)).toEqual(['preview_id unknown_preview']);
      await age('14 minutes');
      expect(await messages.publish(draft, { preview_id })).toMatchObject({ status: 'published' });
    });
  });

  it('are forgotten after an hour', async () => {
    const [old, fresh] = [await previewOf(), await previewOf()];
    await query(`UPDATE notification_previews SET created_at = now() - interval '61 minutes' WHERE id = $1`, [
      old.preview_id,
    ]);
    await api.get(Sweeps).run('notifications.previews', Infinity, 0);
    const left = await query('SELECT id FROM notification_previews WHERE id = ANY ($1)', [
      [old.preview_id, fresh.preview_id],
    ]);
    expect(left).toEqual([{ id: fresh.preview_id }]);
  });
});
