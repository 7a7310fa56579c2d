import supertest from 'supertest';
import { newId } from '@libs/kernel';
import { aMobile } from '../mobile/support/captcha';
import { aDeviceKey, eventually } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { startSmsGateway, type SmsGateway } from '../support/sms-gateway';

/** Anything with the length and alphabet of a captcha_token. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/;

describe('The log of a server that gives out challenges and sends codes by SMS, at its most talkative,', () => {
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

  it('holds neither token, picture, answer, number nor installation, be it for a success or a failure', async () => {
    const deviceKey = aDeviceKey();
    const ask = (requestId: string, mobile = '+8613912345678') =>
      post('sms-captcha', deviceKey, { scene: 'login', mobile }).set('X-Request-ID', requestId);
    const { body } = await ask('captcha-1').expect(200);
    await supertest(server.url)
      .get(`/internal/v1/dev/captchas/${body.data.captcha_id as string}`)
      .expect(200);
    await ask('captcha-2', 'token of nobody').expect(422);
    await queryAs(urls.superuserUrl, 'ALTER TABLE captcha_challenges RENAME TO captcha_gone');
    await ask('captcha-3').expect(503);
    await queryAs(urls.superuserUrl, 'ALTER TABLE captcha_gone RENAME TO captcha_challenges');
    for (const id of ['captcha-1', 'captcha-2', 'captcha-3']) await logged(`"request_id":"${id}"`);
    const failure = server.log.find((line) => line.includes('"error_code":"IAM.CAPTCHA.UNAVAILABLE"'));
    expect(failure).toContain('captcha_challenges');

    const log = server.log.join('\n');
    const secrets = [body.data.captcha_token, deviceKey, '13912345678', 'token of nobody', 'data:image', 'targets'];
    for (const secret of secrets as string[]) expect(log).not.toContain(secret);
    expect(body.data.captcha_token).toMatch(TOKEN);
    expect(log).not.toMatch(TOKEN);
  });

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
    await queryAs(urls.superuserUrl, 'ALTER TABLE otp_gone RENAME TO otp_limits');

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
