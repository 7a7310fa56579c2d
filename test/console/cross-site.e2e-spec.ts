import { BOOTSTRAP } from '../admin/support/admin';
import { expectProblem } from '../http/support/problem';
import { exchange, request } from '../http/support/wire';
import { startTestApi, type TestApi } from '../support/api';
import { suiteApi } from '../support/suite';
import { FROM_OUR_PAGE } from './support/door';

type Headers = Readonly<Record<string, string>>;

const BODIES: Readonly<Record<string, object>> = {
  login: BOOTSTRAP,
  mfa: { mfa_token: 'akm_x', code: '123456' },
  refresh: {},
  logout: {},
};

const post = (api: TestApi, path: string, headers: Headers) =>
  api.http.post(`/console/session/${path}`).set(headers).send(BODIES[path]);

describe('The console’s door, as other pages see it', () => {
  const api = suiteApi();
  const host = () => new URL(api.url).host;

  it.each(['login', 'mfa', 'refresh', 'logout'])('%s is closed to them', async (path) => {
    const foreign: Headers[] = [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': '' },
      { 'Sec-Fetch-Site': 'SAME-ORIGIN' },
      { 'Sec-Fetch-Site': 'same-origin, cross-site' },
      // What the browser says of the site outweighs the origin.
      { 'Sec-Fetch-Site': 'cross-site', Origin: api.url },
      { Origin: 'null' },
      { Origin: '' },
      { Origin: 'https://attacker.example' },
      { Origin: `http://${host()}.attacker.example` },
      { Origin: `http://attacker.example#${host()}` },
      { Origin: `ftp://${host()}` },
      { Origin: 'http://127.0.0.1' },
      { Origin: `${api.url}, https://attacker.example` },
      { Referer: `${api.url}/console/` },
    ];
    for (const headers of foreign) {
      const answer = await post(api, path, headers);
      expect({ headers, status: answer.status }).toEqual({ headers, status: 403 });
      expectProblem(answer, 403, 'REQUEST.CROSS_SITE');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('is open to its own page, by what a browser of today says, or one of yesterday', async () => {
    const own: Headers[] = [
      FROM_OUR_PAGE,
      { ...FROM_OUR_PAGE, Origin: 'null' },
      { Origin: api.url },
      { Origin: `https://${host()}` },
      // That of the address that the configuration gives the console.
      { Origin: 'http://localhost:0' },
    ];
    for (const headers of own) {
      const answer = await post(api, 'refresh', headers);
      expect({ headers, status: answer.status }).toEqual({ headers, status: 200 });
    }
  });

  it('tells two lines of a header from one', async () => {
    const lines = 'Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\nContent-Type: application/json\r\n';
    const bytes = request('POST', '/console/session/refresh', {}, '{}').toString('latin1');
    const answer = await exchange(api.url, bytes.replace('\r\n\r\n', `\r\n${lines}\r\n`));
    expectProblem(answer, 403, 'REQUEST.CROSS_SITE');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json5',
    '',
  ])('takes JSON alone, and no %s', async (type) => {
    for (const body of ['{}', undefined]) {
      const headers = { ...FROM_OUR_PAGE, ...(type === '' ? {} : { 'Content-Type': type }) };
      const answer = await exchange(api.url, request('POST', '/console/session/logout', headers, body));
      expectProblem(answer, 415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE');
    }
  });

  it('is not opened by the origins that may call the api', async () => {
    const origin = 'https://app.example.com';
    const other = await startTestApi({ CORS_ORIGINS: origin });
    try {
      const foreign: Headers[] = [{ Origin: origin }, { Origin: origin, 'Sec-Fetch-Site': 'cross-site' }];
      for (const headers of foreign) {
        const answer = await post(other, 'refresh', headers);
        expectProblem(answer, 403, 'REQUEST.CROSS_SITE');
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      }
    } finally {
      await other.close();
    }
  });
});

describe('The console’s door of a service that is reached by https', () => {
  const api = suiteApi({
    PUBLIC_BASE_URL: 'https://api.example.com',
    ADMIN_BASE_URL: 'https://admin.example.com/console',
  });
  const refreshFrom = (origin: string) => post(api, 'refresh', { Origin: origin });

  it('knows the origins of the console and of the request, and none without encryption', async () => {
    const { host } = new URL(api.url);
    for (const origin of ['https://admin.example.com', `https://${host}`]) await refreshFrom(origin).expect(200);
    for (const origin of ['http://admin.example.com', `http://${host}`, 'https://api.example.com']) {
      expectProblem(await refreshFrom(origin), 403, 'REQUEST.CROSS_SITE');
    }
  });
});
