import { createPublicKey, verify } from 'node:crypto';
import { startTestApi, type TestApi } from '../../support/api';
import { copyTemplate, type TestDatabaseUrls } from '../../support/database';
import { aMember, clientOf, signIn, type TokenPair } from '../support/journey';
import { aSigner, asJwks, decodePart, encode } from '../support/tokens';

const OLD = aSigner('2026-01');
const NEW = aSigner('2026-07');

describe('GET /.well-known/jwks.json', () => {
  let urls: TestDatabaseUrls;
  let api: TestApi;

  beforeAll(async () => {
    urls = await copyTemplate();
    api = await startWith(NEW, OLD);
  });

  afterAll(async () => {
    await api.close();
    await urls.drop();
  });

  const startWith = (...signers: (typeof OLD)[]) => startTestApi({ JWT_PRIVATE_KEYS: asJwks(...signers) }, urls);
  /** An api process of a deployment that rotates its keys, for as long as the work takes. */
  const during = async <T>(signers: (typeof OLD)[], work: (process: TestApi) => Promise<T>): Promise<T> => {
    const process = await startWith(...signers);
    try {
      return await work(process);
    } finally {
      await process.close();
    }
  };

  it('lists the public half of every key, for everybody, as a bare JWK set', async () => {
    const { body, headers } = await api.http.get('/.well-known/jwks.json').expect(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(Object.keys(body)).toEqual(['keys']);
    expect(body.keys).toEqual(
      [NEW, OLD].map(({ kid, publicKey }) => {
        const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
        return { kty, crv, x, y, kid, use: 'sig', alg: 'ES256' };
      }),
    );
  });

  it('lets anybody verify a token by its kid', async () => {
    const { access_token } = await signIn(api, await aMember(api));
    const { body } = await api.http.get('/.well-known/jwks.json').expect(200);
    const { kid } = decodePart(access_token, 0);
    const jwk = body.keys.find((key: { kid: string }) => key.kid === kid);
    const [header = '', payload = '', signature = ''] = access_token.split('.');
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const isRight = (signed: string) =>
      verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
    expect(isRight(`${header}.${payload}`)).toBe(true);
    expect(isRight(`${header}.${encode({})}`)).toBe(false);
  });

  it('carries a strong ETag, and answers 304 to who has it', async () => {
    const { headers } = await api.http.get('/.well-known/jwks.json').expect(200);
    expect(headers['etag']).toMatch(/^"[^"]+"$/);
    const { text } = await api.http
      .get('/.well-known/jwks.json')
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(304);
    expect(text).toBe('');
  });

  it('shows keys that rotate without logging anyone out', async () => {
    const old = await during([OLD], async (process) => signIn(process, await aMember(process)));
    expect(decodePart(old.access_token, 0)['kid']).toBe(OLD.kid);

    const renewed = await during([NEW, OLD], async (process) => {
      await clientOf(process).context(old.access_token).expect(200);
      return (await clientOf(process).refresh(old.refresh_token).expect(200)).body.data as TokenPair;
    });
    expect(decodePart(renewed.access_token, 0)['kid']).toBe(NEW.kid);

    await during([NEW], async (process) => {
      await clientOf(process).context(old.access_token).expect(401);
      await clientOf(process).context(renewed.access_token).expect(200);
      await clientOf(process).refresh(renewed.refresh_token).expect(200);
    });
  });
});
