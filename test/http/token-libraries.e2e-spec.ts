import { createRemoteJWKSet, jwtVerify } from 'jose';
import { allowInsecureRequests, type AuthorizationServer, validateJwtAccessToken } from 'oauth4webapi';
import { signInAdmin } from '../admin/support/admin';
import { suiteApi } from '../support/suite';
import { aMember, signIn } from '../mobile/support/journey';

const ISSUER = 'https://api.example.com';

/** Another service that accepts our access tokens knows only the RFCs and our address. */
describe('An access token, to the libraries of other programs,', () => {
  const api = suiteApi({ PUBLIC_BASE_URL: ISSUER });
  let server: AuthorizationServer;
  let tokens: readonly { readonly token: string; readonly audience: string; readonly client: string }[];

  beforeAll(async () => {
    server = { issuer: ISSUER, jwks_uri: `${api.url}/.well-known/jwks.json` };
    const member = await signIn(api, await aMember(api));
    const admin = await signInAdmin(api);
    tokens = [
      { token: member.access_token, audience: `mobile:${api.appId}`, client: api.appId },
      { token: admin.access_token, audience: 'admin', client: 'admin' },
    ];
  });

  const validate = (token: string, audience: string) =>
    validateJwtAccessToken(
      server,
      new Request('https://service.example.com/', { headers: { Authorization: `Bearer ${token}` } }),
      audience,
      { [allowInsecureRequests]: true },
    );

  it('is one by RFC 9068 for a resource server', async () => {
    for (const { token, audience, client } of tokens) {
      expect(await validate(token, audience)).toMatchObject({ iss: ISSUER, aud: audience, client_id: client });
    }
  });

  it('is for its own audience only', async () => {
    await expect(validate(tokens[0]!.token, 'admin')).rejects.toThrow();
    await expect(validate(tokens[1]!.token, `mobile:${api.appId}`)).rejects.toThrow();
  });

  it('is verified with the published keys', async () => {
    const keys = createRemoteJWKSet(new URL(server.jwks_uri ?? ''));
    for (const { token, audience } of tokens) {
      const { protectedHeader } = await jwtVerify(token, keys, {
        issuer: ISSUER,
        audience,
        typ: 'at+jwt',
        algorithms: ['ES256'],
        requiredClaims: ['client_id', 'sub', 'iat', 'exp', 'jti'],
      });
      expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    }
  });
});
