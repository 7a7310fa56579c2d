import { SUPPORTED_LOCALES } from '@libs/kernel';
import { anEmail, PASSWORD, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { expectProblem } from '../../http/support/problem';
import { later } from '../../support/time-travel';
import { adminClient, asOwner } from '../support/admin';
import {
  anInvitation,
  aReset,
  fillIn,
  MARKUP,
  NO_LINK,
  pathSentTo,
  plainPageSentTo,
  send,
  tokenOf,
} from '../support/password-pages';
import { CHANGED, openTo } from '../support/passwords';

describe('The pages behind mailed links', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  const login = (email: string, password: string, tenant?: string) =>
    adminClient(api).post('auth/login', { email, password, tenant });

  describe('/invite', () => {
    it('leads from the mail to a password, and shows where to sign in with it', async () => {
      const { email, path } = await anInvitation(api);
      expect(path).toMatch(/^\/invite\?token=akl_/);
      const page = await api.http.get(path).expect(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).toContain('Default tenant');
      const answer = await fillIn(api, path, PASSWORD);
      expect([answer.status, answer.headers['location']]).toEqual([303, '/invite/done']);
      const done = await api.http.get('/invite/done').expect(200);
      expect(done.text).toContain('Use the program in which your organisation manages its Apps.');
      expect(done.text).toContain('href="/docs"');
      await login(email, PASSWORD).expect(200);
    });

    it('shows which tenant to sign in to, if it is not the default one', async () => {
      const owner = await asOwner(api);
      const email = anEmail();
      const code = 'tea-and-books';
      await owner.post('tenants', { code, name: `Tea ${MARKUP}`, owner: { email, display_name: 'O' } }).expect(201);
      const path = await plainPageSentTo(api, email);
      const { text } = await api.http.get(path).expect(200);
      expect(text).toContain('Tea &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).not.toContain('<script');
      const answer = await fillIn(api, path, PASSWORD);
      expect(answer.headers['location']).toBe('/invite/done?tenant=tea-and-books');
      const done = await api.http.get('/invite/done?tenant=tea-and-books').expect(200);
      expect(done.text).toContain('<code>tea-and-books</code>');
      await login(email, PASSWORD, code).expect(200);
    });
  });

  it('lead on in words of their reader, who knows no routes, and close with nothing to do', async () => {
    const told = new Set<string>();
    for (const path of ['/invite/done', '/reset-password/done']) {
      for (const locale of SUPPORTED_LOCALES) {
        const { text } = await api.http.get(`${path}?tenant=<b>`).set('Accept-Language', locale).expect(200);
        const [, main = ''] = /<main>([^]*)<\/main>/.exec(text) ?? [];
        expect(main).not.toMatch(/\b(?:POST|GET|API route)\b|\/admin-api|localhost|<b>/);
        const steps = [...main.matchAll(/<p[^>]*>([^<]+)<\/p>/g)].map(([, step = '']) => step);
        expect([path, locale, steps.length]).toEqual([path, locale, 2]);
        told.add(steps[1] ?? '');
      }
    }
    expect(told.size).toBe(SUPPORTED_LOCALES.length);
  });

  describe('/reset-password', () => {
    it('leads from the mail to a new password, and ends all sessions', async () => {
      const { admin, path } = await aReset(api);
      expect(path).toMatch(/^\/reset-password\?token=akl_/);
      const answer = await fillIn(api, path, CHANGED);
      expect([answer.status, answer.headers['location']]).toEqual([303, '/reset-password/done']);
      await api.http.get('/reset-password/done').expect(200);
      await login(admin.email, admin.password).expect(401);
      expect((await openTo(api, admin)).sessions).toBe(0);
      await login(admin.email, CHANGED).expect(200);
    });

    it('leaves the trace that the route of the api leaves', async () => {
      const { admin, path } = await aReset(api);
      await fillIn(api, path, CHANGED);
      const events = await queryAs(
        api.urls.superuserUrl,
        `SELECT type, host(ip) AS ip FROM security_events WHERE user_id = $1`,
        [admin.userId],
      );
      expect(events).toContainEqual({ type: 'password_reset', ip: '127.0.0.1' });
    });

    it('is mailed with a readable validity', async () => {
      const { admin } = await aReset(api);
      const [mail] = await api.mailsTo(admin.email);
      expect(mail?.text).toContain('The link is valid for 1 hour and can be used once.');
    });
  });

  describe('a link', () => {
    it('is not used up by opening it, as the scanner of a mail server does', async () => {
      const { email, path } = await anInvitation(api);
      for (let time = 0; time < 3; time++) {
        await api.http.get(path).expect(200);
        await api.http.head(path).expect(200);
      }
      expect((await fillIn(api, path, PASSWORD)).status).toBe(303);
      await login(email, PASSWORD).expect(200);
    });

    it('works once: of eight at a time one sets the password', async () => {
      const { admin, path } = await aReset(api);
      const token = tokenOf(path);
      const passwords = Array.from({ length: 8 }, (_, nth) => `password of try ${nth}`);
      const answers = await Promise.all(
        passwords.map((password) => send(api, '/reset-password', { token, password, password_repeat: password })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422, 422, 422, 422, 422, 422]);
      const winner = passwords[answers.findIndex(({ status }) => status === 303)] ?? '';
      await login(admin.email, winner).expect(200);
      const replay = await send(api, '/reset-password', { token, password: CHANGED, password_repeat: CHANGED });
      expect(replay.status).toBe(422);
      expect(replay.text).toContain(NO_LINK);
      await api.http.get(path).expect(404);
    });

    it('is the same 404 when it was used, has expired, was invented, is missing or is for the other page', async () => {
      const used = await aReset(api);
      await fillIn(api, used.path, CHANGED);
      const alive = await aReset(api);
      const token = tokenOf(alive.path);
      const expired = (await anInvitation(api)).path;
      await later(api, '73 hours');
      const fresh = await aReset(api);
      const wanting = [
        used.path,
        expired,
        alive.path,
        '/reset-password',
        '/reset-password?token=',
        '/reset-password?token=akl_x',
        `/reset-password?token=${'A'.repeat(4_000)}`,
        `/reset-password?token=akl_${'A'.repeat(107)}`,
        `/reset-password?token=${token.slice(0, -2)}xx`,
        `/reset-password?token=${token}&token=${token}`,
        '/reset-password?token=%ff',
        '/reset-password?token=%00',
        `/reset-password?token[]=${token}`,
        fresh.path.replace('/reset-password', '/invite'),
      ];
      for (const path of wanting) {
        const answer = await api.http.get(path);
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.text).toContain(NO_LINK);
        expect(answer.text).not.toContain('<form');
      }
      await api.http.get(fresh.path).expect(200);
    });

    it('of a user who was disabled since then is invalid', async () => {
      const { email, path } = await anInvitation(api);
      const owner = await asOwner(api);
      const { body } = await owner.get(`users?q=${encodeURIComponent(email)}`).expect(200);
      const [user] = body.data.items as { id: string; lock_version: number }[];
      await owner.post(`users/${user?.id}/disable`, { lock_version: user?.lock_version }).expect(200);
      await api.http.get(path).expect(404);
      const answer = await send(api, '/invite', {
        token: tokenOf(path),
        password: PASSWORD,
        password_repeat: PASSWORD,
      });
      expect(answer.status).toBe(422);
    });
  });
});

