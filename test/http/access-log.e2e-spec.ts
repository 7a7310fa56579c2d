import supertest from 'supertest';
import { aDeviceKey, anEmail, eventually, PASSWORD } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { startServerProcess, type ServerProcess } from '../support/server-process';
import { BOOTSTRAP } from '../admin/support/admin';
import { exchange } from './support/wire';

type Line = Record<string, unknown>;

describe('The log of the server', () => {
  let urls: TestDatabaseUrls;
  let server: ServerProcess;
  let http: ReturnType<typeof supertest>;
  let app: { id: string; tenant_id: string };

  beforeAll(async () => {
    urls = await copyTemplate();
    server = await startServerProcess({
      NODE_ENV: 'test',
      DATABASE_URL: urls.applicationUrl,
      DATA_DIR: testPostgres().directory,
      RUN_MIGRATIONS: 'false',
      PASSWORD_BCRYPT_COST: '4',
      LOG_LEVEL: 'info',
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
    for (const secret of ['akl_', token, 'hunter3', BOOTSTRAP.email]) expect(log).not.toContain(secret);
  });
});
