import { createHmac, generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto';
import { connect } from 'node:net';
import { AppsService } from '@libs/apps';
import { startTestApi, type TestApi } from '../../support/api';
import { aMember, clientOf, signIn, type TokenPair } from '../support/journey';
import { aSigner, asJwks, decodePart, encode, signToken } from '../support/tokens';

const OURS = aSigner('ours');
const RETIRING = aSigner('retiring');
const STRANGER = aSigner('stranger');

describe('an access token', () => {
  let api: TestApi;
  let pair: TokenPair;
  let otherPair: TokenPair;
  let otherAppId: string;
  let claims: Record<string, unknown>;

  beforeAll(async () => {
    api = await startTestApi({ JWT_PRIVATE_KEYS: asJwks(OURS, RETIRING), PUBLIC_BASE_URL: 'https://api.example.com' });
    pair = await signIn(api, await aMember(api));
    otherPair = await signIn(api, await aMember(api));
    const other = await api
      .get(AppsService)
      .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
    otherAppId = other.id;
    claims = decodePart(pair.access_token, 1);
  });

  afterAll(() => api.close());

  const HEADER = { alg: 'ES256', typ: 'at+jwt', kid: OURS.kid };
  const context = (authorization: string, appId = api.appId) =>
    api.http.get('/api/v1/auth/context').set({ 'X-AppID': appId, Authorization: authorization });
  const forged = (header: object, changes: object, signer = OURS) =>
    signToken({ ...HEADER, ...header }, { ...claims, ...changes }, signer);
  const input = (header: object = HEADER) => `${encode(header)}.${encode(claims)}`;

  it('is an RFC 9068 JWT of ES256 for 15 minutes, that names App, user, session and tenant', () => {
    expect(decodePart(pair.access_token, 0)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: 'ours' });
    expect(claims).toEqual({
      iss: 'https://api.example.com',
      aud: `mobile:${api.appId}`,
      client_id: api.appId,
      sub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      sid: pair.session_id,
      tid: api.tenantId,
      iat: expect.any(Number),
      exp: (claims['iat'] as number) + 900,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(Date.parse(pair.access_token_expires_at)).toBe((claims['exp'] as number) * 1_000);
    expect(pair.access_token.length).toBeLessThan(1_024);
  });

  it('is one of many: no two have the same jti', () => {
    expect(decodePart(otherPair.access_token, 1)['jti']).not.toBe(claims['jti']);
  });

  it('is taken in a form of ours that the suite can make itself, of either key', async () => {
    await context(`Bearer ${forged({}, {})}`).expect(200);
    await context(`Bearer ${forged({ kid: RETIRING.kid }, {}, RETIRING)}`).expect(200);
  });

  it('is taken after a scheme of any case, as RFC 9110 has it', async () => {
    await context(`bearer ${pair.access_token}`).expect(200);
    await context(`BEARER ${pair.access_token}`).expect(200);
  });

  it('is forgiven a clock that is half a minute off', async () => {
    const now = Math.floor(Date.now() / 1_000);
    await context(`Bearer ${forged({}, { exp: now - 20 })}`).expect(200);
    await context(`Bearer ${forged({}, { nbf: now + 20 })}`).expect(200);
  });

  const FORGERIES: readonly [string, () => string][] = [
    ['of alg none without a signature', () => `${input({ ...HEADER, alg: 'none' })}.`],
    ['of alg None', () => `${input({ ...HEADER, alg: 'None' })}.`],
    ['of alg none with a signature of ours', () => forged({ alg: 'none' }, {})],
    ['without an alg', () => signToken({ typ: 'at+jwt', kid: OURS.kid }, claims, OURS)],
    [
      'of HS256 with the public key as PEM for its secret',
      () => hs256(OURS.publicKey.export({ type: 'spki', format: 'pem' }).toString()),
    ],
    [
      'of HS256 with the public key as DER for its secret',
      () => hs256(OURS.publicKey.export({ type: 'spki', format: 'der' })),
    ],
    [
      'of HS256 with the public JWK for its secret',
      () => hs256(JSON.stringify(OURS.publicKey.export({ format: 'jwk' }))),
    ],
    ['of HS256 with an empty secret', () => hs256('')],
    ['of RS256 with a key of its own', () => rs256('RS256')],
    ['of PS256 with a key of its own', () => rs256('PS256')],
    ['of ES384 by name only', () => forged({ alg: 'ES384' }, {})],
    ['of ES256K by name only', () => forged({ alg: 'ES256K' }, {})],
    ['of EdDSA', () => eddsa()],
    ['of es256 in lower case', () => forged({ alg: 'es256' }, {})],
    ['of another key under our kid', () => forged({}, {}, STRANGER)],
    ['of one of our keys under the kid of the other', () => forged({ kid: RETIRING.kid }, {}, OURS)],
    ['of another key under its own kid', () => forged({ kid: STRANGER.kid }, {}, STRANGER)],
    ['without a kid', () => signToken({ alg: 'ES256', typ: 'at+jwt' }, claims, OURS)],
    ['with a kid that is no text', () => forged({ kid: ['ours'] }, {})],
    ['with a kid that is a path', () => forged({ kid: '../../../../dev/null' }, {}, STRANGER)],
    ['with a kid that is SQL', () => forged({ kid: "' OR 1=1 --" }, {}, STRANGER)],
    ['with a kid that is a URL', () => forged({ kid: 'https://example.com/jwks.json#ours' }, {}, STRANGER)],
    ['with an empty kid', () => forged({ kid: '' }, {})],
    ['with the kid __proto__', () => forged({ kid: '__proto__' }, {}, STRANGER)],
    [
      'with a jwk of its own',
      () => forged({ kid: 'x', jwk: STRANGER.publicKey.export({ format: 'jwk' }) }, {}, STRANGER),
    ],
    [
      'with a jwk of its own under our kid',
      () => forged({ jwk: STRANGER.publicKey.export({ format: 'jwk' }) }, {}, STRANGER),
    ],
    ['with a jku', () => forged({ jku: 'https://example.com/jwks.json' }, {}, STRANGER)],
    ['with an x5u', () => forged({ x5u: 'https://example.com/key.pem' }, {}, STRANGER)],
    ['with an x5c', () => forged({ x5c: ['MIIB'] }, {}, STRANGER)],
    ['of our key with a jku beside it', () => forged({ jku: 'https://api.example.com/.well-known/jwks.json' }, {})],
    ['of our key with an x5t beside it', () => forged({ x5t: 'AAAA' }, {})],
    ['that says that it is compressed', () => forged({ zip: 'DEF' }, {})],
    ['that says that its claims are not encoded', () => forged({ b64: false }, {})],
    ['that says so critically', () => forged({ b64: false, crit: ['b64'] }, {})],
    ['of typ JWT', () => forged({ typ: 'JWT' }, {})],
    ['of typ AT+JWT', () => forged({ typ: 'AT+JWT' }, {})],
    ['without a typ', () => signToken({ alg: 'ES256', kid: OURS.kid }, claims, OURS)],
    ['of typ dpop+jwt', () => forged({ typ: 'dpop+jwt' }, {})],
    ['with critical extensions', () => forged({ crit: ['exp'], exp: 1 }, {})],
    ['that has expired', () => forged({}, { exp: Math.floor(Date.now() / 1_000) - 31 })],
    ['that never expires', () => forged({}, { exp: undefined })],
    ['whose expiry is text', () => forged({}, { exp: '9999999999' })],
    ['whose expiry is null', () => forged({}, { exp: null })],
    ['that is not valid yet', () => forged({}, { nbf: Math.floor(Date.now() / 1_000) + 60 })],
    ['issued in the future', () => forged({}, { iat: Math.floor(Date.now() / 1_000) + 60 })],
    ['issued never', () => forged({}, { iat: undefined })],
    ['issued at a time that is text', () => forged({}, { iat: String(claims['iat']) })],
    ['without a name of its own', () => forged({}, { jti: undefined })],
    ['whose name is no uuid', () => forged({}, { jti: 1 })],
    ['for another App', () => forged({}, { aud: `mobile:${otherAppId}` })],
    ['for administrators', () => forged({}, { aud: 'admin' })],
    ['for services', () => forged({}, { aud: 'service' })],
    ['for a list of Apps with this one among them', () => forged({}, { aud: [`mobile:${api.appId}`, 'admin'] })],
    ['for a list with this App alone', () => forged({}, { aud: [`mobile:${api.appId}`] })],
    ['for nobody', () => forged({}, { aud: undefined })],
    ['for this App in capitals', () => forged({}, { aud: `MOBILE:${api.appId.toUpperCase()}` })],
    ['of another issuer', () => forged({}, { iss: 'https://api.example.org' })],
    ['of our issuer with a slash', () => forged({}, { iss: 'https://api.example.com/' })],
    ['of no issuer', () => forged({}, { iss: undefined })],
    ['of a list of issuers', () => forged({}, { iss: ['https://api.example.com'] })],
    ['with the user of another session', () => forged({}, { sub: decodePart(otherPair.access_token, 1)['sub'] })],
    ['with the session of another user', () => forged({}, { sid: otherPair.session_id })],
    ['of a session that does not exist', () => forged({}, { sid: randomUUID() })],
    ['of a session that is no uuid', () => forged({}, { sid: "x' OR '1'='1" })],
    ['without a session', () => forged({}, { sid: undefined })],
    ['without a user', () => forged({}, { sub: undefined })],
    ['of a user that is an object', () => forged({}, { sub: { id: claims['sub'] } })],
    ['of another tenant', () => forged({}, { tid: randomUUID() })],
    ['without a tenant', () => forged({}, { tid: undefined })],
    ['whose claims are no JSON', () => signToken(HEADER, 'claims', OURS)],
    ['whose claims are no JSON under typ JWT', () => signToken({ ...HEADER, typ: 'JWT' }, 'claims', OURS)],
    ['whose claims are a list', () => signToken(HEADER, [claims], OURS)],
    ['whose claims are null', () => signToken(HEADER, 'null', OURS)],
    ['with a DER signature', () => signToken(HEADER, claims, OURS, 'der')],
    ['with a signature of zeros', () => `${input()}.${Buffer.alloc(64).toString('base64url')}`],
    ['with an empty signature', () => `${input()}.`],
    ['with one bit of its signature changed', () => bitFlipped(pair.access_token)],
    ['with half of its signature', () => pair.access_token.slice(0, -43)],
    ['with a longer signature', () => `${pair.access_token}AAAA`],
    ['with other claims under its signature', () => swapped()],
    ['without its first letter', () => pair.access_token.slice(1)],
    ['of two parts', () => input()],
    ['of four parts', () => `${pair.access_token}.x`],
    ['of five parts, as if encrypted', () => `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`],
    ['of one part', () => 'x'],
    ['of empty parts', () => '..'],
    ['with blanks inside', () => pair.access_token.replace('.', ' .')],
    ['with a letter beyond ASCII', () => `${pair.access_token}é`],
    ['with padding', () => pair.access_token.replace('.', '=.')],
    ['of other letters than base64url', () => '❌.❌.❌'.replace(/❌/g, '!')],
    ['of a header that is no JSON', () => `${encode('{')}.${encode(claims)}.x`],
    ['of a header that is null', () => `${encode('null')}.${encode(claims)}.x`],
    ['of a header with __proto__', () => `${encode('{"__proto__":{"alg":"none"}}')}.${encode(claims)}.`],
    ['of 12 KB', () => `${encode(HEADER)}.${encode({ ...claims, x: 'x'.repeat(8_000) })}.x`],
    ['that is a refresh token', () => pair.refresh_token],
  ];

  it.each(FORGERIES)('%s is 401 IAM.TOKEN.INVALID', async (_, forge) => {
    const { body, headers } = await context(`Bearer ${forge()}`).expect(401);
    expect(body).toMatchObject({ code: 'IAM.TOKEN.INVALID', status: 401 });
    expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  it.each([
    ['Basic', () => `Basic ${encode('member@example.com:password')}`],
    ['Basic with a token', () => `Basic ${pair.access_token}`],
    ['a token without a scheme', () => pair.access_token],
    ['a scheme without a token', () => 'Bearer'],
    ['a scheme with a blank', () => 'Bearer '],
    ['two tokens', () => `Bearer ${pair.access_token} ${pair.access_token}`],
    ['two schemes', () => `Basic eHg6eHg=, Bearer ${pair.access_token}`],
    ['a list', () => `Bearer ${pair.access_token}, Bearer ${pair.access_token}`],
    ['a scheme that only begins so', () => `BearerX ${pair.access_token}`],
    ['a tab for the blank', () => `Bearer\t${pair.access_token}`],
  ])('is not found in an Authorization of %s: 401', async (_, authorization) => {
    const { body } = await context(authorization()).expect(401);
    expect(['IAM.TOKEN.INVALID', 'IAM.TOKEN.MISSING']).toContain(body.code);
  });

  it('is not looked for in query, body or another header', async () => {
    const anonymous = api.http.get(`/api/v1/auth/context?access_token=${pair.access_token}`);
    const { body } = await anonymous.set({ 'X-AppID': api.appId, 'X-Access-Token': pair.access_token }).expect(401);
    expect(body).toMatchObject({ code: 'IAM.TOKEN.MISSING', status: 401 });
  });

  it('is not believed when Authorization is given twice, in whichever order', async () => {
    const tokens = [pair.access_token, forged({}, {}, STRANGER)];
    for (const order of [tokens, tokens.toReversed()]) {
      const lines = order.map((token) => `Authorization: Bearer ${token}`);
      const status = await rawStatus([
        'GET /api/v1/auth/context HTTP/1.1',
        'Host: x',
        `X-AppID: ${api.appId}`,
        ...lines,
      ]);
      expect(status).toBe(401);
    }
  });

  it('is refused, not choked on, when it is larger than headers may be', async () => {
    const status = await rawStatus([
      'GET /api/v1/auth/context HTTP/1.1',
      'Host: x',
      `X-AppID: ${api.appId}`,
      `Authorization: Bearer ${'x'.repeat(17 * 1_024)}`,
    ]);
    expect([400, 401, 431]).toContain(status);
  });

  it('of one App is 401 under another App', async () => {
    const { body } = await context(`Bearer ${pair.access_token}`, otherAppId).expect(401);
    expect(body.code).toBe('IAM.TOKEN.INVALID');
    await clientOf(api).context(pair.access_token).expect(200);
  });

  function hs256(secret: string | Buffer): string {
    const signed = input({ ...HEADER, alg: 'HS256' });
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  }

  function rs256(alg: string): string {
    const signed = input({ ...HEADER, alg });
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return `${signed}.${signBytes('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  }

  function eddsa(): string {
    const signed = input({ ...HEADER, alg: 'EdDSA' });
    const { privateKey } = generateKeyPairSync('ed25519');
    return `${signed}.${signBytes(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  }

  function bitFlipped(token: string): string {
    const [header, payload, signature = ''] = token.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    bytes[10] = (bytes[10] ?? 0) ^ 1;
    return [header, payload, bytes.toString('base64url')].join('.');
  }

  function swapped(): string {
    const [header, , signature] = pair.access_token.split('.');
    return [header, encode({ ...claims, sub: decodePart(otherPair.access_token, 1)['sub'] }), signature].join('.');
  }

  /** A request as no client library would send it. */
  function rawStatus(lines: string[]): Promise<number> {
    const { hostname, port } = new URL(api.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`),
      );
      let answer = '';
      socket.on('data', (bytes) => (answer += bytes.toString()));
      socket.on('error', reject);
      socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])));
    });
  }
});
