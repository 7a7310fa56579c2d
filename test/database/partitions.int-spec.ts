import { newId, newIdAt } from '@libs/kernel';
import pg from 'pg';
import { Partitions } from '../../libs/foundation/src/outbox/partitions';
import { silent } from '../support/database';
import { startTestOutbox, type TestOutbox } from '../support/outbox';
import { DAY, partitionsIn } from '../support/partitions';

const TABLES = [
  ...['audit_logs', 'audit_search', 'notification_deliveries', 'outbox_messages'],
  ...['security_events', 'webhook_deliveries', 'webhook_events'],
];

describe('Partitions', () => {
  let at: TestOutbox;

  beforeEach(async () => {
    at = await startTestOutbox();
  });
  afterEach(() => at.close());

  const { query, asApplication, partitionsOf, endOf, add, retire, addAll, placesOf, aMessage, keepNothingAfter } =
    partitionsIn(() => at);

  it('follow each other week by week, from Monday to Monday, two of them ahead', async () => {
    const first = await partitionsOf('outbox_messages');
    expect(first[0]).toMatchObject({ partition: 'outbox_messages_first', begins: null });
    // Long enough for a rollout and for going back, during which nothing relies on there being several.
    expect(first[0]!.ends - Date.now()).toBeGreaterThan(34 * DAY);
    const time = Date.now() + 100 * DAY;
    await addAll('outbox_messages', time);
    const made = (await partitionsOf('outbox_messages')).slice(first.length);
    // Weeks in which nothing made them are not made up for.
    expect(made[0]!.begins).toBeLessThanOrEqual(time);
    expect(made).toHaveLength(3);
    for (const { begins, ends, partition } of made) {
      expect(new Date(begins!).toISOString()).toMatch(/T00:00:00\.000Z$/);
      expect(new Date(begins!).getUTCDay()).toBe(1);
      expect(ends - begins!).toBe(7 * DAY);
      expect(partition).toBe(`outbox_messages_${new Date(begins!).toISOString().slice(0, 10).replaceAll('-', '')}`);
    }
    expect(made.map(({ begins }) => begins).slice(1)).toEqual(made.map(({ ends }) => ends).slice(0, -1));
    expect(await add('outbox_messages', time)).toBeNull();
  });

  it('of records of the audit log follow when a tenant has reached the middle of the last', async () => {
    const head = (seq: number) => query('UPDATE audit_heads SET seq = $1', [seq]);
    await query(
      `INSERT INTO audit_heads (tenant_id, seq, hash, key_id, hmac) VALUES ($1, 1, '', '', '') ON CONFLICT DO NOTHING`,
      [at.tenantId],
    );
    await head(5_000_000);
    expect(await add('audit_logs', Date.now())).toBeNull();
    await head(5_000_001);
    expect(await add('audit_logs', Date.now())).toBe('audit_logs_10000000');
    expect(await add('audit_search', Date.now())).toBe('audit_search_10000000');
    expect(await add('audit_logs', Date.now())).toBeNull();
    const columns = `(tenant_id, seq, id, occurred_at, actor_type, actor_display, action, method, route, changes, request_id,
                      outcome, prev_hash, hash)`;
    await query(
      `INSERT INTO audit_logs ${columns}
       SELECT $1, seq, gen_random_uuid(), now(), 'system', 'System', 'apps.write', 'PATCH', '/apps', '[]', 'r', 'success', '', ''
         FROM unnest('{9999999,10000000,30000000}'::bigint[]) AS seq`,
      [at.tenantId],
    );
    // Its trigger writes the line, wherever the record is.
    for (const table of ['audit_logs', 'audit_search']) {
      expect(await placesOf(table, 'seq')).toMatchObject({
        9999999: `${table}_first`,
        10000000: `${table}_10000000`,
        30000000: `${table}_default`,
      });
    }
    const redact = (seq: number) =>
      at.test.database.write(at.tenantId, `SELECT actor_display FROM redact_audit_log($1, true, '{}', false, false)`, [
        seq,
      ]);
    expect(await redact(10_000_000)).toHaveLength(1);
    expect(await retire('audit_logs', Date.now() + 10_000 * DAY)).toBeNull();
  });

  it('take rows of their time, and the default one takes all others', async () => {
    const end = await endOf('outbox_messages');
    await addAll('outbox_messages', end + DAY);
    const [, second] = await partitionsOf('outbox_messages');
    const last = await endOf('outbox_messages');
    const ids = {
      old: await aMessage(newIdAt(new Date('2025-01-01'))),
      now: await aMessage(newId()),
      coming: await aMessage(newIdAt(new Date(second!.begins!))),
      late: await aMessage(newIdAt(new Date(last))),
      withoutTime: await aMessage('f47ac10b-58cc-4372-a567-0e02b2c3d479'),
    };
    expect(await placesOf('outbox_messages')).toEqual({
      [ids.old]: 'outbox_messages_first',
      [ids.now]: 'outbox_messages_first',
      [ids.coming]: second!.partition,
      [ids.late]: 'outbox_messages_default',
      [ids.withoutTime]: 'outbox_messages_default',
    });
    // The next one begins behind what the default one has of its time.
    const made = await add('outbox_messages', last + DAY);
    expect((await partitionsOf('outbox_messages')).find(({ partition }) => partition === made)!.begins).toBe(
      last + 7 * DAY,
    );
    expect(await placesOf('outbox_messages')).toMatchObject({ [ids.late]: 'outbox_messages_default' });
  });

  it('are made and dropped once when two processes do it at once', async () => {
    const [first] = await partitionsOf('outbox_messages');
    await keepNothingAfter(first!.ends);
    await query(`UPDATE partitioned_tables SET ahead = ahead + 6 * width WHERE name = 'outbox_messages'`);
    const both = [1, 2].map(() => new Partitions(at.test.database, silent));
    // The one that comes second may find that the first is still at it, and says so.
    await Promise.allSettled(both.map((partitions) => partitions.keep()));
    await both[0]!.keep();
    const left = await partitionsOf('outbox_messages');
    expect(left).not.toContainEqual(first);
    expect(left.map(({ begins }) => begins).slice(1)).toEqual(left.map(({ ends }) => ends).slice(0, -1));
    expect(left.at(-1)!.ends - Date.now()).toBeGreaterThan(55 * DAY);
  });

  it('that could not be made are a failure of the sweep, and those of other tables are made', async () => {
    await query(
      `UPDATE partitioned_tables SET ahead = ahead + 5 * width WHERE name IN ('outbox_messages', 'webhook_events')`,
    );
    const [outbox, events] = [await endOf('outbox_messages'), await endOf('webhook_events')];
    const holder = new pg.Client({ connectionString: at.test.superuserUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE ONLY outbox_messages IN SHARE UPDATE EXCLUSIVE MODE');
      await expect(new Partitions(at.test.database, silent).keep()).rejects.toThrow(
        /no next partition of outbox_messages: somebody holds a lock of it$/,
      );
    } finally {
      await holder.end();
    }
    expect(await endOf('outbox_messages')).toBe(outbox);
    expect(await endOf('webhook_events')).toBeGreaterThan(events);
  });

  it('are nothing for the application role but what its table shows and its functions do', async () => {
    await addAll('outbox_messages', (await endOf('outbox_messages')) + DAY);
    const parts = await query<{ name: string; granted: boolean }>(
      `SELECT p.relid::regclass::text AS name,
              has_table_privilege('appkernel_app', p.relid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE') AS granted
         FROM partitioned_tables t, pg_partition_tree(t.name::regclass) p WHERE p.isleaf`,
    );
    expect(parts.length).toBeGreaterThan(2 * TABLES.length);
    expect(parts.filter(({ granted }) => granted)).toEqual([]);
    for (const statement of [
      'SELECT FROM outbox_messages_first',
      `UPDATE partitioned_tables SET kept = 0`,
      `SELECT add_partition('outbox_messages', now() + interval '1 year')`,
      'DROP TABLE outbox_messages_first',
    ]) {
      await expect(asApplication(statement)).rejects.toThrow(/permission denied|must be owner/);
    }
    // Not even the time is for it to say: nothing is due.
    for (const name of TABLES) {
      const drop = `SELECT done FROM drop_due_partition($1, $1 || '_first', now() + interval '10 years')`;
      expect(await asApplication(drop, [name])).toEqual([{ done: null }]);
    }
    expect(await asApplication('SELECT name FROM partitioned_tables ORDER BY name')).toEqual(
      TABLES.map((name) => ({ name })),
    );
  });

  it('have rows of the same place: sweeps delete only those that they mean', async () => {
    const end = await endOf('outbox_messages');
    await addAll('outbox_messages', end);
    const coming = new Date(end + DAY);
    await query('TRUNCATE outbox_messages');
    const expired = await aMessage(newId(), { completed_at: `now() - interval '16 days'` });
    const young = await aMessage(newIdAt(coming), { completed_at: 'now()' });
    const places = await query('SELECT ctid::text AS place, tableoid::int AS part FROM outbox_messages ORDER BY id');
    expect(places[0]).toMatchObject({ place: places[1]!['place'] });
    expect(places[0]!['part']).not.toBe(places[1]!['part']);
    expect(await at.store.sweepCompleted()).toEqual({ rows: 1, full: false });
    expect(Object.keys(await placesOf('outbox_messages'))).toEqual([young]);
    expect(expired).not.toBe(young);
  });
});
