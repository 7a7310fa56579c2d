import supertest from 'supertest';
import { newId } from '@libs/kernel';
import { aMobile } from '../mobile/support/captcha';
import { aDeviceKey, eventually } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { startSmsGateway, type SmsGateway } from '../support/sms-gateway';

describe('The log of a server that sends codes by SMS, at its most talkative,', () => {
  let urls: TestDatabaseUrls;
  let gateway: SmsGateway;
  let server: ServerProcess;
  let appId: string;

  beforeAll(async () => {
    urls = await copyTemplate();
    gateway = await startSmsGateway();
    server = await startServerProcess({
      NODE_ENV: 'development',
      DATABASE_URL: urls.applicationUrl,
      DATA_DIR: testPostgres().directory,
      RUN_MIGRATIONS: 'false',
      PASSWORD_BCRYPT_COST: '4',
      LOG_LEVEL: 'trace',
      ...gateway.environment,
    });
    const [app] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM apps WHERE is_default');
    appId = app?.id ?? '';
  });
  afterAll(async () => {
    await server.kill('SIGTERM');
    await gateway.close();
    await urls.drop();
  });

  const post = (path: string, deviceKey: string, body: object) =>
    supertest(server.url)
      .post(`/api/v1/auth/${path}`)
      .set({ 'X-AppID': appId, 'X-AK-Device-Key': deviceKey })
      .send(body);
  const logged = (text: string) => eventually(() => Promise.resolve(server.log.find((line) => line.includes(text))));

  it('holds neither token, answer, number, installation nor code, and warns of the budget', async () => {
    await queryAs(
      urls.superuserUrl,
      `INSERT INTO settings (id, scope, key, value, value_type, is_public, is_secret, status)
       VALUES ($1, 'global', 'sms.daily_budget', '2', 'number', false, false, 'active')`,
      [newId()],
    );
    const [deviceKey, mobile] = [aDeviceKey(), aMobile()];
    const tokens: string[] = [];
    const aProof = async (scene = 'registration') => {
      const { body } = await post('sms-captcha', deviceKey, { scene, mobile }).expect(200);
      const { captcha_id: id, captcha_token: token = '' } = body.data as Record<string, string>;
      tokens.push(token);
      const told = await supertest(server.url).get(`/internal/v1/dev/captchas/${id}`).expect(200);
      return { id, token, response: told.body.data.response as object };
    };
    const request = { mobile, captcha: await aProof() };
    await post('registration/send-code', deviceKey, request).expect(202);
    await post('registration/send-code', deviceKey, request).expect(422);
    await post('registration/send-code', deviceKey, { ...request, captcha: 'proof of nobody' }).expect(422);
    const sent = await eventually(() => Promise.resolve(gateway.accepted.find(({ to }) => to === mobile)));
    const otp = sent.params.code;
    await post('register', deviceKey, { mobile, otp: otp === '000000' ? '000001' : '000000' }).expect(422);
    await post('register', deviceKey, { mobile, otp }).expect(202);
    await post('login/mobile', deviceKey, { mobile, otp }).expect(401);

    gateway.status = 400;
    await post('mobile/send-code', deviceKey, { mobile, captcha: await aProof('login') }).expect(202);
    await logged('an SMS was refused');
    const alert = JSON.parse(await logged('"daily_budget":2')) as object;
    expect(alert).toMatchObject({
      level: 'warn',
      app_id: appId,
      sent: 2,
      daily_budget: 2,
      msg: 'the SMS budget of the day runs out',
    });

    await queryAs(urls.superuserUrl, 'ALTER TABLE otp_limits RENAME TO otp_gone');
    await post('registration/send-code', deviceKey, { mobile, captcha: await aProof() }).expect(500);
    await logged('otp_limits');

    const log = server.log.join('\n');
    expect(log).toContain('/api/v1/auth/registration/send-code');
    for (const secret of [
      ...tokens,
      deviceKey,
      mobile,
      mobile.slice(3),
      'proof of nobody',
      'a secret of the gateway',
    ]) {
      expect(log).not.toContain(secret);
    }
    expect(log).not.toMatch(new RegExp(`(?<!\\d)${otp}(?!\\d)`));
  });
});
