import { newId } from '@libs/kernel';
import { OutboxAnnouncements } from '../../libs/foundation/src/outbox/outbox-announcements';
import { OutboxHandlers } from '../../libs/foundation/src/outbox/outbox-handlers';
import type { OutboxMessage } from '../../libs/foundation/src/outbox/outbox-message';
import { PostgresOutbox } from '../../libs/foundation/src/outbox/postgres-outbox';
import { eventually } from '../support/api';
import { queryAs, type TestDatabase } from '../support/database';
import { startTestOutbox, type TestOutbox } from '../support/outbox';

describe('the outbox', () => {
  let test: TestDatabase;
  let tenantId: string;
  let at: TestOutbox;
  let outbox: PostgresOutbox;

  beforeAll(async () => {
    at = await startTestOutbox();
    ({ test, tenantId } = at);
    outbox = new PostgresOutbox(test.database, new OutboxHandlers());
  });
  afterEach(() => at.stopRelays());
  afterAll(() => at.close());

  /** Messages of a type of their own, so that the tests do not see each other's. */
  const add = (type: string, count = 1) =>
    test.database.run(tenantId, async () => {
      for (let n = 0; n < count; n++) await outbox.add({ type, tenantId, appId: null, data: { n } });
    });
  const startRelay: TestOutbox['startRelay'] = (...relay) => at.startRelay(...relay);
  const unsettled = (type: string) => at.unsettled(type);

  it('hands each message to one of several relays, once', async () => {
    const seen = new Map<string, number>();
    const count = (message: OutboxMessage) => {
      seen.set(message.id, (seen.get(message.id) ?? 0) + 1);
      return Promise.resolve();
    };
    for (let n = 0; n < 4; n++) startRelay('test.shared', count);
    await add('test.shared', 300);
    await eventually(async () => (await unsettled('test.shared')) === 0);
    expect(seen.size).toBe(300);
    expect(new Set(seen.values())).toEqual(new Set([1]));
  });

  it('holds no message of a transaction that was rolled back', async () => {
    const undone = test.database.run(tenantId, async () => {
      await outbox.add({ type: 'test.undone', tenantId, appId: null, data: {} });
      throw new Error('changed our mind');
    });
    await expect(undone).rejects.toThrow('changed our mind');
    expect(await queryAs(test.superuserUrl, `SELECT 1 FROM outbox_messages WHERE type = 'test.undone'`)).toEqual([]);
  });

  it('is only asked when the next message is due while none is, by a relay that hears of those of others', async () => {
    await queryAs(test.superuserUrl, `UPDATE outbox_messages SET available_at = now() + interval '1 hour'`);
    const asked = jest.spyOn(at.store, 'nextDueMs');
    const claimed = jest.spyOn(at.store, 'claim');
    const handled: string[] = [];
    const relay = startRelay('test.idle', ({ id }) => Promise.resolve(void handled.push(id)), { hears: () => true });
    await eventually(() => Promise.resolve(asked.mock.calls.length >= 2));
    expect(claimed).not.toHaveBeenCalled();
    // One that is due is taken at the next look, even if nobody says so; and at once, if somebody does.
    await add('test.idle');
    await eventually(() => Promise.resolve(handled.length === 1));
    await add('test.idle');
    relay.wake();
    await eventually(() => Promise.resolve(handled.length === 2));
    for (const spy of [asked, claimed]) spy.mockRestore();
  });

  it('has messages announced to the relays of other processes, with the commit of their transaction', async () => {
    const [one, other, third] = [1, 2, 3].map(() => new OutboxAnnouncements(test.database));
    let woken = 0;
    one!.hear(test.changeFeed, () => woken++);
    const make = (announcements: OutboxAnnouncements, outcome: Promise<void> = Promise.resolve()) =>
      test.database.run(tenantId, async () => {
        await announcements.make();
        await outcome;
      });
    await expect(make(other!, Promise.reject(new Error('undone')))).rejects.toThrow('undone');
    await make(one!);
    await make(third!);
    await eventually(() => Promise.resolve(woken > 0));
    await make(other!);
    await eventually(() => Promise.resolve(woken === 2));
  });

  it('keeps a message until its time has come, and hands out others meanwhile', async () => {
    const handled: string[] = [];
    startRelay('test.timed', ({ data }) => {
      handled.push(String(data['n']));
      return Promise.resolve();
    });
    const now = await test.database.run(tenantId, () => test.database.now());
    const deliver = (n: string, deliverAt: Date) =>
      test.database.run(tenantId, () =>
        outbox.add({ type: 'test.timed', tenantId, appId: null, data: { n }, deliverAt }),
      );
    await deliver('in a century', new Date(now.getTime() + 100 * 365 * 86_400_000));
    await deliver('in an hour', new Date(now.getTime() + 3_600_000));
    await add('test.timed');
    await eventually(async () => (await unsettled('test.timed')) === 2);
    expect(handled).toEqual(['0']);
    const soonAt = new Date((await test.database.run(tenantId, () => test.database.now())).getTime() + 700);
    await deliver('soon', soonAt);
    await eventually(async () => (await unsettled('test.timed')) === 2 && handled.length === 2);
    expect(handled).toEqual(['0', 'soon']);
    const [soon] = await queryAs<{ isPunctual: boolean }>(
      test.superuserUrl,
      `SELECT completed_at >= $1 AS "isPunctual" FROM outbox_messages WHERE type = 'test.timed' AND data ->> 'n' = 'soon'`,
      [soonAt],
    );
    expect(soon).toEqual({ isPunctual: true });
  });

  it('leaves a message to a slow handler, however many others look for work', async () => {
    let runs = 0;
    const slow = async () => {
      runs += 1;
      // Longer than the lease, which is longer than a busy machine stalls.
      await new Promise((resolve) => setTimeout(resolve, 6_000));
    };
    startRelay('test.slow', slow, { leaseSeconds: 4 });
    startRelay('test.slow', slow, { leaseSeconds: 4 });
    await add('test.slow');
    await eventually(async () => (await unsettled('test.slow')) === 0);
    expect(runs).toBe(1);
  });

  it('hands out a message again whose process died', async () => {
    await add('test.orphan');
    const families = [{ family: 'default', places: 100, together: 100, share: 100, isBegun: true }];
    const { begun } = await at.store.claim(families, [], false, 1);
    const [taken] = begun.filter(({ type }) => type === 'test.orphan');
    expect(taken).toMatchObject({ type: 'test.orphan', attempt: 1 });
    const attempts: number[] = [];
    startRelay('test.orphan', ({ attempt }) => {
      attempts.push(attempt);
      return Promise.resolve();
    });
    await eventually(async () => (await unsettled('test.orphan')) === 0);
    expect(attempts).toEqual([2]);
  });

  it('tries again after a failure, keeps its reason without addresses, and gives up when no attempt is left', async () => {
    const attempts: number[] = [];
    startRelay(
      'test.failing',
      ({ attempt }) => {
        attempts.push(attempt);
        return Promise.reject(new Error('550 <member@example.com> refused'));
      },
      { retryDelaySeconds: (attempt) => (attempt < 3 ? 0.05 : null) },
    );
    await add('test.failing');
    const dead = await eventually(async () => {
      const [row] = await queryAs<{ last_error: string; dead_at: Date | null }>(
        test.superuserUrl,
        `SELECT last_error, dead_at FROM outbox_messages WHERE type = 'test.failing'`,
      );
      return row?.dead_at ? row : null;
    });
    expect(attempts).toEqual([1, 2, 3]);
    expect(dead.last_error).toBe('Error: 550 <[address]> refused');
  });

  it('goes on by a message like it where something is left, and ends both or neither', async () => {
    const handled: string[] = [];
    startRelay('test.more', ({ id, data }) => {
      handled.push(id);
      expect(data).toEqual({ n: 0 });
      return Promise.resolve({ more: handled.length < 3 });
    });
    await add('test.more');
    await eventually(async () => handled.length === 3 && (await unsettled('test.more')) === 0);
    expect(new Set(handled).size).toBe(3);
    expect((await at.messages('test.more')).map(({ completed, attempts }) => [completed, attempts])).toEqual(
      Array.from({ length: 3 }, () => [true, 1]),
    );
  });

  it('ends a turn after the step at which its process is to end, and goes on elsewhere', async () => {
    let steps = 0;
    const handle: Parameters<TestOutbox['startRelay']>[1] = (_message, turn) =>
      turn.repeat(async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { more: ++steps < 1_000 };
      });
    startRelay('test.stopped', handle);
    await add('test.stopped');
    await eventually(() => Promise.resolve(steps > 2));
    await at.stopRelays();
    expect(steps).toBeLessThan(1_000);
    const left = await at.messages('test.stopped');
    expect(left.map(({ completed }) => completed).sort()).toEqual([false, true]);
    steps = 1_000;
    startRelay('test.stopped', handle);
    await eventually(async () => (await unsettled('test.stopped')) === 0);
    expect(steps).toBe(1_001);
  });

  it('writes what a message concludes with its end, and tries again what could not be written', async () => {
    let tries = 0;
    startRelay(
      'test.concluded',
      () =>
        Promise.resolve({
          conclude: async () => {
            await outbox.add({ type: 'test.conclusion', tenantId, appId: null, data: {} });
            if (++tries === 1) throw new Error('not now');
          },
        }),
      { retryDelaySeconds: () => 0.05 },
    );
    await add('test.concluded');
    await eventually(async () => (await unsettled('test.concluded')) === 0);
    expect(await at.messages('test.concluded')).toMatchObject([{ completed: true, attempts: 2, last_error: null }]);
    expect(await at.messages('test.conclusion')).toHaveLength(1);
  });

  it('deletes messages completed a week ago that did not go with the others of theirs, and nothing else', async () => {
    const old = newId();
    const recent = newId();
    for (const [id, age] of [
      [old, '16 days'],
      [recent, '14 days'],
    ] as const) {
      await queryAs(
        test.superuserUrl,
        `INSERT INTO outbox_messages (tenant_id, id, type, data, completed_at) VALUES ($1, $2, 'test.old', '{}', now() - $3::interval)`,
        [tenantId, id, age],
      );
    }
    await at.store.sweepCompleted();
    const left = await queryAs<{ id: string }>(
      test.superuserUrl,
      `SELECT id FROM outbox_messages WHERE type = 'test.old'`,
    );
    expect(left).toEqual([{ id: recent }]);
  });
});
