import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { aMessage, publishMessages } from '../test/support/messages';
import { startSmtpSink } from '../test/support/smtp-sink';
import { Arena } from './arena';
import type { LoadResult } from './load/script';
import { ratios } from './measure/statistics';
import { readOptions } from './options';
import { me } from './suites/members';
import type { Stage } from './suites/suite';

/**
 * What it takes to write a publication into the inboxes of all members: how many recipients a second the built api with
 * its worker writes, against a bare INSERT … SELECT of the same rows into a table with the same index, in turn; how long
 * members wait for `GET me` meanwhile, and how long until a code is mailed.
 */
const BARE = 'bench_bare_items';
/** Of those who ask for their profile meanwhile. */
const CONNECTIONS = 4;
const REST_SECONDS = 5;
const LOOK_EVERY_MS = 20;

interface Written {
  readonly recipients: number;
  readonly seconds: number;
}

const rate = ({ recipients, seconds }: Written) => recipients / seconds;

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const arena = await Arena.open(options);
  const smtp = await startSmtpSink();
  try {
    const database = await arena.database(options.members);
    const api = await arena.api(database, { environment: { RUN_WORKER: 'true', SMTP_URL: smtp.url } });
    const { stage } = await arena.stage(options.members, database, api);
    const { client } = stage;
    await prepare(client);

    const ours: Written[] = [];
    const bare: Written[] = [];
    for (let round = 0; round < options.rounds; round++) {
      ours.push(await fanOut(stage));
      bare.push(await insertBare(client));
      console.log(`round ${round + 1}: ${rate(ours.at(-1)!).toFixed(0)}/s, bare ${rate(bare.at(-1)!).toFixed(0)}/s`);
    }
    const { median, min, max } = ratios(ours.map(rate), bare.map(rate));
    console.log(
      `of the bare INSERT … SELECT: ${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)}); at least 0.60`,
    );
    await reportBytes(client);

    const generator = arena.generator(0);
    await generator.prepare(me, api.url, await me.script(stage, 'api'), { ...options, connections: CONNECTIONS });
    const rest = await generator.run({ seconds: REST_SECONDS, requests: Infinity });
    const during: LoadResult[] = [];
    const codes: number[] = [];
    let isOver = false;
    const load = async () => {
      while (!isOver) during.push(await generator.run({ seconds: 1, requests: Infinity }));
    };
    const mails = async () => {
      while (!isOver) codes.push(await codeMailed(stage, api.url, () => smtp.mails.length));
    };
    const written = fanOut(stage).finally(() => (isOver = true));
    await Promise.all([written, load(), mails()]);
    const worst = Math.max(...during.map(({ p99 }) => p99));
    console.log(
      `GET me, p99: ${rest.p99} µs at rest, ${worst} µs in the worst second meanwhile: ${(worst / rest.p99).toFixed(2)}; at most 2`,
    );
    console.log(`under that load: ${rate(await written).toFixed(0)}/s`);
    console.log(`a code was mailed within ${Math.max(...codes).toFixed(0)} ms, ${codes.length} times; at most 2000`);
  } finally {
    await smtp.close();
    await arena.close();
  }
}

async function prepare(client: pg.Client): Promise<void> {
  await client.query(`DROP TABLE IF EXISTS ${BARE}`);
  await client.query(`CREATE TABLE ${BARE} (LIKE notification_inbox_items INCLUDING INDEXES)`);
}

/** By the clock of the database, from the beginning of the handler on. */
async function fanOut({ client, population }: Stage): Promise<Written> {
  const message = aMessage();
  await publishMessages((text, values) => client.query(text, values), population, message);
  for (;;) {
    const { rows } = await client.query<Written>(
      `SELECT f.recipients,
              extract(epoch FROM f.finished_at - (SELECT min(begun_at) FROM outbox_messages
                                                   WHERE data ->> 'message_id' = f.message_id::text))::float8 AS seconds
         FROM notification_fan_outs f WHERE f.message_id = $1 AND f.finished_at IS NOT NULL`,
      [message.id],
    );
    if (rows[0]) {
      await client.query('DELETE FROM notification_inbox_items WHERE id = $1', [message.publicationId]);
      await client.query('VACUUM notification_inbox_items');
      await client.query('CHECKPOINT');
      return rows[0];
    }
    await delay(LOOK_EVERY_MS);
  }
}

async function insertBare(client: pg.Client): Promise<Written> {
  await client.query(`TRUNCATE ${BARE}`);
  const begun = performance.now();
  const { rowCount } = await client.query(
    `INSERT INTO ${BARE} (tenant_id, app_id, user_id, id)
     SELECT m.tenant_id, m.app_id, m.user_id, '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901'
       FROM app_memberships m JOIN apps a ON a.id = m.app_id AND a.is_default WHERE m.status = 'active' ORDER BY m.user_id`,
  );
  return { recipients: rowCount ?? 0, seconds: (performance.now() - begun) / 1_000 };
}

async function reportBytes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ heap: number; index: number }>(
    `SELECT pg_table_size('${BARE}')::float8 / count(*) AS heap, pg_indexes_size('${BARE}')::float8 / count(*) AS index FROM ${BARE}`,
  );
  const [size] = rows;
  console.log(`bytes a recipient: ${size?.heap.toFixed(0)} in the table, ${size?.index.toFixed(0)} in its index`);
}

/** @returns milliseconds from the request to the mail. */
async function codeMailed({ population }: Stage, url: string, mails: () => number): Promise<number> {
  const before = mails();
  const begun = performance.now();
  const answer = await fetch(`${url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'X-AppID': population.appId, 'Content-Type': 'application/json', 'X-Forwarded-For': anAddress() },
    body: JSON.stringify({ email: `bench-${crypto.randomUUID()}@example.com`, password: 'correct horse battery' }),
  });
  if (answer.status !== 202) throw new Error(`A registration was answered ${answer.status}: ${await answer.text()}`);
  while (mails() === before) await delay(LOOK_EVERY_MS);
  return performance.now() - begun;
}

/** Limits of one address are not to be reached. */
function anAddress(): string {
  return ['203.0', Math.floor(Math.random() * 256), Math.floor(Math.random() * 256)].join('.');
}

void main();
