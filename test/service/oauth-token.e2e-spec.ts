import { newId } from '@libs/kernel';
import {
  allowInsecureRequests,
  type AuthorizationServer,
  type Client,
  ClientSecretBasic,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  introspectionRequest,
  processClientCredentialsResponse,
  processIntrospectionResponse,
  processRevocationResponse,
  revocationRequest,
  validateJwtAccessToken,
} from 'oauth4webapi';
import { suiteOwner } from '../admin/support/admin';
import { aTenant } from '../admin/support/tenants';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import {
  apiClients,
  askForToken,
  basic,
  type NewApiClient,
  oauth,
  READ,
  serviceClient,
  SUBMIT,
  tokenOf,
} from './support/clients';

const ISSUER = 'https://api.example.com';
const GRANT = { grant_type: 'client_credentials' };
const NOWHERE = `notifications/${newId()}`;
const BASIC = /^Basic /;

describe('OAuth for API clients', () => {
  const api = suiteApi({ PUBLIC_BASE_URL: ISSUER, TRUST_PROXY: '1' });
  const owner = suiteOwner(api);
  const clients = apiClients(owner);
  let client: NewApiClient;
  let server: AuthorizationServer;

  beforeAll(async () => {
    client = await clients.create();
    server = {
      issuer: ISSUER,
      token_endpoint: `${api.url}/api/v1/oauth/token`,
      introspection_endpoint: `${api.url}/api/v1/oauth/introspect`,
      revocation_endpoint: `${api.url}/api/v1/oauth/revoke`,
      jwks_uri: `${api.url}/.well-known/jwks.json`,
    };
  });

  const rows = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const INSECURE = { [allowInsecureRequests]: true } as const;

  describe('to a library that knows the RFCs alone', () => {
    it.each([
      ['Basic', ClientSecretBasic],
      ['the body', ClientSecretPost],
    ])('gives, introspects and revokes a token, authenticated by %s', async (_way, authentication) => {
      const known: Client = { client_id: client.client_id };
      const proof = authentication(client.client_secret);
      const scope = new URLSearchParams({ scope: SUBMIT });
      const granted = await processClientCredentialsResponse(
        server,
        known,
        await clientCredentialsGrantRequest(server, known, proof, scope, INSECURE),
      );
      expect(granted).toMatchObject({ token_type: 'bearer', expires_in: 600, scope: SUBMIT });
      const request = new Request('https://service.example.com/', {
        headers: { Authorization: `Bearer ${granted.access_token}` },
      });
      expect(await validateJwtAccessToken(server, request, 'service', INSECURE)).toMatchObject({
        iss: ISSUER,
        aud: 'service',
        sub: client.client_id,
        client_id: client.client_id,
        tid: api.tenantId,
        scope: SUBMIT,
      });
      const introspect = async () =>
        processIntrospectionResponse(
          server,
          known,
          await introspectionRequest(server, known, proof, granted.access_token, INSECURE),
        );
      expect(await introspect()).toMatchObject({
        active: true,
        scope: SUBMIT,
        client_id: client.client_id,
        iss: ISSUER,
      });
      await processRevocationResponse(await revocationRequest(server, known, proof, granted.access_token, INSECURE));
      expect(await introspect()).toEqual({ active: false });
      await serviceClient(api, granted.access_token).get(NOWHERE).expect(401);
    });
  });

  describe('the token', () => {
    it('is bare JSON that nobody may keep, with the claims of RFC 9068 for ten minutes', async () => {
      const { body, headers } = await askForToken(api, client).expect(200);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
      expect(body).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 600,
        scope: `${SUBMIT} ${READ}`,
      });
      const [header, claims] = (body.access_token as string)
        .split('.', 2)
        .map((part) => JSON.parse(String(Buffer.from(part, 'base64url'))) as Record<string, unknown>);
      expect(header).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
      expect(Object.keys(claims!).sort()).toEqual(
        ['aud', 'client_id', 'exp', 'iat', 'iss', 'jti', 'scope', 'sub', 'tid', 'tokens_since'].sort(),
      );
      expect(Number(claims!['exp']) - Number(claims!['iat'])).toBe(600);
    });

    it('has the scopes that were asked for, each once and in the order of the catalogue', async () => {
      for (const [scope, granted] of [
        [READ, READ],
        [`${READ} ${SUBMIT}`, `${SUBMIT} ${READ}`],
        [`${READ} ${READ}`, READ],
        ['', `${SUBMIT} ${READ}`],
      ]) {
        const { body } = await askForToken(api, client, { scope }).expect(200);
        expect([scope, body.scope]).toEqual([scope, granted]);
      }
    });

    it('is not given for a scope that the client does not have', async () => {
      const reader = await clients.create({ scopes: [READ] });
      for (const scope of [SUBMIT, `${READ} ${SUBMIT}`, 'apps.write', `${READ} `, `${READ}  ${READ}`]) {
        const { body } = await askForToken(api, reader, { scope }).expect(400);
        expect([scope, body.error]).toEqual([scope, 'invalid_scope']);
      }
    });
  });

  describe('refuses by RFC 6749', () => {
    const refused = async (form: object | string, headers: Record<string, string>, status: number, error: string) => {
      const { body, headers: told } = await oauth(api, 'token', form as object, headers);
      expect({ form, ...body, status: told['www-authenticate'] }).toEqual({
        form,
        error,
        error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
        status: status === 401 ? expect.stringMatching(BASIC) : undefined,
      });
      expect(told['content-type']).toBe('application/json');
      expect(told['cache-control']).toBe('no-store');
    };
    const header = () => ({ Authorization: basic(client) });
    const inBody = () => ({ client_id: client.client_id, client_secret: client.client_secret });

    it('a request that is malformed: 400 invalid_request', async () => {
      await refused({}, header(), 400, 'invalid_request');
      await refused({ grant_type: '' }, header(), 400, 'invalid_request');
      await refused('grant_type=client_credentials&grant_type=client_credentials', header(), 400, 'invalid_request');
      await refused('grant_type=client_credentials&scope=%ff', header(), 400, 'invalid_request');
      await refused('grant_type=client_credentials&unknown=1&unknown=2', header(), 400, 'invalid_request');
    });

    it('two ways to authenticate at once: 400 invalid_request', async () => {
      await refused({ ...GRANT, ...inBody() }, header(), 400, 'invalid_request');
      await refused({ ...GRANT, client_id: newId() }, header(), 400, 'invalid_request');
      await oauth(api, 'token', { ...GRANT, client_id: client.client_id }, header()).expect(200);
    });

    it('another grant: 400 unsupported_grant_type', async () => {
      for (const grant_type of ['password', 'authorization_code', 'refresh_token', 'CLIENT_CREDENTIALS']) {
        await refused({ grant_type }, header(), 400, 'unsupported_grant_type');
      }
    });

    it('a client that does not authenticate, or as nobody: 401 invalid_client, with one and the same answer', async () => {
      const { client_id, client_secret } = client;
      for (const headers of [
        {},
        { Authorization: 'Basic' },
        { Authorization: 'Basic !!!' },
        { Authorization: `Bearer ${client_secret}` },
        { Authorization: `Basic ${Buffer.from(client_id).toString('base64')}` },
        { Authorization: `Basic ${Buffer.from('%zz:%zz').toString('base64')}` },
        { Authorization: basic({ client_id, client_secret: `${client_secret}A` }) },
        { Authorization: basic({ client_id: newId(), client_secret }) },
        { Authorization: basic({ client_id: 'nobody', client_secret }) },
        { Authorization: basic({ client_id: "' OR 1=1", client_secret }) },
      ]) {
        await refused(
          GRANT,
          { ...(headers as Record<string, string>), ...from('198.51.100.1') },
          401,
          'invalid_client',
        );
      }
      await refused({ ...GRANT, client_id }, from('198.51.100.1'), 401, 'invalid_client');
    });

    it('what is no form, or too long: in its form, too', async () => {
      const ask = () => api.http.post('/api/v1/oauth/token').set(header());
      const json = await ask().send(GRANT).expect(415);
      expect(json.body).toMatchObject({ error: 'invalid_request' });
      const long = await ask()
        .type('form')
        .send(`x=${'a'.repeat(16 * 1024)}`)
        .expect(413);
      expect(long.body).toMatchObject({ error: 'invalid_request' });
      const packed = await ask().set('Content-Encoding', 'gzip').type('form').send('x').expect(415);
      expect(packed.body).toMatchObject({ error: 'invalid_request' });
    });

    it('but what is no route as everywhere', async () => {
      expect((await api.http.get('/api/v1/oauth/token').expect(404)).body.code).toBe('ROUTE.NOT_FOUND');
      expect((await api.http.post('/api/v1/oauth/nowhere').expect(404)).body.code).toBe('ROUTE.NOT_FOUND');
    });

    it('percent-encoded ids and secrets are those that they stand for', async () => {
      const encode = (text: string) => text.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);
      const encoded = { client_id: encode(client.client_id), client_secret: encode(client.client_secret) };
      await oauth(api, 'token', GRANT, { Authorization: basic(encoded) }).expect(200);
    });
  });

  describe('limits failures', () => {
    const wrong = (id: string) => ({ client_id: id, client_secret: 'aks_wrong' });

    it('of an address, and answers alike for clients that do not exist', async () => {
      for (const [address, id] of [
        ['198.51.100.20', client.client_id],
        ['198.51.100.21', newId()],
      ] as const) {
        const statuses: number[] = [];
        for (let n = 0; n < 32; n++) statuses.push((await askForToken(api, wrong(id), {}, from(address))).status);
        expect(statuses).toEqual([...Array<number>(30).fill(401), 429, 429]);
        const { body, headers } = await askForToken(api, wrong(id), {}, from(address)).expect(429);
        expect(body).toMatchObject({ error: 'temporarily_unavailable' });
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
    });

    it('of a client, from however many addresses, and lets its own secret in: nobody locks it out', async () => {
      const victim = await clients.create();
      const statuses: number[] = [];
      for (let n = 0; n < 125; n++) {
        const address = `203.0.113.${Math.floor(n / 25)}`;
        statuses.push((await askForToken(api, wrong(victim.client_id), {}, from(address))).status);
      }
      expect(statuses).toEqual([...Array<number>(120).fill(401), ...Array<number>(5).fill(429)]);
      await askForToken(api, victim, {}, from('203.0.113.200')).expect(200);
      // From where the guesses came, too.
      await askForToken(api, victim, {}, from('203.0.113.0')).expect(200);
      await askForToken(api, client, {}, from('198.51.100.20')).expect(200);
    });

    it('for a minute', async () => {
      const guess = () => askForToken(api, wrong(newId()), {}, from('198.51.100.22'));
      for (let n = 0; n < 30; n++) await guess().expect(401);
      await guess().expect(429);
      await rows(`UPDATE api_client_failures SET expires_at = now() - interval '1 second'`);
      await guess().expect(401);
    });
  });

  describe('a client', () => {
    it('that is disabled, expired or of a disabled tenant gets no token, and the same answer', async () => {
      const none = async (one: NewApiClient) => {
        const { body } = await askForToken(api, one, {}, from('198.51.100.30')).expect(401);
        expect(body.error).toBe('invalid_client');
      };
      const disabled = await clients.create();
      await clients.move(disabled.id, 'disable');
      await none(disabled);
      await clients.move(disabled.id, 'enable');
      await tokenOf(api, disabled);
      await rows(`UPDATE api_clients SET expires_at = now() - interval '1 second' WHERE id = $1`, [disabled.id]);
      await none(disabled);
      const tenant = await aTenant(api);
      const theirs = await apiClients(tenant.owner.client).create();
      await tokenOf(api, theirs);
      await rows(`UPDATE tenants SET status = 'disabled' WHERE id = $1`, [tenant.id]);
      await none(theirs);
      await clients.remove(disabled.id);
      await none(disabled);
    });

    it('gets a token from where it may come alone: the address is that which trusted proxies report', async () => {
      const bound = await clients.create({ allowed_cidrs: ['203.0.113.0/24', '2001:db8::/32'] });
      for (const address of ['203.0.113.9', '2001:db8::9', '::ffff:203.0.113.9']) {
        await askForToken(api, bound, {}, from(address)).expect(200);
      }
      for (const address of ['203.0.114.9', '2001:db9::9', '203.0.113.9, 198.51.100.9', '127.0.0.1']) {
        const { body } = await askForToken(api, bound, {}, from(address)).expect(401);
        expect(body.error).toBe('invalid_client');
      }
    });

    it('was last used when it last proved who it is, written once a minute at most', async () => {
      const one = await clients.create();
      expect(one.last_used_at).toBeNull();
      await askForToken(api, { ...one, client_secret: 'aks_wrong' }, {}, from('198.51.100.31')).expect(401);
      expect((await clients.read(one.id)).last_used_at).toBeNull();
      await tokenOf(api, one);
      const used = await clients.read(one.id);
      expect(used.last_used_at).toEqual(expect.any(String));
      expect(used.secrets[0]?.last_used_at).toEqual(expect.any(String));
      expect(used.lock_version).toBe(one.lock_version);
      await Promise.all(Array.from({ length: 5 }, () => tokenOf(api, one)));
      expect(await clients.read(one.id)).toEqual(used);
      await rows(`UPDATE api_clients SET last_used_at = now() - interval '2 minutes' WHERE id = $1`, [one.id]);
      await tokenOf(api, one);
      expect(Date.parse((await clients.read(one.id)).last_used_at!)).toBeGreaterThanOrEqual(
        Date.parse(used.last_used_at!),
      );
    });
  });
});
