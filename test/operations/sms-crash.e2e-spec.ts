import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { newId } from '@libs/kernel';
import { aMobile } from '../mobile/support/captcha';
import { aDeviceKey, eventually } from '../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../support/database';
import { leasesEnd } from '../support/outbox';
import { rounds } from '../support/rounds';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { startSmsGateway, type SmsGateway } from '../support/sms-gateway';

const ROUNDS = rounds(20);

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

  const askForCode = async (server: ServerProcess, scene: 'registration' | 'login', mobile: string) => {
    const headers = { 'X-AppID': app.id, 'X-AK-Device-Key': aDeviceKey() };
    const post = (path: string, body: object) =>
      supertest(server.url).post(`/api/v1/auth/${path}`).set(headers).send(body);
    const { body } = await post('sms-captcha', { scene, mobile }).expect(200);
    const { captcha_id: id, captcha_token: token } = body.data as Record<string, string>;
    const told = await supertest(server.url).get(`/internal/v1/dev/captchas/${id}`).expect(200);
    const captcha = { id, token, response: told.body.data.response as object };
    await post(scene === 'login' ? 'mobile/send-code' : 'registration/send-code', { mobile, captcha }).expect(202);
  };

  it('has the code sent at least once by the next one, with the same key to recognise a repeat', async () => {
    const isSent = (mobile: string) => gateway.accepted.some(({ to }) => to === mobile);
    const asked: string[] = [];
    let unsentAtDeath = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServerProcess(environment);
      const mobile = aMobile();
      // Half of the codes are made with the request, the others by a worker that looks up the account first.
      const scene = round % 2 === 0 ? 'registration' : 'login';
      if (scene === 'login') await giveMember(mobile);
      await askForCode(server, scene, mobile);
      await server.kill('SIGKILL');
      asked.push(mobile);
      if (!isSent(mobile)) unsentAtDeath += 1;
    }
    expect(unsentAtDeath).toBeGreaterThan(ROUNDS / 4);
    await leasesEnd(urls);
    const server = await startServerProcess(environment);
    await eventually(() => Promise.resolve(asked.every(isSent)));
    for (const mobile of asked) {
      const sent = gateway.accepted.filter(({ to }) => to === mobile);
      expect(new Set(sent.map(({ idempotency_key: key, params }) => `${key} ${params.code}`)).size).toBe(1);
    }
    expect(gateway.forged).toEqual([]);
    await server.kill('SIGTERM');
  }, 240_000);
});
