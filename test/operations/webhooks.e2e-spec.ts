import { Sweeps } from '@libs/foundation';
import { type AdminClient, anAdmin, asOwner, adminClient } from '../admin/support/admin';
import { attemptsComeDue, type NewEndpointAnswer, type WebhookClient, webhookClient } from '../admin/support/webhooks';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { queryAs } from '../support/database';
import { isSignedBy, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

describe('Webhooks', () => {
  let api: TestApi;
  let owner: AdminClient;
  let webhooks: WebhookClient;
  let receiver: WebhookReceiver;
  let places = 0;

  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    api = await startTestApi({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' });
    owner = await asOwner(api);
    webhooks = webhookClient(owner);
  });
  afterAll(async () => {
    // The api waits for the attempts that are under way.
    await receiver.close();
    await api.close();
  });
  // What a test left must not tell the next one of its events, nor count among those that a tenant may have.
  afterEach(() =>
    query(
      `UPDATE webhook_endpoints SET enabled = false, disabled_reason = 'administrator', deleted_at = now()
        WHERE deleted_at IS NULL`,
    ),
  );

  const query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  /** An endpoint with a path of its own. */
  const listen = async (input: object = {}, by = webhooks): Promise<NewEndpointAnswer & { readonly path: string }> => {
    const path = `/hooks/${places++}`;
    return { ...(await by.create({ url: receiver.url(path), event_types: ['app.updated'], ...input })), path };
  };
  /** Something happens. */
  const updateApp = async () => {
    const { body } = await owner.get(`apps/${api.appId}`).expect(200);
    const { lock_version } = body.data as { lock_version: number };
    await owner.patch(`apps/${api.appId}`, { lock_version, name: `Renamed ${lock_version}` }).expect(200);
  };
  const arrived = (path: string, count = 1) =>
    eventually(() => Promise.resolve(receiver.at(path).length >= count && receiver.at(path)));
  const deliveryOf = async (id: string, status: string) =>
    eventually(async () => (await webhooks.deliveries(id)).find((one) => one.status === status));
  const attempted = (id: string, attempts: number, most = attempts) =>
    eventually(async () => {
      const [row] = await query<{ attempts: number; seconds: number }>(
        `SELECT attempts, extract(epoch FROM next_attempt_at - last_attempt_at)::float8 AS seconds FROM webhook_deliveries
          WHERE endpoint_id = $1 AND attempts BETWEEN $2 AND $3 AND (turn = attempts OR status <> 'pending')`,
        [id, attempts, most],
      );
      return row;
    });
  const mailsTo = async (address: string) => (await api.mailsTo(address)).map(({ text }) => text);

  it('tell the endpoints that subscribe, signed as Standard Webhooks has it', async () => {
    const [one, all, other] = await Promise.all([
      listen(),
      listen({ event_types: ['*'] }),
      listen({ event_types: ['app.deleted'] }),
    ]);
    await updateApp();
    const [first] = await arrived(one.path);
    const [second] = await arrived(all.path);
    expect(isSignedBy(one.secret, first!)).toBe(true);
    expect(isSignedBy(all.secret, first!)).toBe(false);
    expect(isSignedBy(one.secret, { ...first!, raw: first!.raw.replace('app.updated', 'app.deleted') })).toBe(false);
    expect(first!.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': first!.body.id });
    expect(first!.body).toMatchObject({
      type: 'app.updated',
      tenant_id: api.tenantId,
      app_id: api.appId,
      occurred_at: expect.stringMatching(/Z$/),
      data: { app_id: api.appId, changed_fields: ['name'] },
    });
    expect(second!.body).toEqual(first!.body);
    const messages = await query<{ id: string }>(`SELECT id FROM outbox_messages WHERE type = 'app.updated'`);
    expect(messages.map(({ id }) => id)).toContain(first!.body.id);
    expect(await deliveryOf(one.id, 'succeeded')).toMatchObject({
      event_id: first!.body.id,
      event_type: 'app.updated',
      kind: 'event',
      attempts: 1,
      response_status: 204,
      error: null,
      next_attempt_at: null,
    });
    expect(receiver.at(other.path)).toEqual([]);
    expect(await webhooks.deliveries(other.id)).toEqual([]);
  });

  it('are signed by both secrets after a rotation, so that a receiver may have either', async () => {
    const before = await listen();
    const after = await webhooks.rotate(before.id);
    await updateApp();
    const [received] = await arrived(before.path);
    expect(String(received!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect([before.secret, after.secret].map((secret) => isSignedBy(secret, received!))).toEqual([true, true]);
    const last = await webhooks.rotate(before.id);
    await webhooks.test(before.id);
    const [, tested] = await arrived(before.path, 2);
    const signers = [before.secret, after.secret, last.secret].map((secret) => isSignedBy(secret, tested!));
    expect(signers).toEqual([false, true, true]);
  });

  it('are tried ten times over three days, under the same id, and then given up', async () => {
    const { id, path } = await listen();
    receiver.answers.set(path, { status: 500, headers: {} });
    await updateApp();
    const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (let made = 0; made < delays.length; await attemptsComeDue(api, id)) {
      // After five seconds a busy machine may make the second one before anybody has looked at the first.
      const { attempts, seconds } = await attempted(id, made + 1, made + 2);
      made = attempts;
      // Counted from the end of the attempt, which takes a moment.
      expect(seconds).toBeGreaterThanOrEqual(delays[made - 1]!);
      expect(seconds).toBeLessThan(delays[made - 1]! * 1.2 + 30);
    }
    expect(await deliveryOf(id, 'failed')).toMatchObject({ attempts: 10, response_status: 500, error: 'status' });
    expect(new Set(receiver.at(path).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await webhooks.read(id)).failing_since).not.toBeNull();
  });

  it('wait as long as an endpoint asks for, within a day, and are well again after a success', async () => {
    const { id, path } = await listen();
    receiver.answers.set(path, { status: 503, headers: { 'Retry-After': '900' } });
    await updateApp();
    expect((await attempted(id, 1)).seconds).toBeGreaterThanOrEqual(900);
    receiver.answers.set(path, { status: 429, headers: { 'Retry-After': '99999999' } });
    await attemptsComeDue(api, id);
    const { seconds } = await attempted(id, 2);
    expect(Math.abs(seconds - 86_400)).toBeLessThan(30);
    receiver.answers.delete(path);
    await attemptsComeDue(api, id);
    expect(await deliveryOf(id, 'succeeded')).toMatchObject({ attempts: 3, response_status: 204, error: null });
    expect((await webhooks.read(id)).failing_since).toBeNull();
  });

  it('are not redirected', async () => {
    const [{ id, path }, target] = [await listen(), `/hooks/elsewhere`];
    receiver.answers.set(path, { status: 307, headers: { Location: receiver.url(target) } });
    await updateApp();
    await attempted(id, 1);
    expect((await webhooks.deliveries(id))[0]).toMatchObject({ response_status: 307, error: 'redirect' });
    expect(receiver.at(target)).toEqual([]);
  });

  it('go nowhere inside, whatever the database says', async () => {
    const { id } = await listen();
    await query(`UPDATE webhook_endpoints SET url = 'http://10.0.0.1/' WHERE id = $1`, [id]);
    await updateApp();
    await attempted(id, 1);
    expect((await webhooks.deliveries(id))[0]).toMatchObject({ response_status: null, error: 'address_refused' });
  });

  it('are not sent without a signature, where the secret cannot be opened', async () => {
    const { id, path } = await listen();
    await query('UPDATE webhook_endpoint_secrets SET id = gen_random_uuid() WHERE endpoint_id = $1', [id]);
    await updateApp();
    await attempted(id, 1);
    expect((await webhooks.deliveries(id))[0]).toMatchObject({ response_status: null, error: 'secret_unavailable' });
    expect(receiver.at(path)).toEqual([]);
  });

  it('end at an endpoint that is gone (410): it is disabled, what waits is cancelled, and whoever made it is told', async () => {
    const maker = await anAdmin(api, ['admin']);
    const { id, path } = await listen({}, webhookClient(adminClient(api, maker.token)));
    receiver.answers.set(path, { status: 500 });
    await updateApp();
    await attempted(id, 1);
    receiver.answers.set(path, { status: 410 });
    await updateApp();
    await eventually(async () => !(await webhooks.read(id)).enabled);
    expect(await webhooks.read(id)).toMatchObject({ enabled: false, disabled_reason: 'gone', lock_version: 2 });
    const statuses = await eventually(async () => {
      const found = (await webhooks.deliveries(id)).map(({ status }) => status);
      return !found.includes('pending') && found;
    });
    expect(statuses).toEqual(['failed', 'cancelled']);
    const [record] = await query<{ all: string; actor_type: string; action: string }>(
      `SELECT a::text AS all, actor_type, action FROM audit_logs a WHERE resource_id = $1 ORDER BY seq DESC LIMIT 1`,
      [id],
    );
    expect(record).toMatchObject({ actor_type: 'system', action: 'webhooks.write' });
    expect(record!.all).toContain('gone');
    const [mail] = await eventually(async () => (await mailsTo(maker.email)).length > 0 && mailsTo(maker.email));
    expect(mail).toContain('127.0.0.1');
    expect(mail).toContain('410');
    await updateApp();
    await attemptsComeDue(api, id);
    expect(await webhooks.deliveries(id)).toHaveLength(2);
  });

  it('end at an endpoint that has failed for five days, and the owners are told where its maker is gone', async () => {
    const maker = await anAdmin(api, ['admin']);
    const { id, path } = await listen({}, webhookClient(adminClient(api, maker.token)));
    await query(`UPDATE users SET status = 'disabled' WHERE id = $1`, [maker.userId]);
    receiver.answers.set(path, { status: 500 });
    await updateApp();
    await attempted(id, 1);
    const fail = (days: string) =>
      query(`UPDATE webhook_endpoints SET failing_since = now() - $2::interval WHERE id = $1`, [id, days]);
    await fail('4 days 23 hours');
    await attemptsComeDue(api, id);
    await attempted(id, 2);
    expect((await webhooks.read(id)).enabled).toBe(true);
    await fail('5 days 1 minute');
    await attemptsComeDue(api, id);
    await eventually(async () => !(await webhooks.read(id)).enabled);
    expect(await webhooks.read(id)).toMatchObject({ disabled_reason: 'failing' });
    await deliveryOf(id, 'cancelled');
    const mails = await eventually(async () => {
      const found = (await mailsTo('admin@example.com')).filter((text) => text.includes('five days'));
      return found.length > 0 && found;
    });
    expect(mails).toHaveLength(1);
    expect(await mailsTo(maker.email)).toEqual([]);
  });

  it('are sent again when asked to, under the same id and signed by the secrets of now, at no cost for the endpoint', async () => {
    const { id, path, secret } = await listen();
    await updateApp();
    const done = await deliveryOf(id, 'succeeded');
    const { secret: newest } = await webhooks.rotate(id);
    const again = await webhooks.settled(id, await webhooks.redeliver(done.id));
    expect(again).toMatchObject({ kind: 'redelivery', status: 'succeeded', event_id: done.event_id, attempts: 1 });
    const [first, second] = await arrived(path, 2);
    expect(second!.raw).toBe(first!.raw);
    expect([secret, newest].map((one) => isSignedBy(one, second!))).toEqual([true, true]);
    receiver.answers.set(path, { status: 410 });
    const refused = await webhooks.settled(id, await webhooks.redeliver(done.id));
    expect(refused).toMatchObject({ status: 'failed', attempts: 1, response_status: 410 });
    const tested = await webhooks.settled(id, await webhooks.test(id));
    expect(tested).toMatchObject({ kind: 'test', status: 'failed', event_type: 'webhook.test' });
    expect(await webhooks.read(id)).toMatchObject({ enabled: true, failing_since: null });
  });

  it('are told apart: a test says nothing but that it is one', async () => {
    const { id, path, secret } = await listen();
    expect(await webhooks.settled(id, await webhooks.test(id))).toMatchObject({ kind: 'test', status: 'succeeded' });
    const [received] = await arrived(path);
    expect(received!.body).toMatchObject({ type: 'webhook.test', app_id: null, data: { endpoint_id: id } });
    expect(isSignedBy(secret, received!)).toBe(true);
  });

  it('are not delayed by an endpoint that hangs, however much waits for it', async () => {
    const [slow, quick] = [await listen(), await listen()];
    receiver.answers.set(slow.path, null);
    for (let count = 0; count < 6; count++) await updateApp();
    // What has arrived is settled a moment later.
    await eventually(async () => (await webhooks.deliveries(quick.id, '?status=succeeded')).length === 6);
    // No more than it has places, and no attempt at it has ended.
    expect((await arrived(slow.path)).length).toBeLessThanOrEqual(2);
    expect(await webhooks.deliveries(slow.id, '?status=pending')).toHaveLength(6);
  });

  it('are not delayed by many that hang, more than there are places for a tenant', async () => {
    const slow = await Promise.all(Array.from({ length: 34 }, () => listen()));
    for (const { path } of slow) receiver.answers.set(path, null);
    await updateApp();
    const quick = await listen();
    await updateApp();
    await deliveryOf(quick.id, 'succeeded');
    const ids = slow.map(({ id }) => id);
    const failed = 'SELECT FROM webhook_deliveries WHERE endpoint_id = ANY ($1) AND error IS NOT NULL';
    expect(await query(failed, [ids])).toEqual([]);
    // One that is tested by hand waits for none of them, and another address is a new start.
    await query(
      `INSERT INTO outbox_slow_lanes (tenant_id, lane, hangs, rests_until)
       VALUES ($1, 'webhooks:' || $2, 4, now() + interval '1 hour')`,
      [api.tenantId, quick.id],
    );
    expect(await webhooks.settled(quick.id, await webhooks.test(quick.id))).toMatchObject({ status: 'succeeded' });
    await updateApp();
    const moved = `/hooks/${places++}`;
    await webhooks.patch(quick.id, { url: receiver.url(moved) });
    await arrived(moved);
  });

  it('are cancelled where they wait for an endpoint that is disabled or deleted', async () => {
    const [disabled, deleted] = [await listen(), await listen()];
    for (const { path } of [disabled, deleted]) receiver.answers.set(path, { status: 500 });
    await updateApp();
    await Promise.all([attempted(disabled.id, 1), attempted(deleted.id, 1)]);
    await webhooks.patch(disabled.id, { enabled: false });
    await webhooks.remove(deleted.id);
    await deliveryOf(disabled.id, 'cancelled');
    const statusOf = async ({ id }: { id: string }) =>
      (await query<{ status: string }>('SELECT status FROM webhook_deliveries WHERE endpoint_id = $1', [id]))[0]
        ?.status;
    await eventually(async () => (await statusOf(deleted)) === 'cancelled');
    for (const { id } of [disabled, deleted]) await attemptsComeDue(api, id);
    await webhooks.patch(disabled.id, { enabled: true });
    expect(await statusOf(disabled)).toBe('cancelled');
    for (const { path } of [disabled, deleted]) expect(receiver.at(path)).toHaveLength(1);
  });

  it('are deleted when they did not go with the others of their week, with their events and endpoints', async () => {
    const { id } = await listen();
    await updateApp();
    await deliveryOf(id, 'succeeded');
    await webhooks.remove(id);
    const sweep = () => api.get(Sweeps).runAll();
    const rows = () =>
      query(
        `SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE endpoint_id = $1) AS deliveries,
                (SELECT count(*)::int FROM webhook_endpoints WHERE id = $1) AS endpoints`,
        [id],
      );
    await sweep();
    expect(await rows()).toEqual([{ deliveries: 1, endpoints: 1 }]);
    await query(`UPDATE webhook_endpoints SET deleted_at = deleted_at - interval '31 days' WHERE id = $1`, [id]);
    await query(`UPDATE webhook_events SET created_at = created_at - interval '39 days'`);
    await sweep();
    expect(await rows()).toEqual([{ deliveries: 1, endpoints: 1 }]);
    await query(`UPDATE webhook_deliveries SET created_at = created_at - interval '39 days'`);
    await sweep();
    expect(await rows()).toEqual([{ deliveries: 0, endpoints: 0 }]);
    expect(await query('SELECT FROM webhook_events')).toEqual([]);
  });
});
