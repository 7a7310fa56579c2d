import { newId, newIdAt } from '@libs/kernel';
import pg from 'pg';
import { Partitions } from '../../libs/foundation/src/outbox/partitions';
import { queryAs, silent } from '../support/database';
import { startTestOutbox, type TestOutbox } from '../support/outbox';

const DAY = 86_400_000;
const TABLES = [
  ...['audit_logs', 'audit_search', 'notification_deliveries', 'outbox_messages'],
  ...['security_events', 'webhook_deliveries', 'webhook_events'],
];

interface Part extends Record<string, unknown> {
  readonly partition: string;
  readonly begins: number | null;
  readonly ends: number;
}

describe('Partitions', () => {
  let at: TestOutbox;

  beforeEach(async () => {
    at = await startTestOutbox();
  });
  afterEach(() => at.close());

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(at.test.superuserUrl, text, values);
  const asApplication = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(at.test.applicationUrl, text, values);
  const partitionsOf = (table: string) =>
    query<Part>('SELECT partition, begins::float8, ends::float8 FROM partitions_of($1) ORDER BY ends', [table]);
  const endOf = async (table: string) => (await partitionsOf(table)).at(-1)!.ends;
  const add = async (table: string, time: number) =>
    (await query<{ made: string | null }>('SELECT add_partition($1, $2) AS made', [table, new Date(time)]))[0]!.made;
  const retire = async (table: string, time: number) =>
    (await query<{ gone: string | null }>('SELECT retire_partition($1, $2) AS gone', [table, new Date(time)]))[0]!.gone;
  const addAll = async (table: string, time: number) => {
    for (let made = await add(table, time); made !== null;) made = await add(table, time);
  };
  /** Which rows are where. */
  const placesOf = async (table: string, column = 'id') =>
    Object.fromEntries(
      (
        await query<{ row: string; part: string }>(
          `SELECT ${column}::text AS row, tableoid::regclass::text AS part FROM ${table}`,
        )
      ).map(({ row, part }) => [row, part]),
    );
  const aMessage = async (id: string, columns: Readonly<Record<string, string>> = {}) => {
    const [names, values] = [Object.keys(columns), Object.values(columns)];
    await query(
      `INSERT INTO outbox_messages (${['tenant_id', 'id', 'type', 'data', ...names].join()})
       VALUES (${['$1', '$2', `'test.kept'`, `'{"text": "kept"}'`, ...values].join()})`,
      [at.tenantId, id],
    );
    return id;
  };
  /** From now on all that has ended by then goes. */
  const keepNothingAfter = (end: number) =>
    query(
      `UPDATE partitioned_tables SET kept = floor(extract(epoch FROM now()) * 1000) - $1::bigint - 1000 WHERE kept IS NOT NULL`,
      [end],
    );

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
    const gone = await queryAs(at.test.ownerUrl, `SELECT retire_partition('outbox_messages', $1) AS gone`, [
      new Date(over),
    ]);
    expect(gone).toEqual([{ gone: 'outbox_messages_first' }]);
    expect(await placesOf('outbox_messages')).toEqual({ [staying]: 'outbox_messages_default' });
  });

  it('stay as long as too much of them does', async () => {
    const over = (await endOf('outbox_messages')) + 8 * DAY;
    await query(
      `INSERT INTO outbox_messages (tenant_id, id, type, data) SELECT $1, unnest($2::uuid[]), 'test.kept', '{}'`,
      [at.tenantId, Array.from({ length: 1_001 }, () => newId())],
    );
    const [first, ...others] = await partitionsOf('outbox_messages');
    for (const { partition } of others) expect(await retire('outbox_messages', over)).toBe(partition);
    expect(await retire('outbox_messages', over)).toBeNull();
    await query('DELETE FROM outbox_messages WHERE id = (SELECT id FROM outbox_messages LIMIT 1)');
    expect(await retire('outbox_messages', over)).toBe(first!.partition);
    expect(await query('SELECT count(*)::int AS left FROM outbox_messages_default')).toEqual([{ left: 1_000 }]);
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
      expect(await asApplication(`SELECT * FROM drop_due_partition('outbox_messages')`)).toEqual([
        { done: null, hindered: true },
      ]);
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
      await expect(partitions.keep()).rejects.toThrow('to drop outbox_messages_first');
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
      `UPDATE partitioned_tables SET survivors = '{SELECT nothing FROM %1$I}' WHERE name = 'outbox_messages'`,
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
    await query(`UPDATE partitioned_tables SET survivors = '{SELECT p.ctid FROM pg_sleep(60) LEFT JOIN %1$I p ON true}'
                  WHERE name = 'outbox_messages'`);
    await new Partitions(at.test.database, silent).keep();
    expect((await partitionsOf('outbox_messages'))[0]).toEqual(first);
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

  it('are made and dropped once when two processes do it at once', async () => {
    const [first] = await partitionsOf('outbox_messages');
    await keepNothingAfter(first!.ends);
    await query(`UPDATE partitioned_tables SET ahead = ahead + 6 * width WHERE name = 'outbox_messages'`);
    const both = [1, 2].map(() => new Partitions(at.test.database, silent));
    // The one that comes second may find that the first is still at it, and says so.
    await Promise.allSettled(both.map((partitions) => partitions.keep()));
    await both[0]!.keep();
    const left = await partitionsOf('outbox_messages');
    expect(left.map(({ begins }) => begins)).toEqual([first!.ends, ...left.map(({ ends }) => ends).slice(0, -1)]);
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
      await expect(new Partitions(at.test.database, silent).keep()).rejects.toThrow(/partition of outbox_messages$/);
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
      expect(await asApplication('SELECT * FROM drop_due_partition($1)', [name])).toEqual([
        { done: null, hindered: false },
      ]);
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
