import supertest from 'supertest';
import { aDeviceKey, eventually } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { startServerProcess, type ServerProcess } from '../support/server-process';

/** Anything with the length and alphabet of a captcha_token. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/;

describe('The log of a server that gives out challenges, at its most talkative,', () => {
  let urls: TestDatabaseUrls;
  let server: ServerProcess;
  let appId: string;

  beforeAll(async () => {
    urls = await copyTemplate();
    server = await startServerProcess({
      NODE_ENV: 'development',
      DATABASE_URL: urls.applicationUrl,
      DATA_DIR: testPostgres().directory,
      RUN_MIGRATIONS: 'false',
      PASSWORD_BCRYPT_COST: '4',
      LOG_LEVEL: 'trace',
    });
    const [app] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM apps WHERE is_default');
    appId = app?.id ?? '';
  });
  afterAll(async () => {
    await server.kill('SIGTERM');
    await urls.drop();
  });

  const ask = (requestId: string, deviceKey: string, mobile = '+8613912345678') =>
    supertest(server.url)
      .post('/api/v1/auth/sms-captcha')
      .set({ 'X-AppID': appId, 'X-AK-Device-Key': deviceKey, 'X-Request-ID': requestId })
      .send({ scene: 'login', mobile });
  const logged = (requestId: string) =>
    eventually(() => Promise.resolve(server.log.some((line) => line.includes(`"request_id":"${requestId}"`))));

  it('holds neither token, picture, answer, number nor installation, be it for a success or a failure', async () => {
    const deviceKey = aDeviceKey();
    const { body } = await ask('captcha-1', deviceKey).expect(200);
    await supertest(server.url)
      .get(`/internal/v1/dev/captchas/${body.data.captcha_id as string}`)
      .expect(200);
    await ask('captcha-2', deviceKey, 'token of nobody').expect(422);
    await queryAs(urls.superuserUrl, 'ALTER TABLE captcha_challenges RENAME TO captcha_gone');
    await ask('captcha-3', deviceKey).expect(503);
    for (const id of ['captcha-1', 'captcha-2', 'captcha-3']) await logged(id);
    const failure = server.log.find((line) => line.includes('"error_code":"IAM.CAPTCHA.UNAVAILABLE"'));
    expect(failure).toContain('captcha_challenges');

    const log = server.log.join('\n');
    const secrets = [body.data.captcha_token, deviceKey, '13912345678', 'token of nobody', 'data:image', 'targets'];
    for (const secret of secrets as string[]) expect(log).not.toContain(secret);
    expect(body.data.captcha_token).toMatch(TOKEN);
    expect(log).not.toMatch(TOKEN);
  });
});
