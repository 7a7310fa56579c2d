import { newId } from '@libs/kernel';
import { OutboxDelivery } from '../../libs/foundation/src/outbox/outbox-delivery';
import { OutboxHandlers } from '../../libs/foundation/src/outbox/outbox-handlers';
import type { OutboxMessage } from '../../libs/foundation/src/outbox/outbox-message';
import { OutboxRelay } from '../../libs/foundation/src/outbox/outbox-relay';
import { OutboxStore } from '../../libs/foundation/src/outbox/outbox-store';
import { PostgresOutbox } from '../../libs/foundation/src/outbox/postgres-outbox';
import { Sweeps } from '../../libs/foundation/src/outbox/sweeps';
import { eventually } from '../support/api';
import { createTestDatabase, queryAs, silent, type TestDatabase } from '../support/database';

describe('the outbox', () => {
  let test: TestDatabase;
  let tenantId: string;
  let outbox: PostgresOutbox;
  let store: OutboxStore;
  const relays: OutboxRelay[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
    const [tenant] = await queryAs<{ id: string }>(test.superuserUrl, 'SELECT id FROM tenants');
    tenantId = tenant!.id;
    outbox = new PostgresOutbox(test.database);
    store = new OutboxStore(test.database);
    await queryAs(test.superuserUrl, 'DELETE FROM outbox_messages');
  });
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  });
  afterAll(() => test.close());

  /** Messages of a type of their own, so that the tests do not see each other's. */
  const add = (type: string, count = 1) =>
    test.database.run(tenantId, async () => {
      for (let n = 0; n < count; n++) await outbox.add({ type, tenantId, appId: null, data: { n } });
    });

  function startRelay(
    type: string,
    handle: (message: OutboxMessage) => Promise<void>,
    options: { leaseSeconds?: number; retryDelaySeconds?: (attempt: number) => number | null } = {},
  ): OutboxRelay {
    const handlers = new OutboxHandlers();
    const { leaseSeconds = 30, retryDelaySeconds } = options;
    handlers.register(type, { handle, ...(retryDelaySeconds ? { retryDelaySeconds } : {}) });
    const delivery = new OutboxDelivery(handlers, store, silent);
    const relay = new OutboxRelay(
      store,
      (message) => delivery.deliver(message),
      new Sweeps(silent),
      { concurrency: 10, leaseSeconds },
      silent,
    );
    relay.start();
    relays.push(relay);
    return relay;
  }

  const unsettled = async (type: string) => {
    const [row] = await queryAs<{ count: number }>(
      test.superuserUrl,
      'SELECT count(*)::int FROM outbox_messages WHERE type = $1 AND completed_at IS NULL AND dead_at IS NULL',
      [type],
    );
    return row!.count;
  };

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

  it('holds no message of a transaction that was undone', async () => {
    const undone = test.database.run(tenantId, async () => {
      await outbox.add({ type: 'test.undone', tenantId, appId: null, data: {} });
      throw new Error('changed our mind');
    });
    await expect(undone).rejects.toThrow('changed our mind');
    expect(await queryAs(test.superuserUrl, `SELECT 1 FROM outbox_messages WHERE type = 'test.undone'`)).toEqual([]);
  });

  it('leaves a message to a slow handler, however many others look for work', async () => {
    let runs = 0;
    const slow = async () => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 3_500));
    };
    startRelay('test.slow', slow, { leaseSeconds: 1 });
    startRelay('test.slow', slow, { leaseSeconds: 1 });
    await add('test.slow');
    await eventually(async () => (await unsettled('test.slow')) === 0);
    expect(runs).toBe(1);
  });

  it('gives a message anew whose taker died with it', async () => {
    await add('test.orphan');
    const [taken] = (await store.claim(100, 1)).filter(({ type }) => type === 'test.orphan');
    expect(taken).toMatchObject({ type: 'test.orphan', attempt: 1 });
    const attempts: number[] = [];
    startRelay('test.orphan', ({ attempt }) => {
      attempts.push(attempt);
      return Promise.resolve();
    });
    await eventually(async () => (await unsettled('test.orphan')) === 0);
    expect(attempts).toEqual([2]);
  });

  it('tries again after a failure, keeps its reason without addresses, and gives up where there is no later', async () => {
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

  it('forgets what was completed a week ago, and nothing else', async () => {
    const old = newId();
    const recent = newId();
    for (const [id, age] of [
      [old, '8 days'],
      [recent, '6 days'],
    ] as const) {
      await queryAs(
        test.superuserUrl,
        `INSERT INTO outbox_messages (tenant_id, id, type, data, completed_at) VALUES ($1, $2, 'test.old', '{}', now() - $3::interval)`,
        [tenantId, id, age],
      );
    }
    await store.sweep();
    const left = await queryAs<{ id: string }>(
      test.superuserUrl,
      `SELECT id FROM outbox_messages WHERE type = 'test.old'`,
    );
    expect(left).toEqual([{ id: recent }]);
  });
});
