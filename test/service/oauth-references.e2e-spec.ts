import { AccessTokens, API_CLIENT_SCOPES } from '@libs/iam';
import { newId } from '@libs/kernel';
import { Sweeps } from '@libs/foundation';
import { customFetch, discoveryRequest, processDiscoveryResponse } from 'oauth4webapi';
import { suiteOwner } from '../admin/support/admin';
import { aTenant } from '../admin/support/tenants';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { apiClients, basic, type NewApiClient, oauth, READ, serviceClient, tokenOf } from './support/clients';

const NOWHERE = `notifications/${newId()}`;
const MINUTE = 60_000;
const ISSUER = 'https://api.example.com';

describe('The token of an API client', () => {
  const api = suiteApi({ PUBLIC_BASE_URL: ISSUER });
  const owner = suiteOwner(api);
  const clients = apiClients(owner);
  let client: NewApiClient;

  beforeAll(async () => {
    client = await clients.create();
  });

  const rows = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);

  describe('is found by libraries (RFC 8414)', () => {
    const METADATA = '/.well-known/oauth-authorization-server';

    it('under the issuer that its tokens name', async () => {
      const issuer = new URL(ISSUER);
      const atOurs = (url: string, { headers }: { headers: Record<string, string> }) =>
        fetch(api.url + new URL(url).pathname, { headers });
      const answer = await discoveryRequest(issuer, { algorithm: 'oauth2', [customFetch]: atOurs });
      const found = await processDiscoveryResponse(issuer, answer);
      const methods = ['client_secret_basic', 'client_secret_post'];
      expect(found).toEqual({
        issuer: ISSUER,
        token_endpoint: `${ISSUER}/api/v1/oauth/token`,
        introspection_endpoint: `${ISSUER}/api/v1/oauth/introspect`,
        revocation_endpoint: `${ISSUER}/api/v1/oauth/revoke`,
        jwks_uri: `${ISSUER}/.well-known/jwks.json`,
        scopes_supported: API_CLIENT_SCOPES.map(({ code }) => code),
        response_types_supported: [],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: methods,
        introspection_endpoint_auth_methods_supported: methods,
        revocation_endpoint_auth_methods_supported: methods,
      });
      const token = await tokenOf(api, client);
      const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { iss: string };
      expect(claims.iss).toBe(found.issuer);
      for (const { pathname } of [found.jwks_uri!].map((url) => new URL(url))) await api.http.get(pathname).expect(200);
    });

    it('to be kept for an hour, and asked whether it is current', async () => {
      const { headers } = await api.http.get(METADATA).expect(200);
      expect(headers['cache-control']).toBe('public, max-age=3600');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      await api.http.get(METADATA).set('If-None-Match', headers['etag']!).expect(304);
      await api.http.head(METADATA).expect(200);
    });
  });

  describe('introspection and revocation', () => {
    const introspect = async (by: NewApiClient, token: string) =>
      (await oauth(api, 'introspect', { token }, { Authorization: basic(by) }).expect(200)).body as object;
    const revoke = async (by: NewApiClient, token: string) => {
      const { body } = await oauth(api, 'revoke', { token }, { Authorization: basic(by) }).expect(200);
      expect(body).toEqual({});
    };

    it('need a client, and a token', async () => {
      for (const route of ['introspect', 'revoke'] as const) {
        expect((await oauth(api, route, { token: 'x' }).expect(401)).body.error).toBe('invalid_client');
        const { body } = await oauth(api, route, {}, { Authorization: basic(client) }).expect(400);
        expect(body.error).toBe('invalid_request');
      }
    });

    it('tell a colleague of the tenant what a token is good for, and nobody else', async () => {
      const token = await tokenOf(api, client);
      const colleague = await clients.create({ name: 'Shipping' });
      const stranger = await apiClients((await aTenant(api)).owner.client).create();
      expect(await introspect(colleague, token)).toMatchObject({ active: true, client_id: client.id });
      expect(await introspect(stranger, token)).toEqual({ active: false });
      const [head, claims] = token.split('.');
      for (const other of ['x', 'a.b.c', client.client_secret, `${head}.${claims}.AAAA`, 'a'.repeat(8_000)]) {
        expect(await introspect(client, other)).toEqual({ active: false });
      }
    });

    it('end a token of the caller’s own alone', async () => {
      const [mine, kept] = [await tokenOf(api, client), await tokenOf(api, client)];
      const colleague = await clients.create({ name: 'Shipping' });
      await revoke(colleague, mine);
      await revoke(client, 'not a token');
      await serviceClient(api, mine).get(NOWHERE).expect(404);
      await revoke(client, mine);
      await revoke(client, mine);
      await serviceClient(api, mine).get(NOWHERE).expect(401);
      await serviceClient(api, kept).get(NOWHERE).expect(404);
      expect(await introspect(client, mine)).toEqual({ active: false });
      const [{ count } = { count: 0 }] = await rows('SELECT count(*)::int AS count FROM api_client_revoked_tokens');
      expect(count).toBeGreaterThan(0);
    });

    it('know that scopes were taken away', async () => {
      const one = await clients.create();
      const token = await tokenOf(api, one);
      await clients.patch(one.id, { scopes: [READ] });
      expect(await introspect(one, token)).toMatchObject({ active: true, scope: READ });
    });
  });

  it('is worthless once its ten minutes are over, to whoever asks', async () => {
    await rows(`UPDATE api_clients SET tokens_since = to_timestamp(0) WHERE id = $1`, [client.id]);
    const issued = (minutesAgo: number, changes: object = {}) =>
      api
        .get(AccessTokens)
        .forClient(
          { tenantId: api.tenantId, clientId: client.id, scope: READ, tokensSince: 0, ...changes },
          new Date(Date.now() - minutesAgo * MINUTE),
        ).token;
    await serviceClient(api, issued(9)).get(NOWHERE).expect(404);
    const past = issued(11);
    for (const token of [
      past,
      issued(-5),
      issued(0, { tenantId: newId() }),
      issued(0, { clientId: newId() }),
      issued(0, { tokensSince: 1 }),
    ]) {
      await serviceClient(api, token).get(NOWHERE).expect(401);
      const { body } = await oauth(api, 'introspect', { token }, { Authorization: basic(client) }).expect(200);
      expect(body).toEqual({ active: false });
      await oauth(api, 'revoke', { token }, { Authorization: basic(client) }).expect(200);
    }
  });

  it('is forgotten some time after it has expired, as are failures and replaced secrets', async () => {
    const { id, ...credentials } = await clients.create();
    const token = await tokenOf(api, credentials);
    await oauth(api, 'revoke', { token }, { Authorization: basic(credentials) }).expect(200);
    await oauth(api, 'token', { grant_type: 'client_credentials', client_id: id, client_secret: 'aks_x' }).expect(401);
    await clients.rotate(id, { overlap_seconds: 60 });
    const sweep = async (table: string) => (await api.get(Sweeps).run(`iam.${table}`, Infinity, 0)).rows;
    const AGES = {
      api_client_revoked_tokens: '61 minutes',
      api_client_failures: '1 second',
      api_client_secrets: '25 hours',
    };
    for (const [table, age] of Object.entries(AGES)) {
      expect([table, await sweep(table)]).toEqual([table, 0]);
      await rows(`UPDATE ${table} SET expires_at = now() - $1::interval WHERE expires_at IS NOT NULL`, [age]);
      expect([table, await sweep(table)]).toEqual([table, expect.any(Number)]);
      expect(await rows(`SELECT FROM ${table} WHERE expires_at IS NOT NULL`)).toEqual([]);
    }
    expect((await clients.read(id)).secrets).toHaveLength(1);
  });
});
