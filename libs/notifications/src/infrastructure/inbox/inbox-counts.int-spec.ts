import { PostgresOutbox } from '../../../../foundation/src/outbox/postgres-outbox';
import { OutboxHandlers } from '@libs/foundation';
import { ResourceNotFoundError } from '@libs/kernel';
import fc from 'fast-check';
import {
  aMessage,
  deliverMessages,
  insertMembers,
  onlyTo,
  publishMessages,
  type StoredMessage,
} from '../../../../../test/support/messages';
import { queryAs, silent } from '../../../../../test/support/database';
import { rounds } from '../../../../../test/support/rounds';
import { suiteDatabase } from '../../../../../test/support/suite';
import { NOTIFICATION_TYPES, type NotificationType } from '../../domain/preferences/notification-preferences';
import { DeliveryQueue } from '../deliveries/delivery-queue';
import { DeliveryTurns } from '../deliveries/delivery-turns';
import { FanOutBatches } from '../fan-out/fan-out-batches';
import { FanOutTotals } from '../fan-out/fan-out-totals';
import { Withdrawals } from '../fan-out/withdrawals';
import type { Membership } from '../preferences/preference-store';
import { InboxCounters } from './inbox-counters';
import { InboxItems } from './inbox-items';

const MINUTES = 60_000;

