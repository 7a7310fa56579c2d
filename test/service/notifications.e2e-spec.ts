import { newId } from '@libs/kernel';
import { suiteOwner } from '../admin/support/admin';
import { notificationClient } from '../admin/support/notifications';
import { aTenant } from '../admin/support/tenants';
import { expectProblem, reasons } from '../http/support/problem';
import { inboxes } from '../mobile/support/inbox';
import { anEmail, eventually } from '../support/api';
import { suiteApi } from '../support/suite';
import {
  apiClients,
  MEMBERS,
  type NewApiClient,
  READ,
  SECURITY,
  serviceClient,
  SUBMIT,
  TEXTS,
  tokenOf,
} from './support/clients';

/** To a client that may know who is a member. */
interface Submitted {
  readonly id: string;
  readonly recipient_count: number;
  readonly unknown: { readonly user_ids: readonly number[]; readonly identifiers: readonly number[] };
  readonly unknown_count: number;
}

const NOBODY = { user_ids: [], identifiers: [] };

describe('Messages that API clients send', () => {
  const api = suiteApi();
  const members = inboxes(api);
  const owner = suiteOwner(api);
  let client: NewApiClient;
  let service: ReturnType<typeof serviceClient>;

  beforeAll(async () => {
    client = await apiClients(owner).create({ scopes: [SUBMIT, READ, MEMBERS] });
    service = serviceClient(api, await tokenOf(api, client));
  });

  const least = () => ({ app_id: api.appId, message_type: 'private', ...TEXTS });
  const submit = async (body: object): Promise<Submitted> =>
    (await service.post('notifications', { ...least(), ...body }).expect(202)).body.data as Submitted;
  const statistics = async (id: string) =>
    (await service.get(`notifications/${id}`).expect(200)).body.data as Record<string, unknown>;
  const refused = async (body: object, ...why: string[]) => {
    const answer = await service.post('notifications', { ...least(), ...body }).expect(422);
    expect(reasons(answer.body)).toEqual(why);
  };
  const delivered = (id: string, count: number) =>
    eventually(async () => (await statistics(id))['delivered'] === count);

  it('reach exactly the members that are named, in their inbox and with all that administrators’ messages have', async () => {
    const [first, second, other] = [
      await members.aMemberOf({ display_name: 'Lin' }),
      await members.aMemberOf(),
      await members.aMemberOf(),
    ];
    const { id, ...told } = await submit({
      user_ids: [first.userId, newId(), second.userId.toUpperCase(), first.userId, newId()],
      action: { type: 'url', target: 'https://shop.example.com/orders/1' },
      channels: ['push'],
    });
    expect(told).toEqual({ recipient_count: 2, unknown: { ...NOBODY, user_ids: [1, 4] }, unknown_count: 2 });
    await delivered(id, 2);
    const { items } = await members.page(first.me);
    expect(items).toMatchObject([
      { title: '已发货', body: 'Lin，明天送达。', message_type: 'private', kind: 'message' },
    ]);
    expect(await members.idsOf(second.me)).toHaveLength(1);
    expect(await members.idsOf(other.me)).toEqual([]);
    await first.me.patch(`notifications/${items[0]!.id}/read`).expect(200);
    expect(await eventually(async () => (await statistics(id))['read'] === 1 && statistics(id))).toMatchObject({
      id,
      app_id: api.appId,
      message_type: 'private',
      total: 2,
      delivered: 2,
      read: 1,
      read_rate: 0.5,
      recalled_at: null,
      expires_at: null,
    });
  });

  it('are sent once under an idempotency key, which is required, however often and however much at once', async () => {
    const { me, userId } = await members.aMemberOf();
    const body = { ...least(), user_ids: [userId] };
    const token = await tokenOf(api, client);
    const post = (key?: string, sent: object = body) => {
      const headers = { Authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'Idempotency-Key': key }) };
      return api.http.post('/api/v1/service/notifications').set(headers).send(sent);
    };
    const missing = await post().expect(422);
    expect(reasons(missing.body)).toEqual(['Idempotency-Key required']);

    const key = newId();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(key)));
    const ids = new Set(
      answers.flatMap(({ status, body: { data } }) => (status === 202 ? [(data as Submitted).id] : [])),
    );
    expect(ids.size).toBe(1);
    expect(answers.filter(({ status }) => status !== 202 && status !== 409)).toEqual([]);
    const [id = ''] = ids;
    const repeated = await post(key).expect(202).expect('Idempotent-Replayed', 'true');
    expect(repeated.body.data).toEqual({ id, recipient_count: 1, unknown: NOBODY, unknown_count: 0 });
    await post(key, { ...body, channels: ['push'] }).expect(422);
    await delivered(id, 1);
    expect(await members.idsOf(me)).toHaveLength(1);
  });

  it('name members by what they have confirmed to be theirs', async () => {
    const email = anEmail();
    const { me } = await members.aMemberOf({ email });
    const unknown = anEmail();
    const { id, ...told } = await submit({
      identifiers: [` ${email.toUpperCase()} `, unknown, '+8613800138000', email],
    });
    expect(told).toEqual({ recipient_count: 1, unknown: { ...NOBODY, identifiers: [1, 2] }, unknown_count: 2 });
    await delivered(id, 1);
    expect(await members.idsOf(me)).toHaveLength(1);
    await members.rows('UPDATE login_identifiers SET verified_at = NULL WHERE value = $1', [email]);
    expect(await submit({ identifiers: [email] })).toMatchObject({ recipient_count: 0 });
  });

  it('reach nobody who is no active member of that App, and are taken all the same', async () => {
    const [suspended, disabled] = [await members.aMemberOf(), await members.aMemberOf()];
    await members.rows(`UPDATE app_memberships SET status = 'suspended' WHERE user_id = $1`, [suspended.userId]);
    const { body } = await owner
      .post('apps', { name: 'Elsewhere', app_type: 'uni_app', default_locale: 'zh-CN' })
      .expect(201);
    const elsewhere = (body.data as { id: string }).id;
    expect(await submit({ user_ids: [suspended.userId, newId()] })).toMatchObject({ recipient_count: 0 });
    const { id, recipient_count } = await submit({ app_id: elsewhere, user_ids: [disabled.userId] });
    expect(recipient_count).toBe(0);
    await eventually(async () => (await statistics(id))['total'] === 0);
    expect(await statistics(id)).toMatchObject({ total: 0, delivered: 0, pending: 0, app_id: elsewhere });
  });

  it('reach those alone who want marketing', async () => {
    const [one, willing] = [await members.aMemberOf(), await members.aMemberOf()];
    await willing.me.patch('notification-preferences', { channels: { marketing: { in_app: true } } }).expect(200);
    const { id } = await submit({ message_type: 'marketing', user_ids: [one.userId, willing.userId] });
    await delivered(id, 1);
    expect(await members.idsOf(one.me)).toEqual([]);
    expect(await members.idsOf(willing.me)).toHaveLength(1);
  });

  it('are in the list of administrators, who see who sent them and can recall them', async () => {
    const { me, userId } = await members.aMemberOf();
    const { id } = await submit({ user_ids: [userId], expires_at: new Date(Date.now() + 86_400_000).toISOString() });
    await delivered(id, 1);
    const messages = notificationClient(owner, api.appId, 'messages');
    const message = await messages.read(id);
    expect(message).toMatchObject({
      origin: 'service',
      created_by: client.id,
      published_by: client.id,
      status: 'published',
      audience: { mode: 'users', user_ids: [userId] },
      channels: ['in_app'],
    });
    const { body } = await owner.get(`${messages.path}?status=published`).expect(200);
    expect(body.data.items[0]).toMatchObject({ id, origin: 'service', created_by: client.id });
    await messages.recall(message);
    expect(await members.idsOf(me)).toEqual([]);
    expect(await statistics(id)).toMatchObject({ recalled_at: expect.any(String), delivered: 1 });
    const [record] = await members.rows(
      `SELECT action, outcome, actor_id, resource_type, app_id FROM audit_logs WHERE resource_id = $1 ORDER BY seq LIMIT 1`,
      [id],
    );
    expect(record).toEqual({
      action: SUBMIT,
      outcome: 'success',
      actor_id: client.id,
      resource_type: 'message',
      app_id: api.appId,
    });
    const [event] = await members.rows(
      `SELECT count(*)::int AS count FROM outbox_messages WHERE type = 'notification.published' AND data ->> 'message_id' = $1`,
      [id],
    );
    expect(event).toEqual({ count: 1 });
  });

  it('are refused as administrators’ are', async () => {
    const user_ids = [newId()];
    await refused({}, 'user_ids required', 'identifiers required', 'audience required');
    await refused({ user_ids, identifiers: ['a@example.com'] }, 'user_ids not_both', 'identifiers not_both');
    await refused({ user_ids: [] }, 'user_ids too_few_items');
    await refused({ user_ids: ['x'] }, 'user_ids.0 not_uuid');
    await refused({ user_ids: Array.from({ length: 1_001 }, () => user_ids[0]) }, 'user_ids too_many_items');
    await refused({ identifiers: ['a@example.com', '13800138000'] }, 'identifiers.1 not_identifier');
    await refused({ identifiers: [1] }, 'identifiers.0 not_string');
    await refused({ user_ids, message_type: 'notice' }, 'message_type not_allowed');
    await refused({ user_ids, title: { 'en-US': 'Hello' } }, 'title.zh-CN required');
    await refused({ user_ids, title: { 'zh-CN': 'x'.repeat(121) } }, 'title.zh-CN too_long');
    await refused({ user_ids, body: { 'zh-CN': '{{password}}' } }, 'body.zh-CN unknown_placeholder');
    await refused(
      { user_ids, action: { type: 'url', target: 'javascript:alert(1)' } },
      'action.target not_web_address',
    );
    await refused({ user_ids, expires_at: '2020-01-01T00:00:00Z' }, 'expires_at not_future');
    await refused({ user_ids, channels: ['sms'] }, 'channels.0 not_allowed');
    for (const field of ['scheduled_at', 'status', 'created_by']) {
      await refused({ user_ids, [field]: null }, `${field} unknown_field`);
    }
  });

  it('are for an App of the tenant that is enabled: anything else is none', async () => {
    const user_ids = [newId()];
    const tenant = await aTenant(api);
    const [theirs] = (await tenant.owner.client.get('apps').expect(200)).body.data.items as { id: string }[];
    const { body } = await owner
      .post('apps', { name: 'Disabled', app_type: 'uni_app', default_locale: 'zh-CN' })
      .expect(201);
    const own = body.data as { id: string; lock_version: number };
    await owner.post(`apps/${own.id}/disable`, { lock_version: own.lock_version }).expect(200);
    for (const app_id of [newId(), theirs!.id, own.id]) await refused({ user_ids, app_id }, 'app_id unknown_app');
    await refused({ user_ids, app_id: 'shop' }, 'app_id not_uuid');
  });

  it('name the first hundred of the unknown, and how many there are', async () => {
    const { unknown, ...told } = await submit({ user_ids: Array.from({ length: 150 }, () => newId()) });
    expect(told).toMatchObject({ recipient_count: 0, unknown_count: 150 });
    expect(unknown).toEqual({ ...NOBODY, user_ids: [...Array(100).keys()] });
  });

  it('tell no client who is a member that may not know it, neither at once nor by what has become of them', async () => {
    const { userId, me } = await members.aMemberOf();
    const other = await apiClients(owner).create({ scopes: [SUBMIT, SECURITY] });
    const unknowing = serviceClient(api, await tokenOf(api, other));
    for (const user_ids of [[userId], [newId()]]) {
      const answer = await unknowing.post('notifications', { ...least(), user_ids }).expect(202);
      expect(answer.body).toEqual({ data: { id: expect.any(String) } });
      for (const path of ['notifications', `notifications/${answer.body.data.id as string}`]) {
        const refused = expectProblem(await unknowing.get(path), 403, 'IAM.SCOPE.DENIED', ['required_scope']);
        expect(refused).toMatchObject({ required_scope: READ });
      }
    }
    await eventually(async () => (await members.idsOf(me)).length === 1);
    // A token for less than the client may do.
    const narrow = serviceClient(api, await tokenOf(api, client, { scope: SUBMIT }));
    const { body } = await narrow.post('notifications', { ...least(), user_ids: [userId] }).expect(202);
    expect(Object.keys(body.data as object)).toEqual(['id']);
  });

  it('are of the type security where the client may send such ones, and else refused before anything is sent', async () => {
    const { userId, me } = await members.aMemberOf();
    const body = { ...least(), message_type: 'security', user_ids: [userId] };
    expectProblem(await service.post('notifications', body), 403, 'IAM.SCOPE.DENIED', ['required_scope']);
    const [record] = await members.rows(
      `SELECT action, outcome FROM audit_logs WHERE actor_id = $1 ORDER BY seq DESC LIMIT 1`,
      [client.id],
    );
    expect(record).toEqual({ action: SUBMIT, outcome: 'denied' });
    const alarm = await apiClients(owner).create({ scopes: [SUBMIT, SECURITY] });
    const alarming = serviceClient(api, await tokenOf(api, alarm));
    await alarming.post('notifications', body).expect(202);
    await eventually(async () => (await members.idsOf(me)).length === 1);
    expect(await members.page(me)).toMatchObject({ items: [{ title: '已发货', message_type: 'security' }] });
  });
});
