import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Arena } from './arena';
import { readOptions } from './options';
import { mebibytes } from './reports/tables';
import { me } from './suites/members';
import { bearerHeader, type Stage } from './suites/suite';

const RECORDS = 10_000;
/** As from before records had a bound, some 350 KB each; the others take nearly 64 KiB. */
const OLD_RECORDS = 100;
const OLD_FIELDS = 980;
const EXPORTS = 100;
/** Then all clients leave, as they do in the middle of a long download. */
const EXPORT_SECONDS = 30;
const BETWEEN_MS = 30;
const LOOK_SECONDS = 5;
const HEAP_MIB = 512;
/** Far from those of the chain, of which exports know nothing. */
const FIRST_SEQ = 1_000_000_000;

/** What `test/support/event-loop-delay.cjs` writes: processor time of the thread that serves. */
interface Measured {
  readonly longestHoldMs: number;
  readonly usedMs: number;
  readonly peakBytes: number;
}

/**
 * What others notice of a hundred exports, at the same time, of a log of ten thousand large records, in a process with
 * a heap of 512 MiB: how long a member waits for `GET me`, how long the event loop is held, and what memory it takes.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const arena = await Arena.open(options);
  const file = join(options.directory, 'event-loop.json');
  try {
    const database = await arena.database(options.members);
    const api = await arena.api(database, {
      flags: [
        '--require',
        join(process.cwd(), 'test/support/event-loop-delay.cjs'),
        `--max-old-space-size=${HEAP_MIB}`,
      ],
      environment: { EVENT_LOOP_DELAY_FILE: file },
    });
    const { stage } = await arena.stage(options.members, database, api);
    await fill(stage);
    const measure = async (): Promise<Measured> => {
      rmSync(file, { force: true });
      api.signal('SIGUSR2');
      while (!existsSync(file)) await delay(20);
      return JSON.parse(readFileSync(file, 'utf8')) as Measured;
    };

    const generator = arena.generator(0);
    await generator.prepare(me, api.url, await me.script(stage, 'api'), { ...options, connections: 1 });
    await measure();
    const rest = await generator.run({ seconds: LOOK_SECONDS, requests: Infinity });
    const before = await measure();
    const exports = exportsOf(stage, api.url);
    const meanwhile = await generator.run({ seconds: LOOK_SECONDS, requests: Infinity });
    const outcomes = await exports;
    const { longestHoldMs, peakBytes } = await measure();

    const statuses = Map.groupBy(outcomes, ({ status }) => status);
    const bytes = outcomes.reduce((sum, outcome) => sum + outcome.bytes, 0);
    console.log(`${EXPORTS} exports: ${[...statuses].map(([status, all]) => `${all.length} × ${status}`).join(', ')}`);
    console.log(`${mebibytes(bytes)} in ${EXPORT_SECONDS} s`);
    console.log(`GET me, p50: ${rest.p50} µs at rest, ${meanwhile.p50} µs meanwhile`);
    console.log(`GET me, p99: ${rest.p99} µs at rest, ${meanwhile.p99} µs meanwhile`);
    console.log(`the event loop was held ${longestHoldMs.toFixed(1)} ms at most; at most 20`);
    console.log(`memory: ${mebibytes(before.peakBytes)} at rest, ${mebibytes(peakBytes)} meanwhile`);
  } finally {
    await arena.close();
  }
}

interface Outcome {
  /** 0 if the connection broke. */
  readonly status: number;
  readonly bytes: number;
}

function exportsOf(stage: Stage, url: string): Promise<Outcome[]> {
  const { tenantId, administrators } = stage.population;
  const end = AbortSignal.timeout(EXPORT_SECONDS * 1_000);
  const one = async (place: number): Promise<Outcome> => {
    const headers = bearerHeader(stage, { tenantId, appId: null, ...administrators[place % administrators.length]! });
    const format = place % 2 === 0 ? 'csv' : 'ndjson';
    const request = get(`${url}/admin-api/v1/audit/logs/export?format=${format}`, {
      agent: false,
      headers,
      signal: end,
    });
    let status = 0;
    let bytes = 0;
    try {
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      status = response.statusCode ?? 0;
      for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
    } catch {
      if (!end.aborted) status = 0;
    }
    return { status, bytes };
  };
  // Not in one packet: a hundred requests in one turn of the event loop hold it for as long as they take together.
  return Promise.all(
    Array.from({ length: EXPORTS }, async (_, place) => {
      await delay(place * BETWEEN_MS);
      return one(place);
    }),
  );
}

/** Once for all runs on this database. */
async function fill({ client, population: { tenantId } }: Stage): Promise<void> {
  const { rows } = await client.query('SELECT FROM audit_logs WHERE tenant_id = $1 AND seq >= $2 LIMIT 1', [
    tenantId,
    FIRST_SEQ,
  ]);
  if (rows.length > 0) return;
  console.log('… writing large records of the audit log');
  const prefix = 'config_'.repeat(42);
  await insert(client, tenantId, FIRST_SEQ, OLD_RECORDS, changes(OLD_FIELDS, prefix, 4));
  await insert(client, tenantId, FIRST_SEQ + OLD_RECORDS, RECORDS - OLD_RECORDS, changes(100, 'field_', 235));
  await client.query('ANALYZE audit_logs');
}

function changes(count: number, prefix: string, bytes: number): object[] {
  const value = () => randomBytes(bytes).toString('hex');
  return Array.from({ length: count }, (_, place) => ({ path: prefix + place, before: null, after: value() }));
}

async function insert(client: pg.Client, tenantId: string, seq: number, count: number, told: object[]): Promise<void> {
  await client.query(
    `INSERT INTO audit_logs (tenant_id, seq, id, occurred_at, actor_type, actor_display, action, method, route, changes,
                             request_id, outcome, prev_hash, hash)
     SELECT $1, n, gen_random_uuid(), now(), 'system', 'bench', 'apps.write', 'PATCH', '/admin-api/v1/apps/{app_id}', $4,
            'bench', 'success', sha256('bench'), sha256('bench')
       FROM generate_series($2::bigint, $2::bigint + $3::int - 1) n`,
    [tenantId, seq, count, JSON.stringify(told)],
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
