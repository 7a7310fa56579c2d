import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@libs/foundation';

/**
 * Compares ways to run one tenant-scoped SELECT behind row-level security, interleaved, on the same rows: CPU of this
 * process and of the server for each statement. The floor has no wall at all. See docs/decisions/0002.
 */
const ROWS = 100_000;
const ROUNDS = 5;
const STATEMENTS = 8_000;
const CLIENTS = 10;
const TENANT = '01980000-0000-7000-8000-000000000001';

const SELECT = 'SELECT id, name FROM members WHERE tenant_id = $1 AND id = $2';
const named = (name: string, text: string, values: unknown[]) => ({ name, text, values });

type Way = (client: pg.Client, id: number) => Promise<unknown>;

const WAYS: Readonly<Record<string, Way>> = {
  'floor, no row-level security': (client, id) =>
    client.query(named('f', SELECT.replace('members', 'open_members'), [TENANT, id])),
  'four round trips': async (client, id) => {
    await client.query('BEGIN READ ONLY');
    await client.query(named('s', "SELECT set_config('app.tenant_id', $1, true)", [TENANT]));
    await client.query(named('q', SELECT, [TENANT, id]));
    await client.query('COMMIT');
  },
  'pipelined in one round trip': (client, id) =>
    Promise.all([
      client.query('BEGIN READ ONLY'),
      client.query(named('s', "SELECT set_config('app.tenant_id', $1, true)", [TENANT])),
      client.query(named('q', SELECT, [TENANT, id])),
      client.query('COMMIT'),
    ]),
  'function in plpgsql': (client, id) => client.query(named('p', 'SELECT * FROM read_member($1, $2)', [TENANT, id])),
};

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'appkernel-bench-'));
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres') });
  try {
    await prepare(postgres.ownerUrl);
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        const client = new pg.Client({ connectionString: postgres.applicationUrl, pipeline: true });
        await client.connect();
        return client;
      }),
    );
    const results = new Map<string, { client: number[]; server: number[]; perSecond: number[] }>();
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, way] of Object.entries(WAYS)) {
        const result = await measure(clients, way);
        if (round === 0) continue;
        const all = results.get(name) ?? { client: [], server: [], perSecond: [] };
        all.client.push(result.clientMicros);
        all.server.push(result.serverMicros);
        all.perSecond.push(result.perSecond);
        results.set(name, all);
      }
    }
    report(results);
    await Promise.all(clients.map((client) => client.end()));
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function prepare(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(`
    CREATE TABLE members (tenant_id uuid, id integer, name text, PRIMARY KEY (tenant_id, id));
    INSERT INTO members SELECT '${TENANT}', n, 'member ' || n FROM generate_series(1, ${ROWS}) n;
    CREATE TABLE open_members (LIKE members INCLUDING ALL);
    INSERT INTO open_members SELECT * FROM members;
    ALTER TABLE members ENABLE ROW LEVEL SECURITY;
    CREATE POLICY wall ON members USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
      OR current_setting('app.system', true) = 'on');
    CREATE FUNCTION read_member(tenant uuid, member integer) RETURNS TABLE (id integer, name text) LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('app.tenant_id', tenant::text, true);
      RETURN QUERY SELECT m.id, m.name FROM members m WHERE m.tenant_id = tenant AND m.id = member;
    END $$;
    GRANT SELECT ON members, open_members TO appkernel_app;
  `);
  await owner.query('VACUUM ANALYZE members');
  await owner.query('VACUUM ANALYZE open_members');
  await owner.end();
}

async function measure(clients: readonly pg.Client[], way: Way) {
  const pids = await Promise.all(
    clients.map((client) => client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')),
  );
  const backends = pids.flatMap(({ rows }) => rows.map(({ pid }) => pid));
  const serverBefore = await cpuOf(backends);
  const before = process.cpuUsage();
  const begun = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let n = 0; n < STATEMENTS / CLIENTS; n++) await way(client, 1 + Math.floor(Math.random() * ROWS));
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const { user, system } = process.cpuUsage(before);
  return {
    clientMicros: (user + system) / STATEMENTS,
    serverMicros: ((await cpuOf(backends)) - serverBefore) / STATEMENTS,
    perSecond: STATEMENTS / seconds,
  };
}

/** Microseconds of CPU that processes have used; Linux only. */
async function cpuOf(pids: readonly number[]): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8')));
  const ticks = stats
    .map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
    .map((f) => Number(f[11]) + Number(f[12]));
  return ticks.reduce((sum, value) => sum + value, 0) * 10_000;
}

function report(results: ReadonlyMap<string, { client: number[]; server: number[]; perSecond: number[] }>): void {
  const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  for (const [name, { client, server, perSecond }] of results) {
    process.stdout.write(
      `${name.padEnd(32)} client ${median(client).toFixed(0).padStart(4)} us  server ${median(server).toFixed(0).padStart(4)} us  ` +
        `${median(perSecond).toFixed(0).padStart(6)}/s\n`,
    );
  }
}

void main();
