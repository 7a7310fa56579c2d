import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import supertest from 'supertest';
import { newId } from '@libs/kernel';
import { aMobile } from '../mobile/support/captcha';
import { aDeviceKey, eventually, PASSWORD } from '../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../support/database';
import { leasesEnd } from '../support/outbox';
import { isLong } from '../support/rounds';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { startSmsGateway, type SmsGateway } from '../support/sms-gateway';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink';
import { startTestWorker, type TestWorker } from '../support/worker';

/** Each takes the start of a server, which dies with codes under way, just asked for, and not to be committed. */
const ROUNDS = isLong ? 20 : 1;
/** How many register by mail to each of these ends. */
const AT_ONCE = 2;
/** The code of the first is made with the request, that of the other by a worker that looks up the account first. */
const SCENES = ['registration', 'login'] as const;

describe('A code whose server is killed', () => {
  let urls: TestDatabaseUrls;
  let sink: SmtpSink;
  let gateway: SmsGateway;
  let app: { id: string; tenant_id: string };
  let environment: Record<string, string>;
  let next: TestWorker;
  /** Whom codes were promised, by mail and by SMS, and whom nothing was. */
  const [mailed, texted, undone]: [string[], string[], string[]] = [[], [], []];

  beforeAll(async () => {
    urls = await copyTemplate();
    [sink, gateway] = await Promise.all([startSmtpSink(), startSmsGateway()]);
    [app = { id: '', tenant_id: '' }] = await queryAs<typeof app>(urls.superuserUrl, 'SELECT id, tenant_id FROM apps');
    environment = {
      // Where the answer of a captcha is told.
      NODE_ENV: 'development',
      DATABASE_URL: urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'appkernel-crash-')),
      SMTP_URL: sink.url,
      PASSWORD_BCRYPT_COST: '4',
      ...gateway.environment,
    };
    for (let round = 0; round < ROUNDS; round++) await killAmidst(await startServerProcess(environment));
    sink.hangs = () => false;
    await leasesEnd(urls);
    next = await startTestWorker(urls, environment);
  }, 240_000);
  afterAll(async () => {
    await next.close();
    await Promise.all([sink.close(), gateway.close()]);
    await urls.drop();
  });

  const recipients = () => new Set(sink.mails.flatMap(({ to }) => to ?? []).map(({ address }) => address));
  const isSent = (mobile: string) => gateway.accepted.some(({ to }) => to === mobile);

  const killAmidst = async (server: ServerProcess) => {
    const [underWay, justRegistered, blockedEmails] = [someone('committed'), someone('committed'), someone('undone')];
    const [asking, justAsking] = [await ready(server), await ready(server)];
    const held = new Set<string>();
    sink.hangs = (address) => underWay.includes(address) && held.add(address).size > 0;
    gateway.hangs = true;
    const messages = gateway.held + asking.mobiles.length;
    await Promise.all([...underWay.map((email) => register(server, email).expect(202)), asking.ask()]);
    await eventually(() => Promise.resolve(held.size === underWay.length && gateway.held >= messages));
    gateway.hangs = false;
    await Promise.all([...justRegistered.map((email) => register(server, email).expect(202)), justAsking.ask()]);
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
    expect(asking.mobiles.filter(isSent)).toEqual([]);
    mailed.push(...underWay, ...justRegistered);
    texted.push(...asking.mobiles, ...justAsking.mobiles);
    undone.push(...blockedEmails);
  };

  const someone = (what: string) => Array.from({ length: AT_ONCE }, () => `${what}-${randomUUID()}@example.com`);
  const register = (server: ServerProcess, email: string) =>
    supertest(server.url).post('/api/v1/auth/register').set('X-AppID', app.id).send({ email, password: PASSWORD });

  /** An active member who has only the number. */
  const giveMember = async (mobile: string) => {
    const userId = newId();
    for (const [statement, ...values] of [
      [`INSERT INTO users (tenant_id, id, status) VALUES ($1, $2, 'active')`, app.tenant_id, userId],
      [
        `INSERT INTO login_identifiers (tenant_id, id, user_id, type, value, verified_at, is_primary)
         VALUES ($1, $2, $3, 'mobile', $4, now(), true)`,
        app.tenant_id,
        newId(),
        userId,
        mobile,
      ],
      [
        `INSERT INTO app_memberships (tenant_id, app_id, user_id, status) VALUES ($1, $2, $3, 'active')`,
        app.tenant_id,
        app.id,
        userId,
      ],
    ] as const) {
      await queryAs(urls.superuserUrl, statement, values);
    }
  };

  /** @returns what asks for the code, with a solved captcha. */
  const readyToAsk = async (server: ServerProcess, scene: 'registration' | 'login', mobile: string) => {
    const headers = { 'X-AppID': app.id, 'X-AK-Device-Key': aDeviceKey() };
    const post = (path: string, body: object) =>
      supertest(server.url).post(`/api/v1/auth/${path}`).set(headers).send(body);
    const { body } = await post('sms-captcha', { scene, mobile }).expect(200);
    const { captcha_id: id, captcha_token: token } = body.data as Record<string, string>;
    const told = await supertest(server.url).get(`/internal/v1/dev/captchas/${id}`).expect(200);
    const captcha = { id, token, response: told.body.data.response as object };
    const path = scene === 'login' ? 'mobile/send-code' : 'registration/send-code';
    return () => post(path, { mobile, captcha }).expect(202);
  };

  /** Numbers for which a code may be asked at once, one in each of the scenes. */
  const ready = async (server: ServerProcess) => {
    const mobiles = SCENES.map(() => aMobile());
    await giveMember(mobiles[1]!);
    const asks: (() => Promise<unknown>)[] = [];
    for (const [index, scene] of SCENES.entries()) asks.push(await readyToAsk(server, scene, mobiles[index]!));
    return { mobiles, ask: () => Promise.all(asks.map((ask) => ask())) };
  };

  it('is mailed by the next one, at least once when its registration was committed, and never when that was rolled back', async () => {
    await eventually(() => Promise.resolve(mailed.every((email) => recipients().has(email))));
    await eventually(async () => {
      const [due] = await queryAs<{ due: number }>(
        urls.superuserUrl,
        'SELECT count(*)::int AS due FROM outbox_messages WHERE completed_at IS NULL AND dead_at IS NULL',
      );
      return due?.due === 0;
    });
    expect(undone.filter((email) => recipients().has(email))).toEqual([]);
  }, 240_000);

  it('is sent by SMS at least once by the next one, with the same key to recognise a repeat', async () => {
    await eventually(() => Promise.resolve(texted.every(isSent)));
    for (const mobile of texted) {
      const sent = gateway.accepted.filter(({ to }) => to === mobile);
      expect(new Set(sent.map(({ idempotency_key: key, params }) => `${key} ${params.code}`)).size).toBe(1);
    }
    expect(gateway.forged).toEqual([]);
  }, 240_000);
});

async function waitingForLock(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `SELECT DISTINCT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
      WHERE NOT l.granted AND l.relation = 'otp_requests'::regclass`,
  );
  return rows.length;
}
