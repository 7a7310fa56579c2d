import { Sweeps } from '@libs/foundation';
import { asRoles, suiteOwner } from '../admin/support/admin';
import { attemptsComeDue, type NewEndpointAnswer, webhookClient } from '../admin/support/webhooks';
import { reasons } from '../http/support/problem';
import { eventually } from '../support/api';
import { queryAs } from '../support/database';
import { beforeTests, suiteApi } from '../support/suite';
import { startWebhookReceiver } from '../support/webhook-receiver';

describe('What endpoints were told', () => {
  const receiver = beforeTests(startWebhookReceiver);
  // Before the api, which waits for the attempts that are under way.
  afterAll(() => receiver.close());
  const api = suiteApi({ WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' });
  const owner = suiteOwner(api);
  const webhooks = webhookClient(owner);
  let places = 0;

  const query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  /** An endpoint with a path of its own. */
  const listen = async (input: object = {}): Promise<NewEndpointAnswer & { readonly path: string }> => {
    const path = `/hooks/${places++}`;
    const endpoint = { url: receiver.url(path), event_types: ['app.updated'], ...input };
    return { ...(await webhooks.create(endpoint)), path };
  };
  /** Something happens. */
  const updateApp = async () => {
    const { body } = await owner.get(`apps/${api.appId}`).expect(200);
    const { lock_version } = body.data as { lock_version: number };
    await owner.patch(`apps/${api.appId}`, { lock_version, name: `Renamed ${lock_version}` }).expect(200);
  };
  const arrived = (path: string, count: number) =>
    eventually(() => Promise.resolve(receiver.at(path).length >= count && receiver.at(path)));
  const idsAt = (path: string) => receiver.at(path).map(({ body }) => body.id);
  const attempted = (id: string, attempts: number, kind = 'event') =>
    eventually(async () => {
      const read = async () => (await webhooks.deliveries(id)).find((one) => one.kind === kind);
      const begun = await read();
      const isOver = begun?.attempts === attempts && (await turnsOf(begun.id)) === attempts;
      // The attempt may have ended between the two reads.
      return isOver && read();
    });
  /** Of attempts that have ended. */
  const turnsOf = async (deliveryId: string) => {
    const [row] = await query<{ turn: number }>('SELECT turn FROM webhook_deliveries WHERE id = $1', [deliveryId]);
    return row?.turn;
  };
  /** By the clock of the database, later than what has happened. */
  const now = async () => (await query<{ now: Date }>('SELECT clock_timestamp() AS now'))[0]!.now.toISOString();

  describe('is seen', () => {
    it('as it was sent, with what they answered', async () => {
      const { id, path } = await listen();
      receiver.answers.set(path, { status: 422, body: '{"error":"no such order"}' });
      await updateApp();
      const delivery = await attempted(id, 1);
      const [received] = await arrived(path, 1);
      expect(await webhooks.detail(delivery.id)).toEqual({
        ...delivery,
        endpoint_id: id,
        request_body: received!.raw,
        response_body: '{"error":"no such order"}',
      });
      const auditor = await asRoles(api, 'auditor');
      await auditor.get(`webhooks/deliveries/${delivery.id}`).expect(200);
      const editor = await asRoles(api, 'content_editor');
      await editor.get(`webhooks/deliveries/${delivery.id}`).expect(403);
    });

    it('of the last answer, and of that the first 4 KiB, whatever they are', async () => {
      const { id, path } = await listen();
      receiver.answers.set(path, { status: 500, body: `ab${'字'.repeat(40_000)}` });
      await updateApp();
      const delivery = await attempted(id, 1);
      const told = async () => (await webhooks.detail(delivery.id)).response_body;
      // The next character would be cut.
      expect(await told()).toBe(`ab${'字'.repeat(1_364)}`);
      receiver.answers.set(path, { status: 500, body: Buffer.from([0x41, 0, 0xff, 0x42]) });
      await attemptsComeDue(api, id);
      await attempted(id, 2);
      expect(await told()).toBe('A\ufffd\ufffdB');
      receiver.answers.set(path, { status: 500 });
      await attemptsComeDue(api, id);
      await attempted(id, 3);
      expect(await told()).toBeNull();
      expect(await query('SELECT FROM webhook_answers WHERE delivery_id = $1', [delivery.id])).toEqual([]);
    });

    it('for seven days', async () => {
      const { id, path } = await listen();
      receiver.answers.set(path, { status: 200, body: 'Welcome, Lin' });
      await updateApp();
      const delivery = await attempted(id, 1);
      const ago = (interval: string) =>
        query(
          `WITH d AS (UPDATE webhook_deliveries SET last_attempt_at = now() - $2::interval WHERE id = $1)
           UPDATE webhook_answers SET created_at = now() - $2::interval WHERE delivery_id = $1`,
          [delivery.id, interval],
        );
      await ago('6 days 23 hours');
      await api.get(Sweeps).runAll();
      expect(await webhooks.detail(delivery.id)).toMatchObject({
        request_body: expect.stringContaining('app.updated'),
        response_body: 'Welcome, Lin',
      });
      await ago('7 days 1 minute');
      expect(await webhooks.detail(delivery.id)).toMatchObject({ request_body: null, response_body: null });
      await api.get(Sweeps).runAll();
      expect(await query('SELECT FROM webhook_answers WHERE delivery_id = $1', [delivery.id])).toEqual([]);
      // The event is kept for longer, and can still be sent again.
      await webhooks.redeliver(delivery.id);
    });
  });

  describe('is told again by its time', () => {
    it('in its order and under the same ids', async () => {
      const { id, path } = await listen({ event_types: ['app.updated', 'app.created'] });
      await updateApp();
      await arrived(path, 1);
      const from = await now();
      for (let count = 2; count <= 4; count++) {
        await updateApp();
        await arrived(path, count);
      }
      const to = await now();
      await updateApp();
      await arrived(path, 5);
      const [, ...wanted] = idsAt(path).slice(0, 4);
      expect(await webhooks.replay(id, { from, to })).toBe(3);
      await arrived(path, 8);
      expect(new Set(idsAt(path).slice(5))).toEqual(new Set(wanted));
      const replayed = await eventually(async () => {
        const found = (await webhooks.deliveries(id, '?status=succeeded')).filter(({ kind }) => kind === 'replay');
        return found.length === 3 && found;
      });
      expect(replayed.map(({ event_id }) => event_id).reverse()).toEqual(wanted);
      expect(await webhooks.replay(id, { from, event_types: ['app.updated'] })).toBe(4);
      // Neither what is not among the types nor what the endpoint does not subscribe to.
      expect(await webhooks.replay(id, { from, event_types: ['app.created'] })).toBe(0);
      expect(await webhooks.replay(id, { from, to: null, event_types: ['app.deleted'] })).toBe(0);
      const [record] = await query<{ action: string; changes: unknown }>(
        `SELECT action, changes FROM audit_logs WHERE resource_type = 'webhook_replay' ORDER BY seq LIMIT 1`,
      );
      expect(record).toMatchObject({ action: 'webhooks.write' });
      expect(JSON.stringify(record!.changes)).toContain(id);
    });

    it('with what an endpoint missed while it was disabled, though no other one subscribed', async () => {
      const { id, path } = await listen({ event_types: ['app.created'] });
      const from = await now();
      await webhooks.patch(id, { enabled: false });
      const create = { name: 'Missed', app_type: 'uni_app', default_locale: 'zh-CN' };
      const missed = (await owner.post('apps', create).expect(201)).body.data as { id: string };
      await eventually(
        async () => (await query(`SELECT FROM webhook_events WHERE app_id = $1`, [missed.id])).length > 0,
      );
      const refused = await owner.post(`webhooks/endpoints/${id}/replay`, { from }).expect(409);
      expect(refused.body.code).toBe('WEBHOOKS.ENDPOINT.DISABLED');
      await webhooks.patch(id, { enabled: true });
      expect(await webhooks.deliveries(id)).toEqual([]);
      expect(await webhooks.replay(id, { from })).toBe(1);
      expect((await arrived(path, 1))[0]!.body).toMatchObject({ type: 'app.created', app_id: missed.id });
    });

    it('with the tries of what is told first, apart from these and at no cost for the endpoint', async () => {
      const { id, path } = await listen();
      const from = await now();
      await updateApp();
      await arrived(path, 1);
      await eventually(async () => (await webhooks.deliveries(id, '?status=succeeded')).length === 1);
      receiver.answers.set(path, { status: 500 });
      expect(await webhooks.replay(id, { from })).toBe(1);
      const { id: deliveryId } = await attempted(id, 1, 'replay');
      expect(await webhooks.detail(deliveryId)).toMatchObject({ kind: 'replay', status: 'pending' });
      expect((await webhooks.read(id)).failing_since).toBeNull();
      const lanes = await query<{ lane: string }>(
        `SELECT lane FROM outbox_messages WHERE data ->> 'delivery_id' = $1 ORDER BY created_at`,
        [deliveryId],
      );
      expect(lanes.map(({ lane }) => lane)).toEqual(Array(2).fill(`webhooks:${id}.replay`));
    });

    it('not when the request is wrong', async () => {
      const { id } = await listen();
      const from = '2026-11-21T09:00:00Z';
      const refusals: [object, string][] = [
        [{}, 'from required'],
        [{ from: 'yesterday' }, 'from not_instant'],
        [{ from, to: from }, 'to not_after_from'],
        [{ from, event_types: [] }, 'event_types too_few_items'],
        [{ from, event_types: ['app.exploded'] }, 'event_types.0 not_allowed'],
        [{ from, status: 'failed' }, 'status unknown_field'],
      ];
      for (const [body, reason] of refusals) {
        const answer = await owner.post(`webhooks/endpoints/${id}/replay`, body).expect(422);
        expect(reasons(answer.body)).toEqual([reason]);
      }
      const auditor = await asRoles(api, 'auditor');
      await auditor.post(`webhooks/endpoints/${id}/replay`, { from }).expect(403);
    });
  });
});
