import pg from 'pg';
import { type OutboxMessage, OutboxHandlers, Sweeps, Turn } from '@libs/foundation';
import { PostgresOutbox } from '../../../../foundation/src/outbox/postgres-outbox';
import {
  aMessage,
  deliverMessages,
  insertMembers,
  onlyTo,
  publishMessages,
} from '../../../../../test/support/messages';
import { createTestDatabase, queryAs, silent, type TestDatabase } from '../../../../../test/support/database';
import { FanOutHandler } from '../../application/fan-out/fan-out.handler';
import { DeliveryQueue } from '../deliveries/delivery-queue';
import { DeliveryTurns } from '../deliveries/delivery-turns';
import { InboxCounters } from '../inbox/inbox-counters';
import { FanOutBatches } from './fan-out-batches';
import { FanOutTotals } from './fan-out-totals';
import { StalledFanOuts } from './stalled-fan-outs';
import { Withdrawals } from './withdrawals';

const DAYS = 24 * 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms);

describe('What was published', () => {
  let test: TestDatabase;
  let scope: { tenantId: string; appId: string };
  let fanOuts: FanOutBatches;
  let withdrawals: Withdrawals;
  let turns: DeliveryTurns;
  let handlers: OutboxHandlers;
  let sweeps: Sweeps;

  beforeEach(async () => {
    test = await createTestDatabase();
    const [app] = await query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
    scope = { tenantId: app!.tenant_id, appId: app!.id };
    handlers = new OutboxHandlers();
    sweeps = new Sweeps(silent);
    const { database } = test;
    const outbox = new PostgresOutbox(database, handlers);
    turns = new DeliveryTurns(database, outbox);
    fanOuts = new FanOutBatches(database, new DeliveryQueue(database, turns), new FanOutTotals(database, silent));
    withdrawals = new Withdrawals(database);
    const stalled = new StalledFanOuts(database);
    const config = { fanOut: { batchSize: 10 } } as never;
    new FanOutHandler(handlers, sweeps, fanOuts, withdrawals, stalled, database, outbox, config).onModuleInit();
  });
  afterEach(() => test.close());

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);
  const standStill = () => query(`UPDATE notification_fan_outs SET moved_at = now() - interval '11 minutes'`);
  /** Has everything handled that waits in the outbox, of a type. */
  const handleAll = async (type: string) => {
    const rows = await query<{ id: string; data: Record<string, unknown> }>(
      'UPDATE outbox_messages SET completed_at = now() WHERE type = $1 AND completed_at IS NULL RETURNING id, data',
      [type],
    );
    for (const { id, data } of rows) await handle(type, data, id);
    return rows.length;
  };
  const handle = async (type: string, data: Record<string, unknown>, id = '') => {
    const message: OutboxMessage = { ...scope, id, type, data, createdAt: new Date(), attempt: 1 };
    for (const handler of handlers.of(type)) await handler.handle(message, new Turn());
  };
  const itemsOf = async ({ publicationId }: { publicationId: string }) => {
    const [row] = await query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM notification_inbox_items WHERE id = $1',
      [publicationId],
    );
    return row!.count;
  };
  const isOver = async (column: 'finished_at' | 'withdrawn_at', id: string) => {
    const [row] = await query<{ over: boolean }>(
      `SELECT ${column} IS NOT NULL AS over FROM notification_fan_outs WHERE message_id = $1`,
      [id],
    );
    return row?.over ?? null;
  };

  it('is removed by the sweep when it was recalled, has expired or is older than a year, and nothing else is', async () => {
    const members = await insertMembers(query, scope, 25);
    const recalled = aMessage({ publishedAt: ago(2 * DAYS) });
    const expired = aMessage({ publishedAt: ago(2 * DAYS), expiresAt: ago(DAYS) });
    const old = aMessage({ publishedAt: ago(366 * DAYS) });
    const standing = [
      aMessage({ publishedAt: ago(364 * DAYS) }),
      aMessage({ publishedAt: ago(2 * DAYS), expiresAt: ago(-DAYS) }),
    ];
    // Their messages in the outbox have only just become due.
    const now = aMessage({ publishedAt: ago(DAYS), expiresAt: ago(60_000) });
    await deliverMessages(query, scope, members, recalled, expired, old, now, ...standing);
    await query(`UPDATE notification_messages SET recalled_at = now() - interval '1 hour' WHERE id = $1`, [
      recalled.id,
    ]);
    // What still moves is left to whoever moves it.
    await sweeps.run('notifications.withdrawals', Infinity, 0);
    expect(await handleAll('notifications.withdrawal')).toBe(0);
    await standStill();
    await sweeps.run('notifications.withdrawals', Infinity, 0);
    await sweeps.run('notifications.withdrawals', Infinity, 0);
    expect(await handleAll('notifications.withdrawal')).toBe(3);
    for (const message of [recalled, expired, old]) {
      expect([await itemsOf(message), await isOver('withdrawn_at', message.id)]).toEqual([0, true]);
    }
    for (const message of [now, ...standing]) {
      expect([await itemsOf(message), await isOver('withdrawn_at', message.id)]).toEqual([25, false]);
    }
    // Records and what was counted of them stay.
    expect(await query('SELECT FROM notification_messages')).toHaveLength(6);
    await standStill();
    await sweeps.run('notifications.withdrawals', Infinity, 0);
    expect(await handleAll('notifications.withdrawal')).toBe(0);
  });

  it('is not set going again and again while its queue is paused', async () => {
    await insertMembers(query, scope, 1);
    await publishMessages(query, scope, aMessage());
    const waiting = async () =>
      (await query(`SELECT FROM outbox_messages WHERE type = 'notifications.fan_out' AND completed_at IS NULL`)).length;
    const pause = `INSERT INTO outbox_pauses (tenant_id, queue) VALUES ($1, 'notifications.fan_out')`;
    await query(pause, [scope.tenantId]);
    const before = await waiting();
    await standStill();
    await sweeps.run('notifications.fan_outs', Infinity, 0);
    expect(await waiting()).toBe(before);
    await query('DELETE FROM outbox_pauses');
    await sweeps.run('notifications.fan_outs', Infinity, 0);
    expect(await waiting()).toBe(before + 1);
  });

  it('goes wholly when it was of the product itself: record, item, count and what was to be sent', async () => {
    const [userId] = await insertMembers(query, scope, 1);
    const notice = aMessage({
      origin: 'product',
      messageType: 'security',
      audience: onlyTo(userId!),
      publishedAt: ago(2 * DAYS),
      expiresAt: ago(DAYS),
    });
    const other = aMessage({ origin: 'product', audience: onlyTo(userId!), publishedAt: ago(DAYS) });
    await deliverMessages(query, scope, [userId!], notice, other);
    await new InboxCounters(test.database).fold({ ...scope, userId: userId! });
    await query(
      `INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route) VALUES ($1, $2, $3, $4, 'email')`,
      [scope.tenantId, scope.appId, notice.id, userId],
    );
    await handle('notifications.withdrawal', { message_id: notice.id });
    expect(await query('SELECT id FROM notification_messages')).toEqual([{ id: other.id }]);
    expect([await itemsOf(notice), await itemsOf(other)]).toEqual([0, 1]);
    expect(await query('SELECT FROM notification_deliveries')).toEqual([]);
    expect(await query('SELECT unread_system, unread_security FROM notification_inboxes')).toEqual([
      { unread_system: 1, unread_security: 0 },
    ]);
  });

  it('is not written on once its App is deleted, and no longer keeps counts from being folded', async () => {
    await insertMembers(query, scope, 25);
    const message = aMessage();
    await publishMessages(query, scope, message);
    expect(await fanOuts.next(scope, message.id, 10)).toBe(true);
    await handle('app.deleted', {});
    expect(await isOver('finished_at', message.id)).toBe(true);
    await handle('notifications.fan_out', { message_id: message.id });
    await standStill();
    await sweeps.run('notifications.fan_outs', Infinity, 0);
    await query(`DELETE FROM outbox_messages WHERE data ->> 'message_id' <> $1`, [message.id]);
    expect(await handleAll('notifications.fan_out')).toBe(1);
    expect(await itemsOf(message)).toBe(10);
  });

  it('is not left to members who leave while a batch is written, or after it', async () => {
    const [first, second] = await insertMembers(query, scope, 2);
    const message = aMessage();
    await publishMessages(query, scope, message);
    const leave = (userId: string) => query('DELETE FROM app_memberships WHERE user_id = $1', [userId]);
    let leaving: Promise<unknown> = Promise.resolve();
    // The batch has written its items by then, and has not committed.
    const queue = jest.spyOn(DeliveryQueue.prototype, 'enqueue').mockImplementation(async () => {
      leaving = leave(first!);
      await waitsOrIsOver(leaving);
    });
    await fanOuts.next(scope, message.id, 10);
    queue.mockRestore();
    await leaving;
    expect(await query('SELECT user_id FROM notification_inbox_items')).toEqual([{ user_id: second }]);
    await leave(second!);
    expect(await itemsOf(message)).toBe(0);
  });

  it('is not left to members who have begun to leave before it was published', async () => {
    const [userId] = await insertMembers(query, scope, 1);
    const message = aMessage();
    const leaving = new pg.Client(test.superuserUrl);
    await leaving.connect();
    await leaving.query('BEGIN');
    await leaving.query('DELETE FROM app_memberships WHERE user_id = $1', [userId]);
    await publishMessages(query, scope, message);
    const writing = fanOuts.next(scope, message.id, 10);
    await waitsOrIsOver(writing);
    await leaving.query('COMMIT');
    await leaving.end();
    await writing;
    expect(await itemsOf(message)).toBe(0);
  });

  it('is counted for nobody who leaves while it is', async () => {
    const [userId] = await insertMembers(query, scope, 1);
    await deliverMessages(query, scope, [userId!], aMessage({ publishedAt: ago(DAYS) }));
    const counters = new InboxCounters(test.database);
    const original = test.database.query.bind(test.database);
    let leaving: Promise<unknown> = Promise.resolve();
    const spy = jest.spyOn(test.database, 'query').mockImplementation(async (text: string, values: unknown[] = []) => {
      const rows = await original(text, values);
      if (!text.includes('counted AS')) return rows;
      spy.mockRestore();
      leaving = queryAs(test.superuserUrl, 'DELETE FROM app_memberships WHERE user_id = $1', [userId]);
      await waitsOrIsOver(leaving);
      return rows;
    });
    await counters.fold({ ...scope, userId: userId! });
    await leaving;
    expect(await query('SELECT FROM notification_inboxes')).toEqual([]);
    expect(await query('SELECT FROM notification_inbox_items')).toEqual([]);
  });

  /** Until something waits for another one's lock, or it is over without. */
  const waitsOrIsOver = async (work: Promise<unknown>) => {
    let isOver = false;
    void work.finally(() => (isOver = true));
    while (!isOver) {
      const [row] = await query<{ waiting: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`,
      );
      if (row!.waiting) return;
    }
  };
});
