import { migrate, revertMigrations } from '@libs/foundation';
import { newId, newIdAt } from '@libs/kernel';
import { MIGRATIONS } from '../../migrations';
import pg from 'pg';
import { eventually } from '../support/api';
import { queryAs } from '../support/database';
import { schemaOf } from '../support/schema';
import { suiteUrls } from '../support/suite';

const PARTITIONED = [
  ...['audit_logs', 'audit_search', 'notification_deliveries', 'outbox_messages'],
  ...['security_events', 'webhook_deliveries', 'webhook_events'],
];

const DAY = 86_400_000;

/** By places. */
const SWEEP_OF_BEFORE = `
  DELETE FROM outbox_messages WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM outbox_messages WHERE completed_at < now() - interval '7 days'
     ORDER BY completed_at LIMIT 1 FOR UPDATE SKIP LOCKED))`;

const OF_PARTITIONS = MIGRATIONS.length - MIGRATIONS.findIndex(({ name }) => name === 'Partitions1763712000096');

describe('The migration that divides large tables', () => {
  const urls = suiteUrls();
  const run = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(urls.superuserUrl, text, values);

  it('leaves the version before a month, in which its statements find all rows in one partition', async () => {
    const [app] = await run<{ tenant_id: string }>('SELECT tenant_id FROM apps LIMIT 1');
    const [over, waiting] = [newId(), newIdAt(new Date(Date.now() + 34 * DAY))];
    await run('DELETE FROM outbox_messages');
    await run(
      `INSERT INTO outbox_messages (tenant_id, id, type, data, completed_at)
       VALUES ($1, $2, 'test.over', '{}', now() - interval '8 days'), ($1, $3, 'test.waiting', '{}', NULL)`,
      [app!.tenant_id, over, waiting],
    );
    await run(`SELECT add_partition('outbox_messages', now() + interval '34 days')`);
    expect(await run('SELECT DISTINCT tableoid FROM outbox_messages')).toHaveLength(1);
    const swept = await run(`${SWEEP_OF_BEFORE} RETURNING id`);
    expect(swept).toEqual([{ id: over }]);
    await run('DELETE FROM outbox_messages');
  });

  it('takes the sweeps by places from the version before, also from a process that starts later', async () => {
    const former = ['outbox.completed', 'outbox.dead', 'webhooks.events', 'notifications.old_deliveries'];
    const names = [...former, 'iam.sessions'];
    // As it adds them when it starts.
    await run('INSERT INTO sweeps (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [names]);
    expect(await run('SELECT name FROM sweeps WHERE name = ANY ($1)', [names])).toEqual([{ name: 'iam.sessions' }]);
  });

  it('leaves a table as it was when it fails', async () => {
    await revertMigrations(urls.ownerUrl, MIGRATIONS, OF_PARTITIONS);
    const plain = await schemaOf(urls.superuserUrl);
    const [app] = await run<{ tenant_id: string }>('SELECT tenant_id FROM apps LIMIT 1');
    const withoutTime = newId().replace(/^0/, 'f');
    const add = (id: string) =>
      run(`INSERT INTO outbox_messages (tenant_id, id, type, data) VALUES ($1, $2, 'test.late', '{}')`, [
        app!.tenant_id,
        id,
      ]);
    await add(withoutTime);
    await run(`
      CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE EVENT TRIGGER refused ON ddl_command_start WHEN TAG IN ('ALTER INDEX') EXECUTE FUNCTION refuse()`);
    try {
      await expect(migrate(urls.ownerUrl, MIGRATIONS)).rejects.toThrow('not now');
    } finally {
      await run('DROP EVENT TRIGGER refused; DROP FUNCTION refuse()');
    }
    // Of any time, and none is out of sight.
    const late = newIdAt(new Date(Date.now() + 100 * DAY));
    await add(late);
    expect(await run('SELECT id FROM outbox_messages ORDER BY id')).toEqual([{ id: late }, { id: withoutTime }]);
    const left = await run(`SELECT to_regclass('outbox_messages_default') AS name`);
    expect(left).toEqual([{ name: null }]);
    await run('DELETE FROM outbox_messages');
    await migrate(urls.ownerUrl, MIGRATIONS);
    await revertMigrations(urls.ownerUrl, MIGRATIONS, OF_PARTITIONS);
    expect(await schemaOf(urls.superuserUrl)).toEqual(plain);
    await migrate(urls.ownerUrl, MIGRATIONS);
  });

  it('changes nothing where something of the operator is in the way, or where somebody else than the owner runs it', async () => {
    await revertMigrations(urls.ownerUrl, MIGRATIONS, OF_PARTITIONS);
    const plain = await schemaOf(urls.superuserUrl);
    await expect(migrate(urls.superuserUrl, MIGRATIONS)).rejects.toThrow(
      /nothing was changed.*outbox_messages: it belongs to/,
    );
    await run(`
      CREATE VIEW waiting AS SELECT id FROM outbox_messages;
      CREATE UNIQUE INDEX "Of one day" ON notification_deliveries (id);
      CREATE PUBLICATION published FOR TABLE webhook_events;
      GRANT SELECT (id) ON security_events TO appkernel_app;
      CREATE INDEX broken ON audit_logs (action);
      UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'broken'::regclass`);
    const refused: unknown = await migrate(urls.ownerUrl, MIGRATIONS).catch((error: unknown) => error);
    await run(`
      DROP VIEW waiting; DROP INDEX "Of one day", broken; DROP PUBLICATION published;
      REVOKE SELECT (id) ON security_events FROM appkernel_app`);
    for (const part of [
      ...['outbox_messages: the view waiting', 'notification_deliveries: it has the unique index'],
      ...['webhook_events: it is in the publication published', 'security_events: privileges', 'index broken'],
    ]) {
      expect(String(refused)).toContain(part);
    }
    expect(await schemaOf(urls.superuserUrl)).toEqual(plain);
    await migrate(urls.ownerUrl, MIGRATIONS);
    await expect(revertMigrations(urls.superuserUrl, MIGRATIONS, OF_PARTITIONS)).rejects.toThrow(/it belongs to/);
  });

  it('waits for those who read something else, as long as nobody waits for it', async () => {
    await revertMigrations(urls.ownerUrl, MIGRATIONS, OF_PARTITIONS);
    const reader = new pg.Client({ connectionString: urls.superuserUrl });
    await reader.connect();
    try {
      await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM apps');
      const migrated = migrate(urls.ownerUrl, MIGRATIONS);
      // Longer than locks are waited for that others wait behind.
      await eventually(async () => {
        const waiting = await run(
          `SELECT FROM pg_stat_activity
            WHERE query LIKE 'CREATE UNIQUE INDEX CONCURRENTLY%' AND query_start < now() - interval '3 seconds'`,
        );
        return waiting.length > 0;
      }, 20_000);
      await reader.query('COMMIT');
      await migrated;
    } finally {
      await reader.end();
    }
  });

  it('keeps indexes of the operator, whatever their names', async () => {
    await revertMigrations(urls.ownerUrl, MIGRATIONS, OF_PARTITIONS);
    const long = 'l'.repeat(63);
    await queryAs(
      urls.ownerUrl,
      `CREATE INDEX by_type ON outbox_messages (type); CREATE INDEX "By Type" ON webhook_events (type);
       CREATE INDEX ${long} ON audit_logs (action)`,
    );
    const plain = await schemaOf(urls.superuserUrl);
    await migrate(urls.ownerUrl, MIGRATIONS);
    const kept = await run(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'I' AND relname IN ('by_type', 'By Type', $1) ORDER BY 1`,
      [long],
    );
    expect(kept).toHaveLength(3);
    await revertMigrations(urls.ownerUrl, MIGRATIONS, OF_PARTITIONS);
    expect(await schemaOf(urls.superuserUrl)).toEqual(plain);
    await run(`DROP INDEX by_type, "By Type", ${long}`);
    await migrate(urls.ownerUrl, MIGRATIONS);
  });

  it('divides them with all that they have, for the version before as well, and its reversal unites them', async () => {
    const back = () => revertMigrations(urls.ownerUrl, MIGRATIONS, OF_PARTITIONS);
    await back();
    const plain = await schemaOf(urls.superuserUrl);
    const [app] = await run<{ tenant_id: string; id: string }>('SELECT tenant_id, id FROM apps LIMIT 1');
    const [tenantId, appId] = [app!.tenant_id, app!.id];
    const [endpointId, messageId, eventId, withoutTime] = [newId(), newId(), newId(), newId().replace(/^0/, 'f')];
    await run('DELETE FROM outbox_messages');
    const addMessages = (...ids: string[]) =>
      run(
        `INSERT INTO outbox_messages (tenant_id, id, type, data, completed_at)
         SELECT $1, unnest($2::uuid[]), 'test.divided', '{}', now() - interval '8 days'`,
        [tenantId, ids],
      );
    await addMessages(newId(), newId(), withoutTime);
    await run(
      `INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, enabled, created_by, lock_version)
       VALUES ($1, $2, 'https://example.com', '{*}', true, $2, 1)`,
      [tenantId, endpointId],
    );
    await run(
      `INSERT INTO webhook_events (tenant_id, id, type, occurred_at, data) VALUES ($1, $2, 'app.updated', now(), '{}')`,
      [tenantId, eventId],
    );
    // As the version before writes it.
    const deliver = (event: string) =>
      run(
        `INSERT INTO webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, kind, next_attempt_at)
         VALUES ($1, gen_random_uuid(), $2, $3, 'app.updated', 'event', now())
             ON CONFLICT (tenant_id, endpoint_id, event_id) WHERE kind = 'event' DO NOTHING RETURNING id`,
        [tenantId, endpointId, event],
      );
    expect(await deliver(eventId)).toHaveLength(1);
    await run(
      `INSERT INTO notification_messages (tenant_id, id, app_id, kind, origin, title, body, audience_mode, channels, status)
       VALUES ($1, $2, $3, 'notice', 'admin', '{}', '{}', 'all_members', '{in_app}', 'draft')`,
      [tenantId, messageId, appId],
    );
    const notify = (created: string) =>
      run(
        `INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route, created_at)
         VALUES ($1, $2, $3, $3, 'email', now() + $4::interval)`,
        [tenantId, appId, messageId, created],
      );
    await notify('0 days');
    await run(
      `INSERT INTO audit_logs (tenant_id, seq, id, occurred_at, actor_type, actor_display, action, method, route, changes,
                               request_id, outcome, prev_hash, hash)
       SELECT $1, seq, gen_random_uuid(), now(), 'system', 'System', 'apps.write', 'PATCH', '/apps', '[]', 'r', 'success', '', ''
         FROM generate_series(1000, 1002) AS seq`,
      [tenantId],
    );
    await run(
      `INSERT INTO audit_redactions (tenant_id, seq, content_hash, key_id, hmac) VALUES ($1, 1000, '', 'k', '')`,
      [tenantId],
    );
    const rowsOf = async () =>
      Object.fromEntries(
        await Promise.all(
          PARTITIONED.map(async (table) => [
            table,
            await run(`SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`),
          ]),
        ),
      ) as Record<string, unknown[]>;
    const before = await rowsOf();
    expect(before['audit_search']).toHaveLength(before['audit_logs']!.length);

    await migrate(urls.ownerUrl, MIGRATIONS);
    expect(await rowsOf()).toEqual(before);
    const parts = await run('SELECT DISTINCT tableoid::regclass::text AS part FROM outbox_messages ORDER BY 1');
    expect(parts).toEqual([{ part: 'outbox_messages_default' }, { part: 'outbox_messages_first' }]);
    expect(await deliver(eventId)).toEqual([]);
    // By its places, as the version before sweeps: they name one row each.
    await run('DELETE FROM outbox_messages WHERE id = $1', [withoutTime]);
    const swept = await run(`${SWEEP_OF_BEFORE} RETURNING id`);
    expect(swept).toHaveLength(1);
    const [line] = await run('SELECT audit_line(l) AS line FROM audit_logs l WHERE seq = 1000');
    expect(line!['line']).toContain('apps.write');
    await expect(run('DELETE FROM audit_logs WHERE seq = 1000')).rejects.toThrow(/foreign key/);

    // Of every partition.
    await run(`SELECT add_partition(name, now() + interval '40 days') FROM partitioned_tables WHERE kind <> 'number'`);
    const coming = newIdAt(new Date(Date.now() + 43 * 86_400_000));
    await addMessages(coming, withoutTime);
    await run(
      `INSERT INTO webhook_events (tenant_id, id, type, occurred_at, data) VALUES ($1, $2, 'app.updated', now(), '{}')`,
      [tenantId, coming],
    );
    await deliver(coming);
    await notify('43 days');
    const after = await rowsOf();
    // Of one whose event has gone nothing can be sent.
    expect(await deliver(newId())).toHaveLength(1);
    await back();
    expect(await rowsOf()).toEqual(after);
    expect(await schemaOf(urls.superuserUrl)).toEqual(plain);
    await run(
      `DELETE FROM webhook_deliveries; DELETE FROM webhook_events; DELETE FROM webhook_endpoints;
       DELETE FROM notification_messages; DELETE FROM audit_redactions; DELETE FROM audit_search; DELETE FROM audit_logs;
       DELETE FROM outbox_messages`,
    );
    // Also when the first partition is gone by then.
    await migrate(urls.ownerUrl, MIGRATIONS);
    await addMessages(coming);
    await run(`SELECT retire_partition('outbox_messages', 'outbox_messages_first', now() + interval '60 days')`);
    await back();
    expect(await schemaOf(urls.superuserUrl)).toEqual(plain);
    await migrate(urls.ownerUrl, MIGRATIONS);
  });
});
