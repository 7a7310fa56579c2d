import { newId } from '@libs/kernel';
import pg from 'pg';
import { Partitions } from '../../libs/foundation/src/outbox/partitions';
import { queryAs, silent } from '../support/database';
import { startTestOutbox, type TestOutbox } from '../support/outbox';
import { DAY, partitionsIn } from '../support/partitions';

describe('Partitions whose time is over', () => {
  let at: TestOutbox;

  beforeEach(async () => {
    at = await startTestOutbox();
  });
  afterEach(() => at.close());

  const { query, asApplication, partitionsOf, endOf, retire, placesOf, aMessage, keepNothingAfter } = partitionsIn(
    () => at,
  );

  it('are dropped with what is over, and what has to stay moves', async () => {
    const [first] = await partitionsOf('outbox_messages');
    const end = first!.ends;
    const over = end + 8 * DAY;
    const ago = (days: number) => `to_timestamp(${over / 1_000}) - interval '${days} days'`;
    await aMessage(newId(), { completed_at: ago(8) });
    await aMessage(newId(), { dead_at: ago(91) });
    const staying = [
      await aMessage(newId(), { available_at: `'infinity'`, traceparent: `'00-ab'` }),
      await aMessage(newId(), { completed_at: ago(6), last_error: `'ünïcode "quoted"'` }),
      await aMessage(newId(), { dead_at: ago(89), lost: '3' }),
    ];
    const row = (id: string) => query('SELECT m::text AS row FROM outbox_messages m WHERE id = $1', [id]);
    const before = await Promise.all(staying.map(row));
    expect(await retire('outbox_messages', end + 6 * DAY)).toBeNull();
    expect(await retire('outbox_messages', over)).toBe('outbox_messages_first');
    expect(await placesOf('outbox_messages')).toEqual(
      Object.fromEntries(staying.map((id) => [id, 'outbox_messages_default'])),
    );
    expect(await Promise.all(staying.map(row))).toEqual(before);
    expect(await query(`SELECT to_regclass('outbox_messages_first') AS left`)).toEqual([{ left: null }]);
  });

  it('keep what has to stay also when their owner drops them by hand, behind the wall of tenants', async () => {
    const over = (await endOf('outbox_messages')) + 8 * DAY;
    const staying = await aMessage(newId());
    const kept = await queryAs(
      at.test.ownerUrl,
      `SELECT retire_partition('outbox_messages', 'outbox_messages_first', $1) AS why`,
      [new Date(over)],
    );
    expect(kept).toEqual([{ why: null }]);
    expect(await placesOf('outbox_messages')).toEqual({ [staying]: 'outbox_messages_default' });
  });

  it('stay as long as too much of them does', async () => {
    const over = (await endOf('outbox_messages')) + 8 * DAY;
    await query(
      `INSERT INTO outbox_messages (tenant_id, id, type, data) SELECT $1, unnest($2::uuid[]), 'test.kept', '{}'`,
      [at.tenantId, Array.from({ length: 2_001 }, () => newId())],
    );
    const [first, ...others] = await partitionsOf('outbox_messages');
    for (const { partition } of others) expect(await retire('outbox_messages', over)).toBe(partition);
    expect(await retire('outbox_messages', over)).toBeNull();
    await query('DELETE FROM outbox_messages WHERE id = (SELECT id FROM outbox_messages LIMIT 1)');
    expect(await retire('outbox_messages', over)).toBe(first!.partition);
    expect(await query('SELECT count(*)::int AS left FROM outbox_messages_default')).toEqual([{ left: 2_000 }]);
  });

  it('of events go after those of their deliveries, and events stay for deliveries that do', async () => {
    const endpointId = newId();
    await query(
      `INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, enabled, created_by, lock_version)
       VALUES ($1, $2, 'https://example.com', '{*}', true, $2, 1)`,
      [at.tenantId, endpointId],
    );
    const anEvent = async (delivered: string) => {
      const id = newId();
      await query(
        `INSERT INTO webhook_events (tenant_id, id, type, occurred_at, data, created_at)
         VALUES ($1, $2, 'app.updated', now(), '{}', now())`,
        [at.tenantId, id],
      );
      await query(
        `INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, kind, created_at)
         VALUES ($1, gen_random_uuid(), $2, $3, 'app.updated', 'event', ${delivered})`,
        [at.tenantId, endpointId, id],
      );
      return id;
    };
    const over = (await endOf('webhook_events')) + 31 * DAY;
    await anEvent('now()');
    const asked = await anEvent(`to_timestamp(${over / 1_000}) - interval '29 days'`);
    expect(await retire('webhook_events', over)).toBeNull();
    for (const table of ['webhook_deliveries', 'webhook_events']) {
      for (let gone = await retire(table, over); gone !== null;) gone = await retire(table, over);
    }
    expect(await placesOf('webhook_deliveries', 'event_id')).toEqual({ [asked]: 'webhook_deliveries_default' });
    expect(await placesOf('webhook_events')).toEqual({ [asked]: 'webhook_events_default' });
  });

  it('do not let anybody wait: what a long reader hinders is left for the next time', async () => {
    const partitions = new Partitions(at.test.database, silent);
    const [first] = await partitionsOf('outbox_messages');
    await keepNothingAfter(first!.ends);
    const reader = new pg.Client({ connectionString: at.test.superuserUrl });
    await reader.connect();
    try {
      await reader.query('BEGIN; SELECT FROM outbox_messages');
      const [writes, kept] = await Promise.all([
        Promise.all(Array.from({ length: 20 }, () => aMessage(newId(), { completed_at: `'2025-01-01'` }))),
        partitions.keep(),
      ]);
      expect(writes).toHaveLength(20);
      expect(kept).toEqual({ rows: 0, full: false });
      const drop = `SELECT * FROM drop_due_partition('outbox_messages', 'outbox_messages_first', now())`;
      expect(await asApplication(drop)).toEqual([{ done: null, hindered: 'somebody holds a lock of it', stays: null }]);
      expect((await partitionsOf('outbox_messages'))[0]).toEqual(first);
      await reader.query('COMMIT');
    } finally {
      await reader.end();
    }
    await partitions.keep();
    expect((await partitionsOf('outbox_messages')).map(({ partition }) => partition)).not.toContain(first!.partition);
    expect(await query('SELECT FROM outbox_messages')).toEqual([]);
  });

  it('are dropped at one of several tries, and are a failure of the sweep when they should have gone a week ago', async () => {
    const partitions = new Partitions(at.test.database, silent);
    const [first] = await partitionsOf('outbox_messages');
    await keepNothingAfter(first!.ends + 7 * DAY);
    const reader = new pg.Client({ connectionString: at.test.superuserUrl });
    await reader.connect();
    try {
      await reader.query('BEGIN; SELECT FROM outbox_messages');
      await expect(partitions.keep()).rejects.toThrow(
        'outbox_messages_first should have gone a week ago: somebody holds a lock of it',
      );
      // The reader is gone after the first try.
      const database = at.test.database;
      const watched = Object.create(database, {
        query: {
          value: async (text: string, values: unknown[]) => {
            const rows = await database.query<{ hindered?: boolean }>(text, values);
            if (rows[0]?.hindered) await reader.query('COMMIT');
            return rows;
          },
        },
      }) as typeof database;
      await new Partitions(watched, silent).keep();
    } finally {
      await reader.end();
    }
    expect(await partitionsOf('outbox_messages')).not.toContainEqual(first);
  });

  it('that one table cannot have leave those of others', async () => {
    await query(`UPDATE partitioned_tables SET ahead = ahead + 5 * width WHERE name = 'webhook_events'`);
    await query(
      `UPDATE partitioned_tables SET survivors = '{SELECT nothing FROM public.%1$I}' WHERE name = 'outbox_messages'`,
    );
    const [first] = await partitionsOf('outbox_messages');
    const events = await endOf('webhook_events');
    await keepNothingAfter(first!.ends);
    await expect(new Partitions(at.test.database, silent).keep()).rejects.toThrow(/^outbox_messages: .*nothing/);
    expect(await endOf('webhook_events')).toBeGreaterThan(events);
    expect(await query(`SELECT to_regclass('webhook_events_first') AS left`)).toEqual([{ left: null }]);
  });

  it('are left for the next time when looking through them takes long', async () => {
    const [first] = await partitionsOf('outbox_messages');
    await keepNothingAfter(first!.ends);
    await query(`UPDATE partitioned_tables SET survivors = '{SELECT p.ctid FROM pg_sleep(60) LEFT JOIN public.%1$I p ON true}'
                  WHERE name = 'outbox_messages'`);
    await new Partitions(at.test.database, silent).keep();
    expect((await partitionsOf('outbox_messages'))[0]).toEqual(first);
  });

  it('of which much has to stay leave those behind them', async () => {
    await query(`UPDATE partitioned_tables SET ahead = ahead + 8 * width WHERE name = 'outbox_messages'`);
    const partitions = new Partitions(at.test.database, silent);
    await partitions.keep();
    const [first, second] = await partitionsOf('outbox_messages');
    // Fewer rows than may move, and more bytes.
    await query(
      `INSERT INTO outbox_messages (tenant_id, id, type, data)
       SELECT $1, id, 'test.kept', jsonb_build_object('text', repeat('x', 65536)) FROM unnest($2::uuid[]) AS id`,
      [at.tenantId, Array.from({ length: 900 }, () => newId())],
    );
    await keepNothingAfter(second!.ends);
    await expect(partitions.keep()).rejects.toThrow('first should have gone a week ago: too much of it has to stay');
    const left = await partitionsOf('outbox_messages');
    expect(left).toContainEqual(first);
    expect(left).not.toContainEqual(second);
  });

  it('that should have gone a week ago are a failure of the sweep also when no lock is in the way', async () => {
    const [first] = await partitionsOf('outbox_messages');
    await query(
      `INSERT INTO outbox_messages (tenant_id, id, type, data) SELECT $1, unnest($2::uuid[]), 'test.kept', '{}'`,
      [at.tenantId, Array.from({ length: 2_001 }, () => newId())],
    );
    await keepNothingAfter(first!.ends + 8 * DAY);
    await expect(new Partitions(at.test.database, silent).keep()).rejects.toThrow(
      'outbox_messages_first should have gone a week ago: too much of it has to stay',
    );
  });

  it('are looked through by indexes for what has to stay', async () => {
    await query(
      `INSERT INTO webhook_events (tenant_id, id, type, occurred_at, data, created_at)
       SELECT $1, id, 'app.updated', now(), '{}', now() - interval '60 days' FROM unnest($2::uuid[]) AS id`,
      [at.tenantId, Array.from({ length: 2_000 }, () => newId())],
    );
    await query('ANALYZE webhook_events');
    const asked = await query<{ name: string; survivors: string }>(
      `SELECT t.name, survivors_of(t, t.name || '_first') AS survivors FROM partitioned_tables t WHERE survivors IS NOT NULL`,
    );
    expect(asked).toHaveLength(5);
    const client = new pg.Client({ connectionString: at.test.superuserUrl });
    await client.connect();
    try {
      await client.query('SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan');
      for (const [index, { name, survivors }] of asked.entries()) {
        await client.query(`PREPARE asked${index} (timestamptz, text, text) AS ${survivors}`);
        const { rows } = await client.query(`EXPLAIN EXECUTE asked${index} (now(), NULL, NULL)`);
        expect(JSON.stringify(rows)).not.toContain(`Seq Scan on ${name}_first`);
      }
    } finally {
      await client.end();
    }
  });
});
