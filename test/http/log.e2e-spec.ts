import supertest from 'supertest';
import { newId } from '@libs/kernel';
import { aMobile } from '../mobile/support/captcha';
import { aDeviceKey, anEmail, answeredInTime, eventually, PASSWORD } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { startSmsGateway, type SmsGateway } from '../support/sms-gateway';
import { BOOTSTRAP } from '../admin/support/admin';
import { exchange } from './support/wire';

type Line = Record<string, unknown>;

/** Anything with the length and alphabet of a captcha_token. */
const TOKEN = /(?<![\w-])[\w-]{43}(?![\w-])/;

describe('The log of a server in development, at its most talkative,', () => {
  let urls: TestDatabaseUrls;
  let gateway: SmsGateway;
  let server: ServerProcess;
  let http: ReturnType<typeof supertest>;
  let app: { id: string; tenant_id: string };

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
    http = supertest(server.url);
    const [found] = await queryAs<{ id: string; tenant_id: string }>(
      urls.superuserUrl,
      'SELECT id, tenant_id FROM apps WHERE is_default',
    );
    if (!found) throw new Error('There is no default App');
    app = found;
  });

  afterAll(async () => {
    await server.kill('SIGTERM');
    await gateway.close();
    await urls.drop();
  });

  const lines = (): Line[] => server.log.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line);

  /** The lines of the request with this id, once there are any. */
  const linesOf = (id: string) =>
    eventually(() => {
      const found = lines().filter((line) => line['request_id'] === id);
      return Promise.resolve(found.length > 0 && found);
    });

  const named = (id: string) => ({ 'X-Request-ID': id, 'X-AppID': app.id });

  it('is one line of JSON a request: request id, tenant, App, user, route, status and milliseconds', async () => {
    await http.get('/api/v1/public/pages/nothing?q=1').set(named('a-page')).expect(404);
    const found = await linesOf('a-page');
    expect(found).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        msg: 'request',
        request_id: 'a-page',
        method: 'GET',
        route: '/api/v1/public/pages/:slug',
        status: 404,
        error_code: 'RESOURCE.NOT_FOUND',
        ms: expect.any(Number),
        tenant_id: app.tenant_id,
        app_id: app.id,
        ip: '127.0.0.1',
      },
    ]);
  });

  it('has that one line, too, for an App that has published no release', async () => {
    await http.get('/api/v1/public/app-version?platform=android').set(named('no-policy')).expect(503);
    expect(await linesOf('no-policy')).toEqual([
      expect.objectContaining({ level: 'info', status: 503, error_code: 'RELEASES.POLICY.UNAVAILABLE' }),
    ]);
  });

  it('has a line for requests that reach no route, and for those that are not HTTP', async () => {
    await http.get('/nowhere').set(named('no-route')).expect(404);
    expect(await linesOf('no-route')).toEqual([expect.objectContaining({ route: null, status: 404 })]);
    await http.post('/api/v1/auth/register').set(named('broken')).type('json').send('{').expect(400);
    expect(await linesOf('broken')).toEqual([expect.objectContaining({ status: 400 })]);
    const { headers } = await exchange(server.url, 'noise\r\n\r\n');
    expect(await linesOf(headers['x-request-id'] ?? '')).toEqual([
      expect.objectContaining({ status: 400, route: null }),
    ]);
  });

  it('cannot be made to contain injected lines', async () => {
    await http.get('/a%0A%7B%22level%22:%22fatal%22%7D').set(named('line-break')).expect(404);
    await linesOf('line-break');
    expect(lines().some(({ level }) => level === 'fatal')).toBe(false);
  });

  it('names the user, and holds no token, code, password, address or query', async () => {
    const email = anEmail();
    const password = `${PASSWORD} of mine`;
    const device = { 'X-AK-Device-Key': aDeviceKey() };
    await http.post('/api/v1/auth/register').set(named('r-1')).send({ email, password }).expect(202);
    const code = await eventually(async () => {
      const [mail] = await queryAs<{ code: string }>(
        urls.superuserUrl,
        'SELECT code FROM development_messages WHERE recipient = $1',
        [email],
      );
      return mail?.code;
    });
    await http.post('/api/v1/auth/registration/verify-email').set(named('r-2')).send({ email, otp: code }).expect(200);
    const login = await http
      .post('/api/v1/auth/login/password?token=in-the-query')
      .set({ ...named('r-3'), ...device })
      .send({ email, password })
      .expect(200);
    const { access_token: token, refresh_token: refreshToken } = login.body.data as Record<string, string>;
    const bearer = { Authorization: `Bearer ${token}` };
    await http
      .get('/api/v1/auth/context')
      .set({ ...named('r-4'), ...bearer })
      .expect(200);
    await http.post('/api/v1/auth/token/refresh').set(named('r-5')).send({ refresh_token: refreshToken }).expect(200);
    const wrong = { email, password: 'hunter2 hunter2' };
    await http
      .post('/api/v1/auth/login/password')
      .set({ ...named('r-6'), ...device })
      .send(wrong)
      .expect(401);
    await linesOf('r-6');

    const { body } = await http.get('/api/v1/auth/context').set({ ...named('r-7'), ...bearer });
    expect(await linesOf('r-4')).toEqual([expect.objectContaining({ user_id: body.data.user.id, status: 200 })]);
    await linesOf('r-7');
    const log = server.log.join('\n');
    const secrets = [
      email,
      email.split('@')[0],
      password,
      'hunter2',
      token,
      token?.split('.')[2],
      refreshToken,
      'akr_',
    ];
    for (const secret of [...secrets, 'in-the-query', 'Bearer', device['X-AK-Device-Key']]) {
      expect(log).not.toContain(secret);
    }
    expect(log).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  it('holds no mailed link and no password of the pages behind them, nor do errors there', async () => {
    await http.post('/admin-api/v1/auth/password/forgot').send({ email: BOOTSTRAP.email }).expect(202);
    const token = await eventually(async () => {
      const [mail] = await queryAs<{ body: string }>(
        urls.superuserUrl,
        'SELECT body FROM development_messages WHERE recipient = $1',
        [BOOTSTRAP.email],
      );
      return /token=([\w-]+)/.exec(mail?.body ?? '')?.[1];
    });
    const page = `/reset-password?token=${token}`;
    const form = { token, password: 'hunter3 hunter3', password_repeat: 'hunter3 hunter3' };
    await http.get(page).set(named('p-1')).expect(200);
    await http
      .post(page)
      .set(named('p-2'))
      .type('form')
      .send({ ...form, more: 'x' })
      .expect(400);
    await http.post(page).set(named('p-3')).set('Origin', 'https://evil.example').type('form').send(form).expect(403);
    await queryAs(urls.superuserUrl, 'ALTER TABLE account_links RENAME TO lost_links');
    const broken = await http.post(page).set(named('p-4')).type('form').send(form).expect(500);
    await queryAs(urls.superuserUrl, 'ALTER TABLE lost_links RENAME TO account_links');
    expect(broken.text).toContain('<code>p-4</code>');
    expect(broken.text).not.toMatch(/akl_|hunter3|lost|account_links/);
    await http.post(page).set(named('p-5')).type('form').send(form).expect(303);
    expect(await linesOf('p-4')).toEqual([
      expect.objectContaining({ level: 'error', error_code: 'INTERNAL.UNEXPECTED' }),
      expect.objectContaining({ route: '/reset-password', status: 500, error_code: 'INTERNAL.UNEXPECTED' }),
    ]);
    expect(await linesOf('p-3')).toEqual([expect.objectContaining({ error_code: 'REQUEST.FOREIGN_FORM' })]);
    expect(await linesOf('p-5')).toEqual([expect.objectContaining({ route: '/reset-password', status: 303 })]);
    const log = server.log.join('\n');
    for (const secret of ['akl_', token, 'hunter3']) expect(log).not.toContain(secret);
    // It stands in the greeting, which is for who has started the server, and in no line of the log.
    expect(JSON.stringify(lines())).not.toContain(BOOTSTRAP.email);
  });

  it('holds no token of a link to a download, nor do errors there', async () => {
    const { body: login } = await http
      .post('/admin-api/v1/auth/login')
      .send({ ...BOOTSTRAP, password: 'hunter3 hunter3' });
    const bearer = { Authorization: `Bearer ${(login.data as { access_token: string }).access_token}` };
    const linkTo = async (path: string) => {
      const { body } = await http.post(`/admin-api/v1/${path}/download-link`).set(bearer).expect(200);
      const { pathname, search } = new URL((body.data as { url: string }).url);
      return pathname + search;
    };
    const [path, other] = [await linkTo('audit/logs/export'), await linkTo('audit/logs/export')];
    await http.get(path).set(named('d-1')).expect(200);
    const again = await http.get(path).set(named('d-2')).expect(404);
    await queryAs(urls.superuserUrl, 'ALTER TABLE download_links RENAME TO lost_links');
    const broken = await http.get(other).set(named('d-3')).expect(500);
    await queryAs(urls.superuserUrl, 'ALTER TABLE lost_links RENAME TO download_links');
    expect(await linesOf('d-1')).toEqual([
      expect.objectContaining({ route: '/admin-api/v1/audit/logs/export', status: 200 }),
    ]);
    await linesOf('d-2');
    await linesOf('d-3');
    for (const text of [server.log.join('\n'), again.text, broken.text]) expect(text).not.toContain('akd_');
  });

  const post = (path: string, deviceKey: string, body: object) =>
    supertest(server.url)
      .post(`/api/v1/auth/${path}`)
      .set({ 'X-AppID': app.id, 'X-AK-Device-Key': deviceKey })
      .send(body);
  const logged = (text: string) => eventually(() => Promise.resolve(server.log.find((line) => line.includes(text))));

  it('of challenges holds neither token, picture, answer, number nor installation, be it for a success or a failure', async () => {
    const deviceKey = aDeviceKey();
    const ask = (requestId: string, mobile = '+8613912345678') =>
      post('sms-captcha', deviceKey, { scene: 'login', mobile }).set('X-Request-ID', requestId);
    const { body } = await answeredInTime(() => ask('captcha-1'));
    await supertest(server.url)
      .get(`/internal/v1/dev/captchas/${body.data.captcha_id as string}`)
      .expect(200);
    await ask('captcha-2', 'token of nobody').expect(422);
    await queryAs(urls.superuserUrl, 'ALTER TABLE captcha_challenges RENAME TO captcha_gone');
    await eventually(async () => {
      await ask('captcha-3').expect(503);
      const failures = server.log.filter((line) => line.includes('"error_code":"IAM.CAPTCHA.UNAVAILABLE"'));
      return failures.some((line) => line.includes('captcha_challenges'));
    });
    await queryAs(urls.superuserUrl, 'ALTER TABLE captcha_gone RENAME TO captcha_challenges');
    for (const id of ['captcha-1', 'captcha-2', 'captcha-3']) await logged(`"request_id":"${id}"`);

    const log = server.log.join('\n');
    const secrets = [body.data.captcha_token, deviceKey, '13912345678', 'token of nobody', 'data:image', 'targets'];
    for (const secret of secrets as string[]) expect(log).not.toContain(secret);
    expect(body.data.captcha_token).toMatch(TOKEN);
    expect(log).not.toMatch(TOKEN);
  });

  it('of codes by SMS holds neither token, answer, number, installation nor code, and warns of the budget', async () => {
    await queryAs(
      urls.superuserUrl,
      `INSERT INTO settings (id, scope, key, value, value_type, is_public, is_secret, status)
       VALUES ($1, 'global', 'sms.daily_budget', '2', 'number', false, false, 'active')`,
      [newId()],
    );
    const [deviceKey, mobile] = [aDeviceKey(), aMobile()];
    const tokens: string[] = [];
    const aProof = async (scene = 'registration') => {
      const { body } = await answeredInTime(() => post('sms-captcha', deviceKey, { scene, mobile }));
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
      app_id: app.id,
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
