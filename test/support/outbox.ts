import { newId } from '@libs/kernel';
import { MessagesUnderWay } from '../../libs/foundation/src/outbox/messages-under-way';
import { OutboxDelivery } from '../../libs/foundation/src/outbox/outbox-delivery';
import { OutboxHandlers } from '../../libs/foundation/src/outbox/outbox-handlers';
import type { LanePlaces } from '../../libs/foundation/src/outbox/outbox-lanes';
import type { OutboxHandler } from '../../libs/foundation/src/outbox/outbox-message';
import { OutboxRelay } from '../../libs/foundation/src/outbox/outbox-relay';
import { OutboxStore } from '../../libs/foundation/src/outbox/outbox-store';
import { PostgresOutbox } from '../../libs/foundation/src/outbox/postgres-outbox';
import { SlowLanes } from '../../libs/foundation/src/outbox/slow-lanes';
import { createTestDatabase, queryAs, silent, type TestDatabase, type TestDatabaseUrls } from './database';

interface MessageRow {
  readonly id: string;
  readonly attempts: number;
  readonly lost: number;
  readonly last_error: string | null;
  readonly completed: boolean;
  readonly dead: boolean;
}

interface RelayOptions {
  readonly leaseSeconds?: number;
  readonly lanes?: Readonly<Record<string, LanePlaces>>;
  readonly hears?: () => boolean;
  readonly retryDelaySeconds?: (attempt: number) => number | null;
}

export interface TestOutbox {
  readonly test: TestDatabase;
  readonly store: OutboxStore;
  readonly tenantId: string;
  /** Adds messages to the table directly, of any lane and tenant. */
  add(type: string, options?: { count?: number; lane?: string; tenantId?: string }): Promise<void>;
  /** A relay that hands messages of the type to `handle`. `stopRelays` stops it after the test. */
  startRelay(type: string, handle: OutboxHandler['handle'], options?: RelayOptions): OutboxRelay;
  stopRelays(withinMs?: number): Promise<void>;
  messages(type: string): Promise<MessageRow[]>;
  /** How many are neither completed nor dead. */
  unsettled(type: string): Promise<number>;
  close(): Promise<void>;
}

/** The outbox on a database of its own, with relays that belong to no contexts. */
export async function startTestOutbox(): Promise<TestOutbox> {
  const test = await createTestDatabase();
  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(test.superuserUrl, text, values);
  const [tenant] = await query<{ id: string }>('SELECT id FROM tenants');
  if (!tenant) throw new Error('The template has no tenant');
  await query('DELETE FROM outbox_messages');
  const store = new OutboxStore(test.database);
  const running: { relay: OutboxRelay; underWay: MessagesUnderWay; delivery: OutboxDelivery }[] = [];
  const outbox: TestOutbox = {
    test,
    store,
    tenantId: tenant.id,
    add: async (type, { count = 1, lane = 'default', tenantId = tenant.id } = {}) => {
      await query(
        `INSERT INTO outbox_messages (tenant_id, id, type, data, lane, available_at)
         SELECT $1, id, $2, '{}', $3, now() + n * interval '1 microsecond' FROM unnest($4::uuid[]) WITH ORDINALITY AS m (id, n)`,
        [tenantId, type, lane, Array.from({ length: count }, () => newId())],
      );
    },
    startRelay: (type, handle, { leaseSeconds = 30, lanes, hears, retryDelaySeconds } = {}) => {
      const handlers = new OutboxHandlers();
      handlers.register(type, { handle, ...(retryDelaySeconds ? { retryDelaySeconds } : {}) });
      const delivery = new OutboxDelivery(
        test.database,
        handlers,
        new PostgresOutbox(test.database, handlers),
        store,
        new SlowLanes(test.database),
        silent,
      );
      const underWay = new MessagesUnderWay(store, (message) => delivery.deliver(message), silent, leaseSeconds, lanes);
      const relay = new OutboxRelay(store, underWay, null, silent, {
        leaseSeconds,
        ...(lanes && { lanes }),
        ...(hears && { hears }),
      });
      relay.start();
      running.push({ relay, underWay, delivery });
      return relay;
    },
    stopRelays: async (withinMs = 10_000) => {
      const stopping = running.splice(0);
      for (const { delivery } of stopping) delivery.stop();
      await Promise.all(stopping.map(({ relay }) => relay.stop()));
      await Promise.all(stopping.map(({ underWay }) => underWay.stop(withinMs)));
    },
    messages: (type) =>
      query<MessageRow & Record<string, unknown>>(
        `SELECT id, attempts, lost, last_error, completed_at IS NOT NULL AS completed, dead_at IS NOT NULL AS dead
           FROM outbox_messages WHERE type = $1 ORDER BY available_at, id`,
        [type],
      ),
    unsettled: async (type) =>
      (await outbox.messages(type)).filter(({ completed, dead }) => !completed && !dead).length,
    close: async () => {
      await outbox.stopRelays();
      await test.close();
    },
  };
  return outbox;
}

/** Lets the leases of dead processes expire. */
export async function leasesEnd({ superuserUrl }: Pick<TestDatabaseUrls, 'superuserUrl'>): Promise<void> {
  await queryAs(
    superuserUrl,
    'UPDATE outbox_messages SET available_at = now() WHERE completed_at IS NULL AND dead_at IS NULL',
  );
}
