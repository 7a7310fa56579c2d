import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import supertest from 'supertest';
import { eventually, PASSWORD } from '../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../support/database';
import { rounds } from '../support/rounds';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink';

const ROUNDS = rounds(20);

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
    const committed: string[] = [];
    const undone: string[] = [];
    let unsentAtDeath = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServerProcess(environment);
      const email = `committed-${round}-${randomUUID()}@example.com`;
      const blockedEmail = `undone-${round}-${randomUUID()}@example.com`;
      // Another session holds the table of requests: this registration cannot commit while the server lives.
      const locker = new pg.Client({ connectionString: urls.superuserUrl });
      await locker.connect();
      if (round % 2 === 0) {
        await register(server, email).expect(202);
        await locker.query('BEGIN; LOCK TABLE otp_requests IN ACCESS EXCLUSIVE MODE');
        const blocked = register(server, blockedEmail).then(
          () => 'answered',
          () => 'hung up',
        );
        await eventually(() => waitsForLock(locker));
        await server.kill('SIGKILL');
        expect(await blocked).toBe('hung up');
        undone.push(blockedEmail);
      } else {
        await register(server, email).expect(202);
        await server.kill('SIGKILL');
      }
      committed.push(email);
      if (!recipients().has(email)) unsentAtDeath += 1;
      await locker.end();
    }
    expect(unsentAtDeath).toBeGreaterThan(ROUNDS / 4);
    const server = await startServerProcess(environment);
    await eventually(() => Promise.resolve(committed.every((email) => recipients().has(email))));
    await eventually(async () => {
      const [due] = await queryAs<{ due: number }>(
        urls.superuserUrl,
        'SELECT count(*)::int AS due FROM outbox_messages WHERE completed_at IS NULL AND dead_at IS NULL',
      );
      return due?.due === 0;
    });
    expect(undone.filter((email) => recipients().has(email))).toEqual([]);
    await server.kill('SIGTERM');
  }, 240_000);
});

async function waitsForLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
      WHERE NOT l.granted LIMIT 1`,
  );
  return rows.length > 0;
}
