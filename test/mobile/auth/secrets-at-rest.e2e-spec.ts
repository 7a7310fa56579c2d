import { createHash } from 'node:crypto';
import supertest from 'supertest';
import { BOOTSTRAP } from '../../admin/support/admin';
import { codeOf } from '../../admin/support/second-factor';
import { aDeviceKey, eventually } from '../../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../../support/database';
import { startServerProcess, type ServerProcess } from '../../support/server-process';
import { startSmtpSink, type SmtpSink } from '../../support/smtp-sink';
import { later } from '../../support/time-travel';

const PASSWORDS = [
  'first correct horse',
  'wrong battery staple',
  'second correct horse',
  'changed correct horse',
  'reset correct horse',
] as const;
const SETTINGS = ['first secret of a setting', 'second secret of a setting', 'refused secret of a setting'] as const;

/** A whole journey at the built server with full logging, and then a search of everything it left behind. */
describe('passwords, codes, tokens and secret settings', () => {
  let urls: TestDatabaseUrls;
  let sink: SmtpSink;
  let server: ServerProcess;
  let appId: string;
  /** Everything that only the client may know. */
  const secrets: string[] = [...PASSWORDS, ...SETTINGS];
  const addresses = ['left-behind@example.com', 'never-registered@example.com'] as const;
  let refreshTokens: string[];
  let stepUpToken: string;

  beforeAll(async () => {
    urls = await copyTemplate();
    sink = await startSmtpSink();
    const [app] = await queryAs<{ id: string }>(urls.superuserUrl, 'SELECT id FROM apps');
    appId = app?.id ?? '';
    server = await startServerProcess({
      NODE_ENV: 'test',
      DATABASE_URL: urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      // With the keys of the template, by whose administrator a secret is kept.
      DATA_DIR: testPostgres().directory,
      SMTP_URL: sink.url,
      PASSWORD_BCRYPT_COST: '4',
      LOG_LEVEL: 'trace',
    });
    await journey();
    await keepSecrets();
  });

  afterAll(async () => {
    await server.kill('SIGTERM');
    await sink.close();
    await urls.drop();
  });

  const post = (path: string, body?: object, headers: Record<string, string> = {}) =>
    supertest(server.url)
      .post(`/api/v1/auth/${path}`)
      .set({ 'X-AppID': appId, ...headers })
      .send(body);

  async function journey(): Promise<void> {
    const [email, unknown] = addresses;
    const [password, wrong, second] = PASSWORDS;
    await post('register', { email, password, display_name: 'Lin' }).expect(202);
    await post('registration/resend-code', { email: unknown }).expect(202);
    const mail = await eventually(() => Promise.resolve(sink.mails[0]));
    const otp = /^\d{6}$/m.exec(mail.text ?? '')?.[0] ?? '';
    const another = String((Number(otp) + 1) % 1_000_000).padStart(6, '0');
    await post('registration/verify-email', { email, otp: another }).expect(422);
    await post('registration/verify-email', { email, otp: '12345' }).expect(422);
    await post('registration/verify-email', { email, otp }).expect(200);
    const deviceKey = { 'X-AK-Device-Key': aDeviceKey() };
    await post('login/password', { email, password: wrong }, deviceKey).expect(401);
    await post('login/password', { email: unknown, password }, deviceKey).expect(401);
    await post('login/password', { email, password, x: second }, deviceKey).expect(422);
    const login = await post('login/password', { email, password }, deviceKey).expect(200);
    const idempotent = { ...deviceKey, 'Idempotency-Key': 'retry-of-the-journey' };
    const { refresh_token } = login.body.data;
    const refreshed = await post('token/refresh', { refresh_token }, idempotent).expect(200);
    await post('token/refresh', { refresh_token }, idempotent).expect(200);
    await post('token/refresh', { refresh_token }, { 'X-AK-Device-Key': aDeviceKey() }).expect(401);
    await post('logout', undefined, { Authorization: `Bearer ${refreshed.body.data.access_token}` }).expect(401);
    await later({ urls }, '61 seconds');
    await post('register', { email, password: second }).expect(202);
    await eventually(() => Promise.resolve(sink.mails[1]));
    refreshTokens = [refresh_token, refreshed.body.data.refresh_token, await recover(email, deviceKey)];
    secrets.push(
      otp,
      ...refreshTokens,
      login.body.data.access_token,
      refreshed.body.data.access_token,
      'retry-of-the-journey',
    );
  }

  /** Performs a step-up, changes the password, and resets it. @returns the refresh token of the session. */
  async function recover(email: string, deviceKey: Record<string, string>): Promise<string> {
    const [password, wrong, , changed, renewed] = PASSWORDS;
    const codeAfter = async (ask: () => PromiseLike<unknown>) => {
      const { length: before } = sink.mails;
      await ask();
      const code = /^\d{6}$/m;
      const mail = await eventually(() =>
        Promise.resolve(sink.mails.slice(before).find(({ text }) => code.test(text ?? ''))),
      );
      const otp = code.exec(mail.text ?? '')?.[0] ?? '';
      secrets.push(otp);
      return otp;
    };
    const { body } = await post('login/password', { email, password }, deviceKey).expect(200);
    const bearer = { Authorization: `Bearer ${body.data.access_token as string}` };
    const identifiers = await supertest(server.url)
      .get('/api/v1/me/login-identifiers')
      .set({ 'X-AppID': appId, ...bearer })
      .expect(200);
    const identifier_id = identifiers.body.data.items[0].id as string;
    let challenge_id = '';
    const stepUp = await codeAfter(async () => {
      const act = { purpose: 'data_export', resource: appId };
      const asked = await post('step-up/verification-code', { identifier_id, ...act }, bearer).expect(202);
      challenge_id = asked.body.data.challenge_id as string;
    });
    const verified = await post('step-up/verify', { challenge_id, otp: stepUp }, bearer).expect(200);
    stepUpToken = verified.body.data.step_up_token as string;
    secrets.push(stepUpToken);
    const headers = { ...bearer, 'X-Step-Up-Token': stepUpToken };
    await post('password/change', { current_password: wrong, new_password: changed }, headers).expect(422);
    await post('password/change', { current_password: password, new_password: changed }, headers).expect(200);
    const reset = await codeAfter(() => post('password/forgot', { email }).expect(202));
    await post('password/forgot', { email: addresses[1] }).expect(202);
    await post('password/reset', { email, otp: reset, new_password: changed }).expect(422);
    await post('password/reset', { email, otp: reset, new_password: renewed }).expect(200);
    return body.data.refresh_token as string;
  }

  /** As an administrator: creates a secret setting, changes it and is refused. */
  async function keepSecrets(): Promise<void> {
    const [first, second, refused] = SETTINGS;
    const http = supertest(server.url);
    const login = await http.post('/admin-api/v1/auth/login').send(BOOTSTRAP).expect(200);
    const { access_token, refresh_token } = login.body.data as Record<'access_token' | 'refresh_token', string>;
    refreshTokens.push(refresh_token);
    secrets.push(access_token, refresh_token);
    const bearer = { Authorization: `Bearer ${access_token}` };
    const create = (setting: object) =>
      http
        .post('/admin-api/v1/settings')
        .set(bearer)
        .send({ key: 'gateway.password', value_type: 'string', scope: 'tenant', is_secret: true, ...setting });
    const { body } = await create({ value: first }).expect(201);
    await create({ value: refused }).expect(409);
    await create({ value: refused, is_public: true }).expect(422);
    await http
      .patch(`/admin-api/v1/settings/${body.data.id as string}`)
      .set(bearer)
      .send({ lock_version: 1, value: second })
      .expect(200);
    await seeSecretsOnce(http, bearer);
  }

  /** Lets the server make what it shows once, each with an answer that is kept for repetitions where that is possible. */
  async function seeSecretsOnce(http: ReturnType<typeof supertest>, bearer: Record<string, string>): Promise<void> {
    const post = (path: string, body: object = {}) =>
      http
        .post(`/admin-api/v1/${path}`)
        .set({ ...bearer, 'Idempotency-Key': path.slice(0, 20) })
        .send(body);
    const { body: created } = await post('api-clients', { name: 'Warehouse', scopes: ['notifications.read'] }).expect(
      201,
    );
    const { id, client_secret } = created.data as { id: string; client_secret: string };
    const rotated = await post(`api-clients/${id}/rotate-secret`, { overlap_seconds: 60 }).expect(200);
    const endpoint = { url: 'https://hooks.example.com/appkernel', event_types: ['app.deleted'] };
    const { body: hook } = await post('webhooks/endpoints', endpoint).expect(201);
    const renewed = await post(`webhooks/endpoints/${hook.data.id as string}/rotate-secret`).expect(200);
    const token = await http
      .post('/api/v1/oauth/token')
      .type('form')
      .send({ grant_type: 'client_credentials', client_id: id, client_secret })
      .expect(200);
    const { body: enrolment } = await post('auth/mfa/totp', { current_password: BOOTSTRAP.password }).expect(200);
    const { secret: totp } = enrolment.data as { secret: string };
    const { body: confirmed } = await post('auth/mfa/totp/confirm', { code: codeOf(totp) }).expect(200);
    const told = [client_secret, rotated.body.data.client_secret, token.body.access_token, totp];
    const hooks = [hook.data.secret, renewed.body.data.secret].map((secret: string) => secret.replace('whsec_', ''));
    const shown = [...told, ...hooks, ...(confirmed.data.recovery_codes as string[])] as string[];
    for (const secret of shown) expect(secret).toMatch(/^.{10}/);
    secrets.push(...shown);
  }

  /** Every value of every row of every table, as text. */
  async function dump(): Promise<Map<string, string>> {
    const tables = await queryAs<{ name: string }>(
      urls.superuserUrl,
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
          AND relname NOT LIKE 'region%'`,
    );
    const contents = new Map<string, string>();
    for (const { name } of tables) {
      const rows = await queryAs<{ row: string }>(urls.superuserUrl, `SELECT t::text AS row FROM ${name} t`);
      contents.set(name, rows.map(({ row }) => row).join('\n'));
    }
    return contents;
  }

  it('are in no table in plain text, base64 or hexadecimal', async () => {
    const contents = await dump();
    const found = secrets.flatMap((secret) =>
      [secret, Buffer.from(secret).toString('base64').replace(/=+$/, ''), Buffer.from(secret).toString('hex')].flatMap(
        (form) => [...contents].filter(([, text]) => text.includes(form)).map(([table]) => `${secret} in ${table}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('are in no line of the log, at level trace', () => {
    const log = server.log.join('\n');
    expect(log).toContain('/api/v1/auth/login/password');
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  });

  it('leave no address in the log either, nor the name of a member', () => {
    const log = server.log.join('\n');
    for (const address of addresses) expect(log).not.toContain(address);
    expect(log).not.toContain('left-behind');
    expect(log).not.toContain('"Lin"');
  });

  it('leave no address in messages of the outbox, or in the tables of cooldowns and counters', async () => {
    const contents = await dump();
    for (const table of [
      'outbox_messages',
      'otp_limits',
      'login_throttles',
      'login_events',
      'security_events',
      'sessions',
      'step_up_tokens',
    ]) {
      expect(contents.get(table)).toBeDefined();
      for (const address of addresses) expect(contents.get(table)).not.toContain(address);
    }
  });

  it('are SHA-256 where a token is kept, and bcrypt of a keyed hash where a password is', async () => {
    const tokens = await queryAs<{ hash: string }>(
      urls.superuserUrl,
      `SELECT encode(token_hash, 'hex') AS hash FROM refresh_tokens`,
    );
    const hashes = refreshTokens.map((token) => createHash('sha256').update(token).digest('hex'));
    expect(tokens.map(({ hash }) => hash).sort()).toEqual(hashes.sort());
    const [stepUp] = await queryAs<{ hash: string }>(
      urls.superuserUrl,
      `SELECT encode(token_hash, 'hex') AS hash FROM step_up_tokens`,
    );
    expect(stepUp?.hash).toBe(createHash('sha256').update(stepUpToken).digest('hex'));
    const [user] = await queryAs<{ password_hash: string }>(
      urls.superuserUrl,
      `SELECT password_hash FROM users u JOIN login_identifiers i ON i.user_id = u.id WHERE i.value = $1`,
      [addresses[0]],
    );
    expect(user?.password_hash).toMatch(/^bcrypt-hmac-sha384\$[\w-]+\$\$2b\$04\$[./A-Za-z0-9]{53}$/);
  });

  it('leave no hash behind in requests that nobody can confirm any more', async () => {
    const rows = await queryAs(
      urls.superuserUrl,
      `SELECT 1 FROM otp_requests WHERE password_hash IS NOT NULL AND processed_at IS NOT NULL`,
    );
    expect(rows).toEqual([]);
  });
});
