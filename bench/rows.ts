import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { aMessage, onlyTo, publishMessages, type StoredMessage } from '../test/support/messages';
import { startSmtpSink } from '../test/support/smtp-sink';
import { Arena } from './arena';
import { restore } from './data/database';
import { type Cost, type Meters, metered } from './measure/meter';
import { readOptions } from './options';
import { adminWrite } from './suites/administration';
import type { Stage } from './suites/suite';

const OUTBOX_MESSAGES = 5_000;
const MAILS = 1_000;
const AUDIT_RECORDS = 2_000;
const LOOK_EVERY_MS = 50;

/** Work that ends in rows of one table. */
interface Kind {
  readonly name: string;
  readonly table: string;
  /** @returns how many rows it made. */
  readonly work: () => Promise<number>;
}

/**
 * What one more row costs: an item in an inbox, a message of the outbox with its delivery, a mail, an audit record. Of each
 * the processor time of the api with its worker and of PostgreSQL, the bytes of the write-ahead log, and those on disk with
 * indexes; and what a row of the large tables takes.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const arena = await Arena.open(options);
  const smtp = await startSmtpSink();
  // What it has started ends with it.
  const interrupted = () => process.exit(130);
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const database = await arena.database(options.members);
    await restore(arena.postgres, database);
    const api = await arena.api(database, { environment: { RUN_WORKER: 'true', SMTP_URL: smtp.url } });
    const { stage } = await arena.stage(options.members, database, api);
    const { client, population } = stage;
    const meters: Meters = { apis: [api.pid], pooler: null, postgres: arena.postgres.pid, client };
    const upTo = (usual: number) => Math.min(usual, options.amount.requests);
    const toAll = aMessage();
    const kinds: readonly Kind[] = [
      { name: 'inbox item', table: 'notification_inbox_items', work: () => fanOut(stage, toAll) },
      { name: 'message of the outbox', table: 'outbox_messages', work: () => outbox(stage, upTo(OUTBOX_MESSAGES)) },
      {
        name: 'mail',
        table: 'notification_deliveries',
        work: () => fanOut(stage, mailTo(population.members.slice(0, upTo(MAILS)).map(({ userId }) => userId))),
      },
      {
        name: 'audit record, of a draft of a notice',
        table: 'audit_logs',
        work: async () => {
          const generator = arena.generator(0);
          await generator.prepare(adminWrite, api.url, await adminWrite.script(stage, 'api'), options);
          return (await generator.run({ requests: upTo(AUDIT_RECORDS), seconds: Infinity })).requests;
        },
      },
    ];
    console.log(line(['a row of', 'rows', 'api µs', 'postgres µs', 'wal bytes', 'bytes on disk']));
    for (const { name, table, work } of kinds) {
      const before = await sizeOf(client, table);
      const [rows, cost] = await metered(meters, work);
      const size = (await sizeOf(client, table)) - before;
      console.log(line([name, String(rows), ...each(cost, rows), (size / rows).toFixed(0)]));
    }
    await client.query('DELETE FROM notification_inbox_items WHERE id = $1', [toAll.publicationId]);
    await reportTables(client);
  } finally {
    await smtp.close();
    await arena.close();
  }
}

function each({ apis, postgres, wal }: Cost, rows: number): string[] {
  return [apis / rows, postgres === null ? null : postgres / rows, wal / rows].map((value) => value?.toFixed(1) ?? '-');
}

function line([name = '', ...figures]: readonly string[]): string {
  return name.padEnd(40) + figures.map((figure) => figure.padStart(14)).join('');
}

function mailTo(userIds: readonly string[]): StoredMessage {
  return aMessage({ audience: onlyTo(...userIds), channels: ['in_app', 'email'] });
}

/** Until all of it is in the inboxes, and sent. */
async function fanOut({ client, population }: Stage, message: StoredMessage): Promise<number> {
  await publishMessages((text, values) => client.query(text, values), population, message);
  const done = `
    SELECT f.recipients FROM notification_fan_outs f
     WHERE f.message_id = $1 AND f.finished_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM notification_deliveries d WHERE d.message_id = f.message_id AND d.status = 'pending')`;
  for (;;) {
    const { rows } = await client.query<{ recipients: number }>(done, [message.id]);
    if (rows[0]) return rows[0].recipients;
    await delay(LOOK_EVERY_MS);
  }
}

/** Of changes that no endpoint is told of, so that nothing but the outbox itself is measured. */
async function outbox({ client, population: { tenantId, appId } }: Stage, count: number): Promise<number> {
  await client.query(
    `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data, lane)
     SELECT $1, uuidv7(), $2, 'app.updated', '{"changed_fields": ["name"]}', 'default' FROM generate_series(1, $3::integer)`,
    [tenantId, appId, count],
  );
  const open = 'SELECT 1 FROM outbox_messages WHERE completed_at IS NULL AND dead_at IS NULL LIMIT 1';
  while ((await client.query(open)).rows.length > 0) await delay(LOOK_EVERY_MS);
  return count;
}

const PARTS = `(SELECT relid FROM pg_partition_tree($1::regclass) WHERE isleaf UNION SELECT $1::regclass)`;

async function sizeOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(relid))::float8 AS bytes FROM ${PARTS} AS parts (relid)`,
    [table],
  );
  return rows[0]?.bytes ?? 0;
}

/** As they were seeded, from the statistics of the planner. */
async function reportTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; rows: number; heap: number; indexes: number }>(
    `SELECT coalesce(parent.relname, c.relname) AS name, sum(c.reltuples)::float8 AS rows,
            sum(pg_table_size(c.oid))::float8 AS heap, sum(pg_indexes_size(c.oid))::float8 AS indexes
       FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class parent ON parent.oid = i.inhparent
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.reltuples > 0
      GROUP BY 1 HAVING sum(c.reltuples) >= 10000 ORDER BY sum(pg_total_relation_size(c.oid)) DESC`,
  );
  console.log(`\n${line(['table', 'rows', 'MiB', 'table bytes', 'index bytes'])}`);
  for (const { name, rows: count, heap, indexes } of rows) {
    const mebibytes = ((heap + indexes) / 1_048_576).toFixed(0);
    console.log(line([name, String(count), mebibytes, (heap / count).toFixed(0), (indexes / count).toFixed(0)]));
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
