import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { aMessage, publishMessages } from '../test/support/messages';
import { startSmtpSink } from '../test/support/smtp-sink';
import { Arena } from './arena';
import { ratios } from './measure/statistics';
import { readOptions } from './options';
import { me } from './suites/members';
import type { Stage } from './suites/suite';

/** One who asks for the profile again and again: more would wait for each other, at rest as well. */
const CONNECTIONS = 1;
const LOOK_SECONDS = 5;
const BETWEEN_CODES_MS = 250;
const LOOK_EVERY_MS = 20;

interface Written {
  readonly recipients: number;
  readonly seconds: number;
}

const rate = ({ recipients, seconds }: Written) => recipients / seconds;

/**
 * What it takes to write a publication into the inboxes of all members: how many recipients a second the built api with
 * its worker writes, against one bare INSERT … SELECT of the same rows into the same table, in turn; how long a member
 * waits for `GET me` meanwhile, and how long until a code is mailed.
 */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  const arena = await Arena.open(options);
  const smtp = await startSmtpSink();
  try {
    const database = await arena.database(options.members);
    const api = await arena.api(database, { environment: { RUN_WORKER: 'true', SMTP_URL: smtp.url } });
    const { stage } = await arena.stage(options.members, database, api);
    const { client } = stage;
    const ours: Written[] = [];
    const bare: Written[] = [];
    for (let round = 0; round < options.rounds; round++) {
      ours.push(await fanOut(stage));
      bare.push(await insertBare(stage));
      console.log(`round ${round + 1}: ${rate(ours.at(-1)!).toFixed(0)}/s, bare ${rate(bare.at(-1)!).toFixed(0)}/s`);
    }
    const { median, min, max } = ratios(ours.map(rate), bare.map(rate));
    console.log(
      `of the bare INSERT … SELECT: ${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)}); at least 0.60`,
    );
    await reportBytes(client);

    const generator = arena.generator(0);
    await generator.prepare(me, api.url, await me.script(stage, 'api'), { ...options, connections: CONNECTIONS });
    const rest = await generator.run({ seconds: LOOK_SECONDS, requests: Infinity });
    const codes: number[] = [];
    let isOver = false;
    const mails = async () => {
      for (; !isOver; await delay(BETWEEN_CODES_MS)) {
        // Another one each time: nobody is mailed more than a few codes an hour, and runs may follow each other.
        const member = randomInt(1, options.members);
        codes.push(await codeMailed(stage, api.url, member, () => smtp.mails.length));
      }
    };
    const written = fanOut(stage).finally(() => (isOver = true));
    const [{ p50, p99 }] = await Promise.all([generator.run({ seconds: LOOK_SECONDS, requests: Infinity }), mails()]);
    const { seconds } = await written;
    console.log(`GET me, p50: ${rest.p50} µs at rest, ${p50} µs meanwhile`);
    console.log(`GET me, p99: ${rest.p99} µs at rest, ${p99} µs meanwhile: ${(p99 / rest.p99).toFixed(2)}; at most 2`);
    console.log(`under that load: ${rate(await written).toFixed(0)}/s for ${seconds.toFixed(1)} s`);
    console.log(`a code was mailed within ${Math.max(...codes).toFixed(0)} ms, ${codes.length} times; at most 2000`);
  } finally {
    await smtp.close();
    await arena.close();
  }
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
      await takeBack(client, message.publicationId);
      return rows[0];
    }
    await delay(LOOK_EVERY_MS);
  }
}

async function insertBare({ client }: Stage): Promise<Written> {
  const { publicationId } = aMessage();
  const begun = performance.now();
  const { rowCount } = await client.query(
    `INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id)
     SELECT m.tenant_id, m.app_id, m.user_id, $1
       FROM app_memberships m JOIN apps a ON a.id = m.app_id AND a.is_default WHERE m.status = 'active' ORDER BY m.user_id`,
    [publicationId],
  );
  const seconds = (performance.now() - begun) / 1_000;
  await takeBack(client, publicationId);
  return { recipients: rowCount ?? 0, seconds };
}

/** Each finds the table as the one before it did. */
async function takeBack(client: pg.Client, publicationId: string): Promise<void> {
  await client.query('DELETE FROM notification_inbox_items WHERE id = $1', [publicationId]);
  await client.query('VACUUM notification_inbox_items');
  await client.query('CHECKPOINT');
}

async function reportBytes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ heap: number; index: number }>(
    `SELECT sum(pg_table_size(inhrelid))::float8 / total.items AS heap, sum(pg_indexes_size(inhrelid))::float8 / total.items AS index
       FROM pg_inherits, (SELECT count(*) AS items FROM notification_inbox_items) total
      WHERE inhparent = 'notification_inbox_items'::regclass GROUP BY total.items`,
  );
  const [size] = rows;
  console.log(
    `bytes an item, with what was taken back: ${size?.heap.toFixed(0)} in the table, ${size?.index.toFixed(0)} in its index`,
  );
}

/** @returns milliseconds from the request to the mail. */
async function codeMailed({ population }: Stage, url: string, member: number, mails: () => number): Promise<number> {
  const before = mails();
  const begun = performance.now();
  const answer = await fetch(`${url}/api/v1/auth/password/forgot`, {
    method: 'POST',
    headers: { 'X-AppID': population.appId, 'Content-Type': 'application/json', 'X-Forwarded-For': anAddress() },
    body: JSON.stringify({ email: `member-${member}@example.com` }),
  });
  if (answer.status !== 202)
    throw new Error(`A request for a code was answered ${answer.status}: ${await answer.text()}`);
  while (mails() === before) await delay(LOOK_EVERY_MS);
  return performance.now() - begun;
}

/** Limits of one address are not to be reached. */
function anAddress(): string {
  return ['203.0', Math.floor(Math.random() * 256), Math.floor(Math.random() * 256)].join('.');
}

void main();
