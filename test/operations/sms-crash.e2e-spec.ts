import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { newId } from '@libs/kernel';
import { aMobile } from '../mobile/support/captcha';
import { aDeviceKey, eventually } from '../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../support/database';
import { leasesEnd } from '../support/outbox';
import { isLong } from '../support/rounds';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { startSmsGateway, type SmsGateway } from '../support/sms-gateway';
import { startTestWorker } from '../support/worker';

/** Each takes the start of a server, which dies with messages under way, and with others that were only just asked for. */
const ROUNDS = isLong ? 20 : 1;
/** The code of the first is made with the request, that of the other by a worker that looks up the account first. */
const SCENES = ['registration', 'login'] as const;

describe('a request for a code by SMS whose server is killed', () => {
  let urls: TestDatabaseUrls;
  let gateway: SmsGateway;
  let app: { id: string; tenant_id: string };
  let environment: Record<string, string>;

  beforeAll(async () => {
    urls = await copyTemplate();
    gateway = await startSmsGateway();
    [app = { id: '', tenant_id: '' }] = await queryAs<typeof app>(urls.superuserUrl, 'SELECT id, tenant_id FROM apps');
    environment = {
      NODE_ENV: 'development',
      DATABASE_URL: urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'appkernel-sms-crash-')),
      PASSWORD_BCRYPT_COST: '4',
      ...gateway.environment,
    };
  });
  afterAll(async () => {
    await gateway.close();
    await urls.drop();
  });

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

  it('has the code sent at least once by the next one, with the same key to recognise a repeat', async () => {
    const isSent = (mobile: string) => gateway.accepted.some(({ to }) => to === mobile);
    const asked: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServerProcess(environment);
      const [underWay, justAsked] = [await ready(server), await ready(server)];
      gateway.hangs = true;
      const held = gateway.held + underWay.mobiles.length;
      await underWay.ask();
      await eventually(() => Promise.resolve(gateway.held >= held));
      gateway.hangs = false;
      await justAsked.ask();
      await server.kill('SIGKILL');
      expect(underWay.mobiles.filter(isSent)).toEqual([]);
      asked.push(...underWay.mobiles, ...justAsked.mobiles);
    }
    await leasesEnd(urls);
    const worker = await startTestWorker(urls, environment);
    await eventually(() => Promise.resolve(asked.every(isSent)));
    for (const mobile of asked) {
      const sent = gateway.accepted.filter(({ to }) => to === mobile);
      expect(new Set(sent.map(({ idempotency_key: key, params }) => `${key} ${params.code}`)).size).toBe(1);
    }
    expect(gateway.forged).toEqual([]);
    await worker.close();
  }, 240_000);
});