describe('The pages behind mailed links, by their settings', () => {
  it('are counted like the other routes before a session, in a limit of their own', async () => {
    const api = await startTestApi({ RATE_LIMIT_ENABLED: 'true' });
    try {
      const asks = (count: number, path: string) =>
        Promise.all(Array.from({ length: count }, () => api.http.get(path).then(({ status }) => status)));
      expect(new Set(await asks(150, '/invite?token=akl_x'))).toEqual(new Set([404]));
      const login = () => adminClient(api).post('auth/login', { email: 'nobody@example.com', password: PASSWORD });
      for (let time = 0; time < 4; time++) await login();
      expect(new Set(await asks(150, '/reset-password'))).toEqual(new Set([404]));
      const { status, headers, text } = await api.http.get('/invite');
      expect([status, headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(text).toContain('role="alert"');
      expect((await send(api, '/invite', 'token=a')).status).toBe(429);
      // Nobody is kept from signing in by what was opened.
      expect((await login()).headers['ratelimit']).toMatch(/^"admin_auth";r=295;/);
    } finally {
      await api.close();
    }
  });

  it('give way to another console that ADMIN_BASE_URL names', async () => {
    const api = await startTestApi({ ADMIN_BASE_URL: 'https://console.example.com/app' });
    try {
      const owner = await asOwner(api);
      const email = anEmail();
      await owner.post('users', { email, display_name: 'Lin', roles: ['auditor'] }).expect(201);
      expect(await pathSentTo(api, email)).toMatch(/^\/app\/invite\?token=/);
      for (const path of ['/invite', '/reset-password', '/invite/done', '/reset-password/done']) {
        expectProblem(await api.http.get(path), 404, 'ROUTE.NOT_FOUND');
      }
      expectProblem(await api.http.post('/invite'), 404, 'ROUTE.NOT_FOUND');
    } finally {
      await api.close();
    }
  });

  it('stay where ADMIN_BASE_URL names this service, and work below a path of a proxy', async () => {
    const api = await startTestApi({
      PUBLIC_BASE_URL: 'https://example.com/kernel',
      ADMIN_BASE_URL: 'https://EXAMPLE.com:443/kernel/',
      SWAGGER_ENABLED: 'false',
    });
    try {
      const owner = await asOwner(api);
      const email = anEmail();
      await owner.post('users', { email, display_name: 'Lin', roles: ['auditor'] }).expect(201);
      const path = await pathSentTo(api, email);
      expect(path).toMatch(/^\/kernel\/invite\?token=/);
      // The proxy strips its own path.
      const inner = path.replace('/kernel', '');
      const { text, headers } = await api.http.get(inner).expect(200);
      expect(text).toContain('action="/kernel/invite"');
      expect(headers['strict-transport-security']).toMatch(/^max-age=/);
      const token = new URLSearchParams(inner.split('?')[1]).get('token') ?? '';
      const form = { token, password: PASSWORD, password_repeat: PASSWORD };
      const answer = await send(api, '/invite', form, { Origin: 'https://example.com' });
      expect([answer.status, answer.headers['location']]).toEqual([303, '/kernel/invite/done']);
      const done = await api.http.get('/invite/done').expect(200);
      expect(done.text).not.toMatch(/\/docs|href="(?!data:)/);
    } finally {
      await api.close();
    }
  });
});
