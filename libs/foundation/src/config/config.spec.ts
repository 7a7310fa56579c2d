import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError, loadConfig } from './config';

const jwk = (curve = 'P-256', kid?: string) => ({
  ...generateKeyPairSync('ec', { namedCurve: curve }).privateKey.export({ format: 'jwk' }),
  ...(kid ? { kid } : {}),
});
const JWKS = JSON.stringify({ keys: [jwk()] });
const SECRET = randomBytes(32).toString('base64');

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://api:pw@db:5432/appkernel',
  JWT_PRIVATE_KEYS: JWKS,
  SECRET_KEYS: `k1:${SECRET}`,
  PUBLIC_BASE_URL: 'https://api.example.com',
  SMTP_URL: 'smtp://user:pw@mail:587',
  SMS_DRIVER: 'http',
  SMS_HTTP_URL: 'https://sms.example.com',
  SMS_HTTP_SECRET: 'sixteen characters',
};

/** The problems, one a line. */
function problemsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [...error.problems];
  }
  return [];
}

const namesOf = (problems: string[]) => problems.map((problem) => problem.split(' ')[0]);

describe('The configuration', () => {
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'appkernel-config-'));
  });

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const file = (name: string, content: string) => {
    const path = join(directory, name);
    writeFileSync(path, content);
    return path;
  };

  it('needs nothing in development', () => {
    expect(loadConfig({})).toMatchObject({
      environment: 'development',
      production: false,
      publicBaseUrl: 'http://localhost:3000',
      http: {
        host: '127.0.0.1',
        port: 3000,
        trustProxy: false,
        corsOrigins: [],
        swaggerEnabled: true,
        rateLimitEnabled: true,
      },
      database: {
        url: undefined,
        poolSize: 20,
        runMigrations: true,
        acquireTimeoutMs: 2_000,
        queryTimeoutMs: 6_000,
      },
      runWorker: true,
      startup: { waitSeconds: 60 },
      shutdown: { drainSeconds: 0, graceSeconds: 30 },
    });
  });

  it('in production shows no development tools, seeds nothing and does not migrate by itself', () => {
    expect(loadConfig(PRODUCTION)).toMatchObject({
      production: true,
      http: { swaggerEnabled: false },
      database: { runMigrations: false },
      bootstrapAdmin: { email: undefined, password: undefined },
      shutdown: { drainSeconds: 5 },
    });
  });

  describe('when something is wrong', () => {
    it('lists everything at once, one line each, with the name of the variable and what it must be', () => {
      const problems = problemsOf({
        NODE_ENV: 'staging',
        PORT: '70000',
        PUBLIC_BASE_URL: 'api.example.com',
        CORS_ORIGINS: '*',
        DATABASE_URL: 'mysql://db',
        REDIS_URL: 'http://redis',
        SMTP_URL: 'mail.example.com',
        SMS_DRIVER: 'pigeon',
        STORAGE_DRIVER: 'tape',
        CLAMAV_URL: 'clamav:3310',
        JWT_PRIVATE_KEYS: '{}',
        SECRET_KEYS: 'k1',
        BOOTSTRAP_ADMIN_EMAIL: 'admin',
        RUN_WORKER: 'maybe',
        LOG_LEVEL: 'loud',
        SHUTDOWN_GRACE_SECONDS: '0',
      });
      expect(namesOf(problems)).toEqual([
        'BOOTSTRAP_ADMIN_EMAIL',
        'CLAMAV_URL',
        'CORS_ORIGINS',
        'DATABASE_URL',
        'JWT_PRIVATE_KEYS',
        'LOG_LEVEL',
        'NODE_ENV',
        'PORT',
        'PUBLIC_BASE_URL',
        'REDIS_URL',
        'RUN_WORKER',
        'SECRET_KEYS',
        'SHUTDOWN_GRACE_SECONDS',
        'SMS_DRIVER',
        'SMTP_URL',
        'STORAGE_DRIVER',
      ]);
      for (const problem of problems) expect(problem).toMatch(/^[A-Z_]+ must [^\n]+$/);
    });

    it('says so in one message, and ends the process with 78', () => {
      const error = new ConfigurationError(['PORT must be an integer', 'HOST is odd']);
      expect(error.message).toBe('The configuration is not valid:\n  PORT must be an integer\n  HOST is odd');
      expect(ConfigurationError.exitCode).toBe(78);
    });

    it('never repeats a value', () => {
      const secret = 'hunter2-hunter2';
      const values = Object.keys(PRODUCTION).map((name) => [name, secret] as const);
      expect(problemsOf(Object.fromEntries(values)).join('\n')).not.toContain(secret);
    });
  });

  it.each([
    ['PORT', ['', '-1', '65536', '80.5', '0x50', '8e1', ' 80', 'http', '99999999999'].slice(1)],
    ['DATABASE_POOL_SIZE', ['0', '501']],
    ['RATE_LIMIT_ENABLED', ['yes', 'TRUE', 'on', '2']],
    ['PUBLIC_BASE_URL', ['localhost:3000', 'ftp://example.com', '//example.com', 'javascript:alert(1)']],
    [
      'CORS_ORIGINS',
      ['*', 'example.com', 'https://example.com/', 'https://example.com/path', 'https://*.example.com', 'null'],
    ],
    ['SMS_HTTP_SECRET', ['short']],
    ['SMS_TWILIO_ACCOUNT_SID', ['AC123', `../AC${'0'.repeat(32)}`]],
    ['SMS_TWILIO_SENDER', ['a sender that is too long', '+12']],
    ['SMS_ALIYUN_TEMPLATE_PARAMS', ['code,name', 'code,', ',']],
    ['SMS_ALIYUN_NOTICE_TEMPLATE_PARAMS', ['change,code', 'change,', ',']],
    ['BOOTSTRAP_ADMIN_PASSWORD', ['elevenchars', 'x'.repeat(257)]],
    ['PASSWORD_BCRYPT_COST', ['3', '17']],
    [
      'TRUST_PROXY',
      ['true', 'yes', 'all', '10.0.0.0/33', '300.0.0.1', 'example.com', '-1', '1.5', ',', 'loopback,nonsense'],
    ],
    [
      'JWT_PRIVATE_KEYS',
      ['{', '{}', '{"keys":[]}', '{"keys":{}}', '{"keys":[{}]}', '{"keys":[null]}', '/nowhere/keys.json', 'text'],
    ],
    [
      'SECRET_KEYS',
      ['k1', `k1:${SECRET.slice(0, 20)}`, `:${SECRET}`, `k 1:${SECRET}`, `k1:${SECRET},k1:${SECRET}`, `k1:${SECRET},`],
    ],
  ])('refuses for %s: %j', (name, values) => {
    for (const value of values) {
      const problems = problemsOf({ [name]: value });
      expect([value, namesOf(problems)]).toEqual([value, [name]]);
      expect(problems[0]).toMatch(/^\w+ must [a-z0-9][^\n]*$/);
    }
  });

  it.each([
    ['TRUST_PROXY', '0', { http: { trustProxy: 0 } }],
    ['TRUST_PROXY', '2', { http: { trustProxy: 2 } }],
    ['TRUST_PROXY', 'loopback', { http: { trustProxy: 'loopback' } }],
    ['TRUST_PROXY', '10.0.0.0/8, 2001:db8::/32', { http: { trustProxy: '10.0.0.0/8, 2001:db8::/32' } }],
    [
      'CORS_ORIGINS',
      ' https://a.example.com , http://localhost:8080,',
      { http: { corsOrigins: ['https://a.example.com', 'http://localhost:8080'] } },
    ],
    ['RATE_LIMIT_ENABLED', '0', { http: { rateLimitEnabled: false } }],
    [
      'PUBLIC_BASE_URL',
      'https://api.example.com/',
      { publicBaseUrl: 'https://api.example.com', adminBaseUrl: 'https://api.example.com/console' },
    ],
    ['REDIS_URL', 'redis://redis:6379', { redisUrl: 'redis://redis:6379', runWorker: false }],
    ['PORT', '8080', { http: { port: 8080 }, publicBaseUrl: 'http://localhost:8080' }],
  ])('takes %s=%s', (name, value, expected) => expect(loadConfig({ [name]: value })).toMatchObject(expected));

  describe('of keys', () => {
    it('accepts only a JWK set of P-256 keys with distinct kids', () => {
      const load = (...keys: object[]) => problemsOf({ JWT_PRIVATE_KEYS: JSON.stringify({ keys }) });
      expect(load(jwk(), jwk())).toEqual([]);
      expect(load(jwk('P-384'))).toEqual(['JWT_PRIVATE_KEYS must contain ES256 (P-256) keys only']);
      expect(load(jwk('P-256', 'a'), jwk('P-256', 'a'))).toEqual([
        'JWT_PRIVATE_KEYS must not contain the same kid twice',
      ]);
      const { d: _private, ...publicKey } = jwk() as Record<string, unknown>;
      expect(load(publicKey)).toEqual(['JWT_PRIVATE_KEYS must contain private keys in JWK form']);
    });

    it('keeps them in their order, using the first for new tokens and secrets', () => {
      const { keys } = loadConfig({
        JWT_PRIVATE_KEYS: JSON.stringify({ keys: [jwk('P-256', 'new'), jwk('P-256', 'old')] }),
        SECRET_KEYS: `k2:${SECRET}, k1:${SECRET}`,
      });
      expect(keys.signing?.map(({ kid }) => kid)).toEqual(['new', 'old']);
      expect(keys.secrets?.map(({ id }) => id)).toEqual(['k2', 'k1']);
    });

    it('reads the JWK set from a file that JWT_PRIVATE_KEYS names', () => {
      expect(loadConfig({ JWT_PRIVATE_KEYS: file('jwks.json', JWKS) }).keys.signing).toHaveLength(1);
      expect(problemsOf({ JWT_PRIVATE_KEYS: file('null.json', 'null') })).toEqual([
        'JWT_PRIVATE_KEYS must be a JWKS with at least one key',
      ]);
    });
  });

  describe('in production', () => {
    it.each(['DATABASE_URL', 'JWT_PRIVATE_KEYS', 'SECRET_KEYS', 'PUBLIC_BASE_URL', 'SMTP_URL', 'SMS_DRIVER'])(
      'requires %s',
      (name) => {
        const { [name]: _missing, ...environment } = PRODUCTION as Record<string, string>;
        expect(namesOf(problemsOf(environment))).toEqual([name]);
        expect(namesOf(problemsOf({ ...environment, [name]: '' }))).toEqual([name]);
      },
    );

    it.each([
      ['SMS_DRIVER', 'log'],
      ['PASSWORD_BCRYPT_COST', '9'],
      ['BOOTSTRAP_ADMIN_PASSWORD', 'bootstrap password'],
      ['TRUST_PROXY', '0.0.0.0/0'],
      ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1'],
      ['TRUST_PROXY', '11'],
      ['PUBLIC_BASE_URL', 'http://api.example.com'],
      ['PUBLIC_BASE_URL', 'HTTP://localhost'],
      ['ADMIN_BASE_URL', 'http://admin.example.com'],
      ['SECRET_KEYS', `k1:${Buffer.alloc(32).toString('base64')}`],
      ['SECRET_KEYS', `k2:${SECRET},k1:${Buffer.alloc(32, 1).toString('base64')}`],
    ])('refuses %s=%s', (name, value) => {
      const [problem, ...others] = problemsOf({ ...PRODUCTION, [name]: value });
      expect(problem).toContain(name);
      expect(others).toEqual([]);
    });

    it.each([
      ['TRUST_PROXY', '3'],
      ['TRUST_PROXY', 'loopback, 10.0.0.0/8'],
      ['ADMIN_BASE_URL', 'https://admin.example.com'],
      ['SECRET_KEYS', `k1:${SECRET.replace(/=+$/, '')}`],
      ['SECRET_KEYS', `k1:${randomBytes(48).toString('base64url')}`],
    ])('takes %s=%s', (name, value) => expect(problemsOf({ ...PRODUCTION, [name]: value })).toEqual([]));

    it('accepts http base URLs only with ALLOW_INSECURE_BASE_URL', () => {
      const insecure = { PUBLIC_BASE_URL: 'http://api.internal', ADMIN_BASE_URL: 'http://admin.internal' };
      expect(namesOf(problemsOf({ ...PRODUCTION, ...insecure }))).toEqual(['ADMIN_BASE_URL', 'PUBLIC_BASE_URL']);
      expect(namesOf(problemsOf({ ...PRODUCTION, ...insecure, ALLOW_INSECURE_BASE_URL: 'false' }))).toHaveLength(2);
      const config = loadConfig({ ...PRODUCTION, ...insecure, ALLOW_INSECURE_BASE_URL: 'true' });
      expect(config).toMatchObject({ publicBaseUrl: 'http://api.internal', adminBaseUrl: 'http://admin.internal' });
    });

    it('refuses one of the most common passwords for the first administrator', () => {
      const administrator = { BOOTSTRAP_ADMIN_EMAIL: 'a@example.com', BOOTSTRAP_ADMIN_PASSWORD: 'in everybody’s list' };
      const checks = { isCommonPassword: (password: string) => password === 'in everybody’s list' };
      expect(() => loadConfig({ ...PRODUCTION, ...administrator }, checks)).toThrow(
        'BOOTSTRAP_ADMIN_PASSWORD must not be one of the most common passwords in production',
      );
      expect(() => loadConfig(administrator, checks)).not.toThrow();
      expect(() => loadConfig(PRODUCTION, checks)).not.toThrow();
    });

    it('needs the URL and the secret of the SMS gateway', () => {
      const { SMS_HTTP_URL: _url, SMS_HTTP_SECRET: _secret, ...environment } = PRODUCTION;
      expect(namesOf(problemsOf(environment))).toEqual(['SMS_HTTP_SECRET', 'SMS_HTTP_URL']);
    });

    it.each([
      ['twilio', ['SMS_TWILIO_ACCOUNT_SID', 'SMS_TWILIO_AUTH_TOKEN', 'SMS_TWILIO_SENDER']],
      [
        'aliyun',
        [
          'SMS_ALIYUN_ACCESS_KEY_ID',
          'SMS_ALIYUN_ACCESS_KEY_SECRET',
          'SMS_ALIYUN_SIGN_NAME',
          'SMS_ALIYUN_TEMPLATE_CODE',
        ],
      ],
    ])('needs the credentials of %s', (driver, names) => {
      expect(namesOf(problemsOf({ ...PRODUCTION, SMS_DRIVER: driver }))).toEqual(names);
    });
  });

  describe('from files', () => {
    it('reads any variable from the file that <NAME>_FILE names, without its last line break', () => {
      const fromFiles = Object.entries(PRODUCTION).map(([name, value]) => [`${name}_FILE`, file(name, `${value}\n`)]);
      expect(loadConfig(Object.fromEntries(fromFiles) as Record<string, string>)).toEqual(loadConfig(PRODUCTION));
      const password = 'ends with blanks  ';
      const config = loadConfig({ BOOTSTRAP_ADMIN_PASSWORD_FILE: file('password', `${password}\r\n`) });
      expect(config.bootstrapAdmin.password).toBe(password);
    });

    it('refuses a file that cannot be read, and a variable given in both ways', () => {
      const unreadable = ['PORT_FILE must be the path of a readable file'];
      expect(problemsOf({ PORT_FILE: join(directory, 'nothing') })).toEqual(unreadable);
      expect(problemsOf({ PORT_FILE: directory })).toEqual(unreadable);
      const both = ['PORT and PORT_FILE are both set; set one'];
      expect(problemsOf({ PORT: '1', PORT_FILE: file('port', '2') })).toEqual(both);
    });

    it('treats an empty value as absent, in the environment and in a file', () => {
      const names = 'PORT DATABASE_URL REDIS_URL CORS_ORIGINS LOG_LEVEL JWT_PRIVATE_KEYS RUN_WORKER'.split(' ');
      expect(loadConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(loadConfig({}));
      expect(loadConfig(Object.fromEntries(names.map((name) => [`${name}_FILE`, ''])))).toEqual(loadConfig({}));
      const empty = file('empty', '\n');
      expect(loadConfig(Object.fromEntries(names.map((name) => [`${name}_FILE`, empty])))).toEqual(loadConfig({}));
    });
  });
});
