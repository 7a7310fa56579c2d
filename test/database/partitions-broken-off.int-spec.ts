import { createMigrationDataSource, migrate, revertMigrations } from '@libs/foundation';
import { newId, newIdAt } from '@libs/kernel';
import { MIGRATIONS } from '../../migrations';
import { partition } from '../../migrations/support/partitions';
import { queryAs } from '../support/database';
import { schemaOf } from '../support/schema';
import { suiteUrls } from '../support/suite';

const DAY = 86_400_000;
const NAME = 'Partitions1763712000096';
const OF_PARTITIONS = MIGRATIONS.length - MIGRATIONS.findIndex(({ name }) => name === NAME);

describe('The migration that divides large tables, broken off', () => {
  const urls = suiteUrls();
  const run = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(urls.superuserUrl, text, values);
  const back = () => revertMigrations(urls.ownerUrl, MIGRATIONS, OF_PARTITIONS);
  const tenant = async () => (await run<{ tenant_id: string }>('SELECT tenant_id FROM apps LIMIT 1'))[0]!.tenant_id;
  const addMessage = async (id: string) =>
    run(`INSERT INTO outbox_messages (tenant_id, id, type, data) VALUES ($1, $2, 'test.late', '{}')`, [
      await tenant(),
      id,
    ]);
  /** During the work, what the event trigger does happens. */
  const meanwhile = async (trigger: string, statements: string, work: () => Promise<void>) => {
    await run(`
      CREATE FUNCTION meanwhile() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN ${statements} END $$;
      CREATE EVENT TRIGGER meanwhile ON ${trigger} EXECUTE FUNCTION meanwhile()`);
    try {
      await work();
    } finally {
      await run('DROP EVENT TRIGGER meanwhile; DROP FUNCTION meanwhile()');
    }
  };
  const AT_DIVIDING = `ddl_command_start WHEN TAG IN ('ALTER INDEX')`;

  beforeEach(back);
  afterEach(async () => {
    await run('DELETE FROM outbox_messages');
    await migrate(urls.ownerUrl, MIGRATIONS);
  });

  it('before a table was divided leaves the version before its sweeps, and lets nothing else be reverted', async () => {
    const migrations = () => run('SELECT name FROM schema_migrations ORDER BY id');
    const before = await migrations();
    await meanwhile(AT_DIVIDING, `RAISE 'not now';`, () =>
      expect(migrate(urls.ownerUrl, MIGRATIONS)).rejects.toThrow('not now'),
    );
    await run(`INSERT INTO sweeps (name) VALUES ('outbox.completed') ON CONFLICT DO NOTHING`);
    expect(await run(`SELECT name FROM sweeps WHERE name = 'outbox.completed'`)).toHaveLength(1);
    await expect(revertMigrations(urls.ownerUrl, MIGRATIONS, 1)).rejects.toThrow(
      `${NAME} broke off half-way, and the migration before it would be reverted: run the migrations first`,
    );
    expect(await migrations()).toEqual(before);
    await migrate(urls.ownerUrl, MIGRATIONS);
    expect(await run(`SELECT name FROM sweeps WHERE name = 'outbox.completed'`)).toEqual([]);
  });

  it('with its connection lets the table take all rows', async () => {
    await meanwhile(AT_DIVIDING, 'PERFORM pg_terminate_backend(pg_backend_pid());', () =>
      expect(migrate(urls.ownerUrl, MIGRATIONS)).rejects.toThrow(/terminat/),
    );
    await addMessage(newIdAt(new Date(Date.now() + 100 * DAY)));
  });

  it('as the answer to its commit was lost, leaves the table divided', async () => {
    await meanwhile(AT_DIVIDING, `RAISE 'not now';`, () =>
      expect(migrate(urls.ownerUrl, MIGRATIONS)).rejects.toThrow('not now'),
    );
    const source = await createMigrationDataSource(urls.ownerUrl, [], {}).initialize();
    try {
      const runner = source.createQueryRunner();
      await runner.query(`SELECT set_config('app.system', 'on', false)`);
      const isDivided = `SELECT FROM pg_partitioned_table WHERE partrelid = 'outbox_messages'::regclass`;
      const commit = runner.commitTransaction.bind(runner);
      runner.commitTransaction = async () => {
        await commit();
        if (((await runner.query(isDivided)) as []).length > 0) throw new Error('unheard');
      };
      const table = { name: 'outbox_messages', key: 'id', kind: 'uuid', width: 7, ahead: 14 } as const;
      await expect(partition(runner, table, [])).rejects.toThrow('unheard');
    } finally {
      await source.destroy();
    }
    await addMessage(newIdAt(new Date(Date.now() + 100 * DAY)));
  });

  it('with its process goes on with what it had proved', async () => {
    const [end] = await run<{ id: string }>(
      `SELECT (lpad(to_hex(345600000 + 604800000 * (extract(epoch FROM now())::bigint / 604800 + 10)), 12, '0') || repeat('0', 20))::uuid AS id`,
    );
    await meanwhile(AT_DIVIDING, `RAISE 'not now';`, () =>
      expect(migrate(urls.ownerUrl, MIGRATIONS)).rejects.toThrow('not now'),
    );
    await queryAs(
      urls.ownerUrl,
      `CREATE TABLE outbox_messages_default (LIKE outbox_messages INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
       ALTER TABLE outbox_messages ADD CONSTRAINT outbox_messages_before CHECK (id < '${end!.id}')`,
    );
    await migrate(urls.ownerUrl, MIGRATIONS);
    const [first] = await run<{ bound: string }>(
      `SELECT pg_get_expr(relpartbound, oid) AS bound FROM pg_class WHERE relname = 'outbox_messages_first'`,
    );
    expect(first!.bound).toContain(end!.id);
  });

  it('when it is reverted has built the keys of before, and goes on', async () => {
    const plain = await schemaOf(urls.superuserUrl);
    await migrate(urls.ownerUrl, MIGRATIONS);
    await meanwhile(
      'sql_drop',
      `IF EXISTS (SELECT FROM pg_event_trigger_dropped_objects() WHERE object_identity = 'public.webhook_deliveries')
         THEN RAISE 'not yet'; END IF;`,
      () => expect(back()).rejects.toThrow('not yet'),
    );
    const built = await run(
      `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('webhook_deliveries_first_next_key')`,
    );
    expect(built).toEqual([{ indisvalid: true }]);
    await back();
    expect(await schemaOf(urls.superuserUrl)).toEqual(plain);
  });

  it('when a delivery without its event came as it was reverted, goes on without it', async () => {
    const plain = await schemaOf(urls.superuserUrl);
    const [endpointId, eventId] = [newId(), newId()];
    await run(
      `INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, enabled, created_by, lock_version)
       VALUES ($1, $2, 'https://example.com', '{*}', true, $2, 1)`,
      [await tenant(), endpointId],
    );
    const [key] = await run<{ definition: string }>(
      `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
        WHERE conname = 'webhook_deliveries_tenant_id_event_id_fkey'`,
    );
    // As it is when the process ends once the parts were joined, before the key is validated.
    await run('ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_tenant_id_event_id_fkey');
    await run(
      `INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, kind, next_attempt_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'app.updated', 'event', now())`,
      [await tenant(), endpointId, eventId],
    );
    await run(
      `ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_tenant_id_event_id_fkey ${key!.definition} NOT VALID`,
    );
    await run('INSERT INTO schema_migrations (timestamp, name) VALUES (1763712000096, $1)', [NAME]);
    await back();
    expect(await run('SELECT FROM webhook_deliveries')).toEqual([]);
    expect(await schemaOf(urls.superuserUrl)).toEqual(plain);
    await run('DELETE FROM webhook_endpoints WHERE id = $1', [endpointId]);
  });

  it('does not begin where a table has what it would lose, and names it', async () => {
    const obstacles = [
      {
        add: 'CREATE PUBLICATION everything FOR ALL TABLES',
        take: 'DROP PUBLICATION everything',
        named: 'outbox_messages: it is in the publication everything',
      },
      {
        add: 'CREATE PUBLICATION of_schema FOR TABLES IN SCHEMA public',
        take: 'DROP PUBLICATION of_schema',
        named: 'audit_logs: it is in the publication of_schema',
      },
      {
        add: 'ALTER TABLE security_events ADD CONSTRAINT late FOREIGN KEY (tenant_id) REFERENCES tenants (id) NOT VALID',
        take: 'ALTER TABLE security_events DROP CONSTRAINT late',
        named: 'security_events: its constraint late is not valid',
      },
      {
        add: 'CREATE STATISTICS of_types ON type, lane FROM outbox_messages',
        take: 'DROP STATISTICS of_types',
        named: 'outbox_messages: it has the statistics object of_types',
      },
      {
        add: 'CREATE FUNCTION records() RETURNS bigint BEGIN ATOMIC SELECT count(*) FROM audit_logs; END',
        take: 'DROP FUNCTION records()',
        named: 'audit_logs: the body of the function records() is bound to it',
      },
      {
        add: 'CREATE TABLE lines (line text, CONSTRAINT of_line CHECK (audit_line(NULL::audit_logs) IS NULL))',
        take: 'DROP TABLE lines',
        named: 'audit_logs: constraint of_line on table lines depends on the function audit_line',
      },
      {
        add: 'CREATE RULE kept AS ON DELETE TO webhook_deliveries DO INSTEAD NOTHING',
        take: 'DROP RULE kept ON webhook_deliveries',
        named: 'webhook_deliveries: it has the rule kept',
      },
      {
        add: 'ALTER TABLE webhook_events SET (fillfactor = 90), REPLICA IDENTITY FULL',
        take: 'ALTER TABLE webhook_events RESET (fillfactor), REPLICA IDENTITY DEFAULT',
        named: 'webhook_events: it has storage parameters, which partitions to come would not have: fillfactor=90',
      },
    ];
    for (const { add } of obstacles) await run(add);
    const refused: unknown = await migrate(urls.ownerUrl, MIGRATIONS).catch((error: unknown) => error);
    for (const { take } of obstacles) await run(take);
    for (const { named } of obstacles) expect(String(refused)).toContain(named);
    expect(String(refused)).toContain('it has a replica identity');
    expect(await run(`SELECT to_regclass('partitioned_tables') AS begun`)).toEqual([{ begun: null }]);
  });

  it('begins where a publication of all tables names partitions by their table', async () => {
    await run('CREATE PUBLICATION everything FOR ALL TABLES WITH (publish_via_partition_root = true)');
    await migrate(urls.ownerUrl, MIGRATIONS);
    await run('DROP PUBLICATION everything');
  });
});
