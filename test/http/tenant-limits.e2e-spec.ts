import { randomBytes } from 'node:crypto';
import { newId } from '@libs/kernel';
import { UnsubscribeLinks } from '../../libs/notifications/src/infrastructure/unsubscribe/unsubscribe-links';
import { asOwner, BOOTSTRAP } from '../admin/support/admin';
import { aTenant } from '../admin/support/tenants';
import { apiClients, askForToken, type NewApiClient, oauth } from '../service/support/clients';
import { suiteApi } from '../support/suite';
import { anApp } from './support/apps';

/** Each test asks from an address of its own, behind which all tenants are. */
let lastAddress = 0;
const anAddress = () => ({ 'X-Forwarded-For': `203.0.113.${++lastAddress}` });

type Headers = Readonly<Record<string, string>>;
type Answer = PromiseLike<{ status: number; headers: Record<string, string> }>;

/** Sends as many as are admitted, and one more. */
async function spend(ask: () => Answer, ...admitted: number[]): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 300 }, ask));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(admitted));
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
}

describe('Of the tenants behind one address', () => {
  const api = suiteApi({ RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: 'loopback' });
  let own: NewApiClient;
  let theirs: NewApiClient;

  beforeAll(async () => {
    own = await apiClients(await asOwner(api)).create();
    theirs = await apiClients((await aTenant(api)).owner.client).create();
  });

  const signIn = (body: object, from: Headers) => api.http.post('/admin-api/v1/auth/login').set(from).send(body);
  const isSignedIn = (from: Headers) => signIn(BOOTSTRAP, from).expect(200);

  it('300 right requests for tokens refuse none of another’s, nor sign-ins and pages', async () => {
    const from = anAddress();
    await spend(() => askForToken(api, own, {}, from), 200);
    const { headers } = await askForToken(api, theirs, {}, from).expect(200);
    expect(headers['ratelimit-policy']).toBe('"oauth";q=300;w=60');
    expect(headers['ratelimit']).toMatch(/^"oauth";r=299;/);
    await isSignedIn(from);
    await api.http.get('/invite?token=akl_x').set(from).expect(404);
    await askForToken(api, own, {}, anAddress()).expect(200);
  });

  it('wrong secrets and broken forms, however many, refuse no right one: neither of others nor of that client', async () => {
    const from = anAddress();
    const wrong = () => askForToken(api, { ...own, client_secret: 'aks_wrong' }, {}, from);
    const broken = () => oauth(api, 'token', {}, from);
    const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => (n % 3 === 0 ? wrong() : broken())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 401, 429]));
    for (const refused of [wrong, broken]) {
      const { status, body, headers } = await refused();
      expect([status, (body as { error: string }).error]).toEqual([429, 'temporarily_unavailable']);
      expect(headers['ratelimit-policy']).toBe('"oauth_refused";q=300;w=60');
    }
    await askForToken(api, own, {}, from).expect(200);
    await askForToken(api, theirs, {}, from).expect(200);
  });

  it('300 requests at the door of the console refuse none of another’s, and none of those who bring no cookie', async () => {
    const from = { ...anAddress(), 'Sec-Fetch-Site': 'same-origin' };
    const other = (await anApp(api)).tenantId;
    const refresh = (headers: Headers) =>
      api.http
        .post('/console/session/refresh')
        .set({ ...from, ...headers })
        .send({});
    const asOther = { Cookie: `ak_console=${tokenOf('akr_', other)}` };
    await spend(() => refresh(asOther), 401);
    // It is the same allowance as that of the other door.
    await signIn({ refresh_token: tokenOf('akr_', other) }, from).expect(429);
    await api.http
      .post('/console/session/logout')
      .set({ ...from, ...asOther })
      .send({})
      .expect(429);
    const { headers } = await api.http.post('/console/session/login').set(from).send(BOOTSTRAP).expect(200);
    expect(headers['ratelimit']).toMatch(/^"admin_auth";r=299;/);
    const visits = await Promise.all(Array.from({ length: 310 }, () => refresh({})));
    expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([200]));
    expect(visits[0]?.headers['ratelimit']).toBeUndefined();
  });

  it('300 sign-ins of administrators refuse none of another’s, in whatever way they name their tenant', async () => {
    const from = anAddress();
    const other = (await anApp(api)).tenantId;
    const named = [
      { tenant: `t-${other}` },
      { mfa_token: tokenOf('akm_', other) },
      { refresh_token: tokenOf('akr_', other) },
      { token: tokenOf('akl_', other, 48) },
    ];
    let asked = 0;
    await spend(() => signIn(named[asked++ % named.length]!, from), 422);
    const { headers } = await isSignedIn(from);
    expect(headers['ratelimit-policy']).toBe('"admin_auth";q=300;w=60');
    for (const body of named) await signIn(body, from).expect(429);
    await signIn({ tenant: `t-${other}` }, anAddress()).expect(422);
  });

  it('those that nobody has share one allowance, however many are made up', async () => {
    const from = anAddress();
    const madeUp = [
      () => ({ tenant: `t-${newId()}` }),
      () => ({ tenant: 'NOT A CODE' }),
      () => ({ token: tokenOf('akl_', newId(), 48) }),
      () => ({ refresh_token: 'akr_short' }),
    ];
    let asked = 0;
    await spend(() => signIn(madeUp[asked++ % madeUp.length]!(), from), 422);
    await isSignedIn(from);
  });

  it('one spends its own pages for passwords, by link or form, and no others', async () => {
    const from = anAddress();
    const { tenantId: one } = await anApp(api);
    const { tenantId: other } = await anApp(api);
    const open = (tenantId: string) => api.http.get(`/invite?token=${tokenOf('akl_', tenantId, 48)}`).set(from);
    const send = (form: string) => api.http.post('/reset-password').set(from).type('form').send(form);
    let asked = 0;
    await spend(() => (asked++ % 2 === 0 ? open(one) : send(`token=${tokenOf('akl_', one, 48)}`)), 404, 422);
    const { headers } = await open(other).expect(404);
    expect(headers['ratelimit-policy']).toBe('"password_pages";q=300;w=60');
    await send('token=akl_x').expect(422);
    await send('unknown=field').expect(400);
    await isSignedIn(from);
  });

  it('one App spends its own links to end marketing mail, and no others', async () => {
    const from = anAddress();
    const [app, another] = [await anApp(api), await anApp(api)];
    const pathOf = ({ id: appId, tenantId }: typeof app) => {
      const url = new URL(api.get(UnsubscribeLinks).urlFor({ tenantId, appId, userId: newId() }, new Date()));
      return url.pathname + url.search;
    };
    const end = (path: string) => api.http.post(path).set(from).type('form').send('List-Unsubscribe=One-Click');
    const path = pathOf(app);
    await spend(() => end(path), 200);
    const { headers } = await end(pathOf(another)).expect(200);
    expect(headers['ratelimit-policy']).toBe('"unsubscribe";q=300;w=60');
    await spend(() => end('/unsubscribe?token=made-up'), 422);
    await end(pathOf(another)).expect(200);
  });
});

/** A token as administrators have them, of nobody. */
function tokenOf(prefix: string, tenantId: string, secretBytes = 32): string {
  const bytes = Buffer.concat([Buffer.from(tenantId.replaceAll('-', ''), 'hex'), randomBytes(secretBytes)]);
  return prefix + bytes.toString('base64url');
}
