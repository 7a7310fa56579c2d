import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { anAdmin } from '../admin/support/admin';
import { expectProblem } from '../http/support/problem';
import { suiteApi } from '../support/suite';
import { cookieOf, doorOf, takesBack, tokenOf } from './support/door';

const SECURE = '__Host-ak_console';

const PRODUCTION = {
  NODE_ENV: 'production',
  JWT_PRIVATE_KEYS: JSON.stringify({
    keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })],
  }),
  SECRET_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  PUBLIC_BASE_URL: 'https://api.example.com',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMS_DRIVER: 'http',
  SMS_HTTP_URL: 'https://sms.example.com',
  SMS_HTTP_SECRET: 'sixteen characters',
  PASSWORD_BCRYPT_COST: '10',
} as const;

describe.each([
  ['in production', PRODUCTION],
  [
    'in production behind a proxy that is reached without https',
    {
      ...PRODUCTION,
      PUBLIC_BASE_URL: 'http://api.internal',
      ALLOW_INSECURE_BASE_URL: 'true',
    },
  ],
  ['in development over https', { NODE_ENV: 'development', PUBLIC_BASE_URL: 'https://tunnel.example.com' }],
] as const)('The cookie of the console %s', (_where, environment) => {
  const api = suiteApi(environment);

  it('belongs to this host and to https', async () => {
    const door = doorOf(api, SECURE);
    const { email, password } = await anAdmin(api, ['auditor']);
    const answer = await door.login({ email, password }).expect(200);
    const { name, attributes } = cookieOf(answer)!;
    const lasting = attributes.filter((one) => !/^(?:max-age|expires)=/.test(one));
    expect({ name, lasting }).toEqual({ name: SECURE, lasting: ['httponly', 'path=/', 'samesite=strict', 'secure'] });
    const next = await door.refresh(tokenOf(answer)).expect(200);
    const out = await door.logout(tokenOf(next)).expect(200);
    expect(takesBack(out)).toBe(true);
    // Otherwise browsers would not take it back.
    expect(cookieOf(out)).toMatchObject({ name: SECURE, attributes: expect.arrayContaining(['secure', 'path=/']) });
  });

  it('is not the one that anybody else could set', async () => {
    const { email, password } = await anAdmin(api, ['auditor']);
    const answer = await doorOf(api, SECURE).login({ email, password }).expect(200);
    await doorOf(api).refresh(tokenOf(answer)).expect(200, { data: null });
    expectProblem(await doorOf(api, SECURE).refresh('planted'), 401, 'IAM.TOKEN.INVALID');
  });
});

describe('What the console is told in production', () => {
  const api = suiteApi({ ...PRODUCTION, BUILD_COMMIT: '0f3c9d1' });

  it('is that it is production', async () => {
    const { body } = await api.http.get('/console/env.json').expect(200);
    expect(body).toMatchObject({
      ...{ commit: '0f3c9d1', environment: 'production', mail: 'smtp', sms: 'gateway', docs: false },
    });
  });
});
