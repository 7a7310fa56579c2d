import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import supertest from 'supertest';
import { eventually, PASSWORD } from '../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../support/database';
import { leasesEnd } from '../support/outbox';
import { isLong } from '../support/rounds';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink';
import { startTestWorker } from '../support/worker';

/** Each takes the start of a server, which dies with mails under way, just committed, and not to be committed. */
const ROUNDS = isLong ? 20 : 1;
/** How many register to each of these ends. */
const AT_ONCE = 2;

describe('a registration whose server is killed', () => {
  let urls: TestDatabaseUrls;
  let sink: SmtpSink;
  let appId: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    urls = await copyTemplate();
    sink = await startSmtpSink();
    const [app] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM apps');
    appId = app!.id;
    environment = {
      NODE_ENV: 'test',
      DATABASE_URL: urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'appkernel-crash-')),
      SMTP_URL: sink.url,
      PASSWORD_BCRYPT_COST: '4',
    };
  });
  afterAll(async () => {
    await sink.close();
    await urls.drop();
  });

  const register = (server: ServerProcess, email: string) =>
    supertest(server.url).post('/api/v1/auth/register').set('X-AppID', appId).send({ email, password: PASSWORD });

  it('has its code mailed at least once when it was committed, and never when it was rolled back', async () => {
    const recipients = () => new Set(sink.mails.flatMap(({ to }) => to ?? []).map(({ address }) => address));
    const someone = (what: string) => Array.from({ length: AT_ONCE }, () => `${what}-${randomUUID()}@example.com`);
    const committed: string[] = [];
    const undone: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServerProcess(environment);
      const underWay = someone('committed');
      const held = new Set<string>();
      sink.hangs = (address) => underWay.includes(address) && held.add(address).size > 0;
      await Promise.all(underWay.map((email) => register(server, email).expect(202)));
      await eventually(() => Promise.resolve(held.size === underWay.length));
      const justRegistered = someone('committed');
      await Promise.all(justRegistered.map((email) => register(server, email).expect(202)));
      const blockedEmails = someone('undone');
      // Another session holds the table of requests: these registrations cannot commit while the server lives.
      const locker = new pg.Client({ connectionString: urls.superuserUrl });
      await locker.connect();
      await locker.query('BEGIN; LOCK TABLE otp_requests IN ACCESS EXCLUSIVE MODE');
      const blocked = blockedEmails.map((email) =>
        register(server, email).then(
          () => 'answered',
          () => 'hung up',
        ),
      );
      await eventually(async () => (await waitingForLock(locker)) >= AT_ONCE);
      await server.kill('SIGKILL');
      expect(new Set(await Promise.all(blocked))).toEqual(new Set(['hung up']));
      await locker.end();
      expect(underWay.filter((email) => recipients().has(email))).toEqual([]);
      committed.push(...underWay, ...justRegistered);
      undone.push(...blockedEmails);
    }
    sink.hangs = () => false;
    await leasesEnd(urls);
    const worker = await startTestWorker(urls, environment);
    await eventually(() => Promise.resolve(committed.every((email) => recipients().has(email))));
    await eventually(async () => {
      const [due] = await queryAs<{ due: number }>(
        urls.superuserUrl,
        'SELECT count(*)::int AS due FROM outbox_messages WHERE completed_at IS NULL AND dead_at IS NULL',
      );
      return due?.due === 0;
    });
    expect(undone.filter((email) => recipients().has(email))).toEqual([]);
    await worker.close();
  }, 240_000);
});

async function waitingForLock(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `SELECT DISTINCT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
      WHERE NOT l.granted AND l.relation = 'otp_requests'::regclass`,
  );
  return rows.length;
}
