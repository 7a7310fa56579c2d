import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Secrets } from '@libs/foundation';
import { newId } from '@libs/kernel';
import pg from 'pg';
import { Arena } from './arena';
import { KEY_ID, loadKeys } from './data/keys';
import { readOptions } from './options';

/** As many as one tenant may have, so that the last one has neighbours of its own that hang. */
const OF_A_TENANT = 50;
const HANGING = 500;
const SECONDS = 90;
const EVENT_EVERY_MS = 500;
/** To the tenants of the others, all of whose endpoints hang. */
const OTHERS_EVERY = 8;

/**
 * How long after something has happened a good endpoint is told of it, beside hundreds that accept connections and never
 * answer: the built api with its worker, on one machine with the endpoints.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const arena = await Arena.open(options);
  const delays: number[] = [];
  const good = createServer((request, response) => {
    void text(request).then((body) => {
      const { occurred_at } = JSON.parse(body) as { occurred_at: string };
      delays.push(Date.now() - Date.parse(occurred_at));
      response.writeHead(204).end();
    });
  });
  let held = 0;
  const hanging = createTcpServer((socket) => {
    held += 1;
    socket.on('error', () => undefined).on('close', () => (held -= 1));
    socket.resume();
  });
  try {
    const [goodPort, hangingPort] = [await listen(good), await listen(hanging)];
    const database = await arena.database(options.members);
    const client = new pg.Client({ connectionString: arena.postgres.urlOf('superuser', database) });
    await client.connect();
    // The server ends before its clients where something fails.
    client.on('error', () => undefined);
    const secrets = new Secrets([{ id: KEY_ID, bytes: Buffer.from(loadKeys(options.directory).secret, 'base64') }]);
    await clear(client);
    const tenants = await makeTenants(client, Math.ceil(HANGING / OF_A_TENANT));
    for (let count = 0; count < HANGING; count++) {
      const url = `http://127.0.0.1:${hangingPort}/${count}`;
      await addEndpoint(client, secrets, tenants[Math.floor(count / OF_A_TENANT)] as string, url);
    }
    // The good one is among those of a tenant.
    const mixed = tenants[0] as string;
    await addEndpoint(client, secrets, mixed, `http://127.0.0.1:${goodPort}/`);
    await arena.api(database, {
      environment: { NODE_ENV: 'development', RUN_WORKER: 'true', WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' },
    });
    const cpuBefore = process.cpuUsage();
    let happened = 0;
    let most = 0;
    for (const end = performance.now() + SECONDS * 1_000; performance.now() < end; happened++) {
      const affected = happened % OTHERS_EVERY === 0 ? tenants : [mixed];
      for (const tenant of affected) await happen(client, tenant);
      most = Math.max(most, held);
      await delay(EVENT_EVERY_MS);
    }
    for (let waited = 0; delays.length < happened && waited < 600; waited++) await delay(100);
    const sorted = delays.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)];
    const { user, system } = process.cpuUsage(cpuBefore);
    console.log(`${HANGING} endpoints that hang, ${SECONDS} s: ${delays.length} of ${happened} told`);
    console.log(`p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms; p95 at most 2000`);
    console.log(
      `${most} connections at once that hang; the bench itself took ${Math.round((user + system) / 1_000)} ms`,
    );
    await client.end();
  } finally {
    await arena.close();
    good.closeAllConnections();
    good.close();
    hanging.close();
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function clear(client: pg.Client): Promise<void> {
  for (const table of ['webhook_deliveries', 'webhook_events', 'webhook_endpoint_secrets', 'webhook_endpoints']) {
    await client.query(`DELETE FROM ${table}`);
  }
  await client.query('DELETE FROM outbox_messages');
  await client.query('DELETE FROM outbox_slow_lanes');
}

/** Kept from one run to the next. */
async function makeTenants(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO tenants (id, code, name, status, is_platform)
     SELECT gen_random_uuid(), 'hooks-' || n, 'Hooks', 'active', false FROM generate_series(1, $1::integer) AS n
         ON CONFLICT (code) DO UPDATE SET name = excluded.name RETURNING id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

async function addEndpoint(client: pg.Client, secrets: Secrets, tenantId: string, url: string): Promise<void> {
  const [id, secretId] = [newId(), newId()];
  await client.query(
    `INSERT INTO webhook_endpoints (tenant_id, id, url, event_types, enabled, created_by, lock_version)
     VALUES ($1, $2, $3, '{*}', true, $4, 1)`,
    [tenantId, id, url, newId()],
  );
  const plain = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const sealed = secrets.seal('webhook-secret', plain, Buffer.from(`${tenantId}.${id}.${secretId}`));
  await client.query(
    `INSERT INTO webhook_endpoint_secrets (tenant_id, endpoint_id, id, sealed_secret, created_at)
     VALUES ($1, $2, $3, $4, now())`,
    [tenantId, id, secretId, sealed],
  );
}

/** Something of which all endpoints of the tenant are told. */
async function happen(client: pg.Client, tenantId: string): Promise<void> {
  const id = newId();
  await client.query(
    `INSERT INTO outbox_messages (tenant_id, id, app_id, type, data, lane)
     VALUES ($1, $2, $3, 'app.updated', '{"changed_fields": ["name"]}', 'default')`,
    [tenantId, id, newId()],
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