describe('The unread counts of an inbox', () => {
  const test = suiteDatabase();
  let scope: { tenantId: string; appId: string };
  let counters: InboxCounters;
  let items: InboxItems;
  let fanOuts: FanOutBatches;
  let withdrawals: Withdrawals;

  beforeAll(async () => {
    const [app] = await query<{ id: string; tenant_id: string }>('SELECT id, tenant_id FROM apps WHERE is_default');
    scope = { tenantId: app!.tenant_id, appId: app!.id };
    counters = new InboxCounters(test.database);
    items = new InboxItems(test.database);
    const outbox = new PostgresOutbox(test.database, new OutboxHandlers());
    fanOuts = new FanOutBatches(
      test.database,
      new DeliveryQueue(test.database, new DeliveryTurns(test.database, outbox)),
      new FanOutTotals(test.database, silent),
    );
    withdrawals = new Withdrawals(test.database);
  });

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);
  const someone = async (): Promise<Membership> => {
    const [userId] = await insertMembers(query, scope, 1);
    return { ...scope, userId: userId! };
  };
  const fanOut = async ({ id }: StoredMessage) => {
    while (await fanOuts.next(scope, id, 10_000)) continue;
  };
  const withdraw = async ({ id }: StoredMessage) => {
    while (await withdrawals.next(scope, id, 10_000)) continue;
  };
  /** Whether the member saw such an item. */
  const ifThere = (change: Promise<void>): Promise<boolean> =>
    change.then(
      () => true,
      (error: unknown) => {
        if (error instanceof ResourceNotFoundError) return false;
        throw error;
      },
    );
  const recall = ({ id }: StoredMessage) =>
    query('UPDATE notification_messages SET recalled_at = now() WHERE id = $1', [id]);
  const naive = async ({ userId }: Membership) => {
    const rows = await query<{ type: NotificationType; count: number }>(
      `SELECT coalesce(m.message_type, 'notice') AS type, count(*)::integer AS count
         FROM notification_inbox_items i JOIN notification_messages m ON m.publication_id = i.id
        WHERE i.user_id = $1 AND i.read_at IS NULL AND m.recalled_at IS NULL AND coalesce(m.expires_at > now(), true)
        GROUP BY 1`,
      [userId],
    );
    const counts = new Map(rows.map(({ type, count }) => [type, count]));
    return Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, counts.get(type) ?? 0]));
  };
  const counted = async (member: Membership) => {
    const counts = await counters.unread(member);
    return Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, counts[type]]));
  };

  it('are those of a naive count, whatever happens in whatever order', async () => {
    const step = fc.record({
      what: fc.constantFrom(
        'deliver',
        'deliver',
        'deliver',
        'read',
        'open',
        'delete',
        'fold',
        'recall',
        'withdraw',
        'readAll',
      ),
      which: fc.nat(1_000),
      minutesAgo: fc.integer({ min: 0, max: 20 }),
      type: fc.constantFrom('system', 'private', 'marketing', 'security', null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const member = await someone();
        const delivered: StoredMessage[] = [];
        const recalled: StoredMessage[] = [];
        for (const { what, which, minutesAgo, type } of steps) {
          const message = delivered[which % Math.max(delivered.length, 1)];
          if (what === 'deliver') {
            // As the time of a publication is that of its transaction: nothing comes that is older than what was folded.
            const at = Math.max(Date.now() - minutesAgo * MINUTES, (delivered.at(-1)?.publishedAt.getTime() ?? 0) + 1);
            const audience = onlyTo(member.userId);
            const next = aMessage({ messageType: type, audience, publishedAt: new Date(at) });
            await deliverMessages(query, scope, [member.userId], next);
            delivered.push(next);
          } else if (what === 'fold') await counters.fold(member);
          else if (what === 'readAll') await items.readAll(member, message?.publishedAt ?? null);
          else if (!message) continue;
          else if (what === 'recall') {
            await recall(message);
            recalled.push(message);
          } else if (what === 'withdraw') await Promise.all(recalled.map(withdraw));
          else if (what === 'open') await ifThere(items.open(member, message.publicationId, 'push'));
          else if (what === 'read' || what === 'delete') await ifThere(items[what](member, message.publicationId));
        }
        await Promise.all(recalled.map(withdraw));
        const expected = await naive(member);
        expect(await counted(member)).toEqual(expected);
        await counters.fold(member);
        expect(await counted(member)).toEqual(expected);
      }),
      { numRuns: rounds(150) },
    );
  }, 120_000);

  it('go down by one when an item is read a hundred times at once', async () => {
    const member = await someone();
    const messages = [0, 1, 2].map((n) => aMessage({ publishedAt: new Date(Date.now() - (10 - n) * MINUTES) }));
    await deliverMessages(query, scope, [member.userId], ...messages);
    await counters.fold(member);
    const found = await Promise.all(
      Array.from({ length: 100 }, () => ifThere(items.read(member, messages[1]!.publicationId))),
    );
    expect(found).toEqual(Array.from({ length: 100 }, () => true));
    expect(await counted(member)).toMatchObject({ system: 2 });
    const [told] = await query('SELECT sum(read)::integer AS read FROM notification_statistics WHERE message_id = $1', [
      messages[1]!.id,
    ]);
    expect(told).toEqual({ read: 1 });
  });

  it('are told by the hour of all, wherever the database is', async () => {
    const member = await someone();
    const message = aMessage();
    await deliverMessages(query, scope, [member.userId], message);
    await test.database.run(scope.tenantId, async () => {
      await test.database.query(`SET LOCAL timezone = 'Asia/Kolkata'`);
      await items.read(member, message.publicationId);
    });
    const [told] = await query<{ hour: Date }>('SELECT hour FROM notification_statistics WHERE message_id = $1', [
      message.id,
    ]);
    expect(told?.hour.getUTCMinutes()).toBe(0);
  });

  it('are right after members read, open, delete, fold and withdrawals all happen at once', async () => {
    for (let round = 0; round < rounds(20); round++) {
      const member = await someone();
      const messages = Array.from({ length: 30 }, (_, n) =>
        aMessage({ audience: onlyTo(member.userId), publishedAt: new Date(Date.now() - (60 - n) * MINUTES) }),
      );
      await deliverMessages(query, scope, [member.userId], ...messages);
      const gone = messages.filter((_, at) => at % 5 === 0);
      await Promise.all(gone.map(recall));
      await Promise.all([
        ...messages
          .filter((_, at) => at % 2 === 0)
          .map(({ publicationId }) => ifThere(items.read(member, publicationId))),
        ...messages
          .filter((_, at) => at % 3 === 0)
          .map(({ publicationId }) => ifThere(items.open(member, publicationId, 'email'))),
        ...messages
          .filter((_, at) => at % 7 === 0)
          .map(({ publicationId }) => ifThere(items.delete(member, publicationId))),
        ...gone.map(withdraw),
        ...Array.from({ length: 5 }, () => counters.fold(member)),
        items.readAll(member, messages[10]!.publishedAt),
      ]);
      const expected = await naive(member);
      expect(await counted(member)).toEqual(expected);
      await counters.fold(member);
      expect(await counted(member)).toEqual(expected);
      const [row] = await query<{ behind: number }>(
        'SELECT count(*)::integer AS behind FROM notification_inbox_items i JOIN notification_inboxes b USING (user_id) WHERE user_id = $1 AND i.id > counted_through',
        [member.userId],
      );
      expect(row).toEqual({ behind: 0 });
    }
  }, 60_000);

  it('are folded no further than before a publication that is still being written', async () => {
    const member = await someone();
    const at = (minutes: number) => new Date(Date.now() - minutes * MINUTES);
    const early = aMessage({ publishedAt: at(30) });
    const slow = aMessage({ publishedAt: at(20), audience: onlyTo(member.userId) });
    const late = aMessage({ publishedAt: at(10) });
    await deliverMessages(query, scope, [member.userId], early, late);
    await publishMessages(query, scope, slow);
    await counters.fold(member);
    const through = async () => {
      const [row] = await query<{ id: string }>(
        'SELECT counted_through AS id FROM notification_inboxes WHERE user_id = $1',
        [member.userId],
      );
      return row?.id;
    };
    expect(await through()).toBe(early.publicationId);
    expect(await counted(member)).toMatchObject({ system: 2 });
    await fanOut(slow);
    await counters.fold(member);
    expect(await through()).toBe(late.publicationId);
    expect(await counted(member)).toMatchObject({ system: 3 });
  });

  it('are folded by a count that looked at many items, and not by one that looked at few', async () => {
    const member = await someone();
    const many = Array.from({ length: 70 }, (_, n) =>
      aMessage({ messageType: null, publishedAt: new Date(Date.now() - (200 - n) * MINUTES) }),
    );
    await deliverMessages(query, scope, [member.userId], ...many.slice(0, 60));
    const kept = () => query('SELECT unread_notice FROM notification_inboxes WHERE user_id = $1', [member.userId]);
    expect(await counted(member)).toMatchObject({ notice: 60 });
    expect(await kept()).toEqual([]);
    await deliverMessages(query, scope, [member.userId], ...many.slice(60));
    expect(await counted(member)).toMatchObject({ notice: 70 });
    expect(await kept()).toEqual([{ unread_notice: 70 }]);
    expect(await counted(member)).toMatchObject({ notice: 70 });
  });
});
