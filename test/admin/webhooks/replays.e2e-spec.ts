import { type OutboxMessage, Sweeps, Turn } from '@libs/foundation';
import { ReplaysHandler } from '../../../libs/webhooks/src/application/deliveries/replays.handler';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { webhookClient } from '../support/webhooks';

const NEW = { url: 'https://example.com/hook', event_types: ['member.registered'] };

describe('The events of a time range are sent again', () => {
  const api = suiteApi({ RUN_WORKER: 'false' });
  const owner = suiteOwner(api);
  const webhooks = webhookClient(owner);

  const query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) =>
    queryAs<Row>(api.urls.superuserUrl, text, values);
  const FROM = '2026-11-20T00:00:00Z';
  const path = (id: string) => `webhooks/endpoints/${id}/replay`;
  const happen = (count: number) =>
    query(
      `INSERT INTO webhook_events (tenant_id, id, type, occurred_at, data)
       SELECT $1, gen_random_uuid(), 'member.registered', '2026-11-21'::timestamptz + (g / 3) * interval '1 ms', '{}'
         FROM generate_series(1, $2::int) g`,
      [api.tenantId, count],
    );
  const replays = () => query<{ id: string }>('SELECT id FROM webhook_replays');
  const turn = async () => {
    const [replay] = await replays();
    const message = { tenantId: api.tenantId, data: { replay_id: replay?.id } } as unknown as OutboxMessage;
    return api.get(ReplaysHandler).handle(message, new Turn());
  };
  const lanes = () =>
    query<{ lane: string; count: number }>(
      `SELECT lane, count(*)::int AS count FROM outbox_messages WHERE type = 'webhooks.delivery_due' GROUP BY lane`,
    );

  beforeEach(() =>
    query(
      `DELETE FROM webhook_deliveries; DELETE FROM webhook_endpoints; DELETE FROM webhook_replays; DELETE FROM webhook_events;
       DELETE FROM outbox_messages`,
    ),
  );

  it('up to ten thousand, each once, and no more while they wait', async () => {
    const { id } = await webhooks.create(NEW);
    await happen(10_001);
    const refused = await owner.post(path(id), { from: FROM }).expect(422);
    expect(refused.body.errors).toMatchObject([{ field: 'from', code: 'too_many_events' }]);
    await query('DELETE FROM webhook_events WHERE id = (SELECT id FROM webhook_events LIMIT 1)');
    expect(await webhooks.replay(id, { from: FROM })).toBe(10_000);
    const more = async () => (await owner.post(path(id), { from: FROM }).expect(409)).body.code as string;
    expect(await more()).toBe('WEBHOOKS.REPLAY.WAITING');
    // As if its message were lost.
    await query(
      `UPDATE webhook_replays SET created_at = created_at - interval '6 minutes';
       UPDATE webhook_events SET created_at = created_at - interval '6 minutes';
       DELETE FROM outbox_messages`,
    );
    await api.get(Sweeps).runAll();
    const [replay] = await replays();
    expect(await query('SELECT type, data FROM outbox_messages')).toEqual([
      { type: 'webhooks.replay_due', data: { replay_id: replay!.id } },
    ]);
    for (let turns = 0; turns < 10 && (await turn()).more; turns++);
    expect(await replays()).toEqual([]);
    const [made] = await query(
      `SELECT count(*)::int AS deliveries, count(DISTINCT event_id)::int AS events FROM webhook_deliveries
        WHERE endpoint_id = $1 AND kind = 'replay'`,
      [id],
    );
    expect(made).toEqual({ deliveries: 10_000, events: 10_000 });
    expect(await lanes()).toEqual([{ lane: `webhooks:${id}.replay`, count: 10_000 }]);
    expect(await more()).toBe('WEBHOOKS.REPLAY.WAITING');
    await query(`UPDATE webhook_deliveries SET status = 'succeeded', settled_at = now()`);
    expect(await webhooks.replay(id, { from: FROM })).toBe(10_000);
  });

  it('but not past the end of the endpoint, nor of what happens later', async () => {
    const { id } = await webhooks.create(NEW);
    await happen(3);
    expect(await webhooks.replay(id, { from: FROM })).toBe(3);
    await happen(2);
    expect(await turn()).toEqual({ more: false });
    expect(await lanes()).toEqual([{ lane: `webhooks:${id}.replay`, count: 3 }]);
    expect(await webhooks.replay(id, { from: FROM })).toBe(5);
    await webhooks.patch(id, { enabled: false });
    expect(await turn()).toEqual({ more: false });
    expect([await replays(), await lanes()]).toEqual([[], [{ lane: `webhooks:${id}.replay`, count: 3 }]]);
  });
});
