import { gzipSync } from 'node:zlib';
import { randomUUID } from 'node:crypto';
import { aDeviceKey, PASSWORD } from '../../support/api';
import { suiteApi } from '../../support/suite';
import { aMember, signIn } from '../support/journey';

const ANONYMOUS = [
  '/api/v1/auth/register',
  '/api/v1/auth/registration/verify-email',
  '/api/v1/auth/registration/resend-code',
  '/api/v1/auth/login/password',
  '/api/v1/auth/token/refresh',
  '/api/v1/auth/password/forgot',
  '/api/v1/auth/password/reset',
  '/api/v1/auth/sms-captcha',
];
const WITHOUT_DEVICE_KEY = ['/api/v1/auth/password/reset'];
const OF_MEMBERS = [
  '/api/v1/auth/password/change',
  '/api/v1/auth/step-up/verification-code',
  '/api/v1/auth/step-up/verify',
  '/api/v1/me/login-identifiers/email/challenge',
  '/api/v1/me/login-identifiers/email/verify',
];
const OF_AUTH = [...ANONYMOUS, ...OF_MEMBERS].filter((path) => path.includes('/auth/'));

describe('the order of checks', () => {
  const api = suiteApi();
  let accessToken: string;

  beforeAll(async () => {
    accessToken = (await signIn(api, await aMember(api))).access_token;
  });

  const send = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    api.http
      .post(path)
      .set({ 'Content-Type': 'application/json', ...headers })
      .serialize((bytes: unknown) => bytes as string)
      .send(body);

  describe.each(OF_AUTH)('of POST %s', (path) => {
    it('begins with the form of the body, before the App header and the bearer', async () => {
      const malformed = await send(path, '{"email":').expect(400);
      expect(malformed.body.code).toBe('REQUEST.MALFORMED');
      const large = await send(path, JSON.stringify({ email: 'x'.repeat(17 * 1_024) })).expect(413);
      expect(large.body.code).toBe('REQUEST.TOO_LARGE');
      const form = await send(path, 'email=member%40example.com', {
        'Content-Type': 'application/x-www-form-urlencoded',
      });
      expect([form.status, form.body.code]).toEqual([415, 'REQUEST.UNSUPPORTED_MEDIA_TYPE']);
    });

    it.each([
      ['missing', undefined, 'APP.HEADER.REQUIRED'],
      ['empty', '', 'APP.HEADER.REQUIRED'],
      ['no uuid', 'default', 'APP.HEADER.INVALID'],
      ['unknown', randomUUID(), 'APP.HEADER.UNAVAILABLE'],
    ])('goes on with X-AppID, before the bearer and the fields: %s', async (_, appId, code) => {
      const headers = { ...(appId === undefined ? {} : { 'X-AppID': appId }), 'X-AK-Device-Key': 'malformed' };
      const { body } = await send(path, '{"x":1}', headers).expect(400);
      expect(body).toMatchObject({ code, status: 400, instance: path });
    });
  });

  it('has the bearer before the fields', async () => {
    const headers = { 'X-AppID': api.appId, 'X-AK-Device-Key': 'malformed' };
    const path = '/api/v1/auth/password/change';
    const missing = await send(path, '{}', headers).expect(401);
    expect(missing.body.code).toBe('IAM.TOKEN.MISSING');
    const invalid = await send(path, '{}', { ...headers, Authorization: 'Bearer x' }).expect(401);
    expect(invalid.body.code).toBe('IAM.TOKEN.INVALID');
    const valid = await send(path, '{"__proto__":{}}', { ...headers, Authorization: `Bearer ${accessToken}` });
    expect([valid.status, valid.body.code]).toEqual([422, 'REQUEST.VALIDATION_FAILED']);
  });

  it.each(OF_MEMBERS)('has the bearer before the fields, and ends with those: POST %s', async (path) => {
    const headers = { 'X-AppID': api.appId };
    expect((await send(path, '{"x":1}', headers).expect(401)).body.code).toBe('IAM.TOKEN.MISSING');
    const invalid = await send(path, '{"x":1}', { ...headers, Authorization: 'Bearer x' }).expect(401);
    expect(invalid.body.code).toBe('IAM.TOKEN.INVALID');
    const valid = await send(path, '{}', { ...headers, Authorization: `Bearer ${accessToken}` }).expect(422);
    expect(valid.body.code).toBe('REQUEST.VALIDATION_FAILED');
  });

  it.each(ANONYMOUS)('ends with the fields: POST %s', async (path) => {
    const headers = { 'X-AppID': api.appId, 'X-AK-Device-Key': aDeviceKey() };
    const empty = await send(path, '{}', headers).expect(422);
    expect(empty.body.code).toBe('REQUEST.VALIDATION_FAILED');
    const none = await api.http.post(path).set(headers).expect(422);
    expect(none.body.errors).toEqual(empty.body.errors);
  });

  it.each(ANONYMOUS.filter((path) => !WITHOUT_DEVICE_KEY.includes(path)))(
    'has X-AK-Device-Key among them: POST %s',
    async (path) => {
      const headers = { 'X-AppID': api.appId };
      const malformed = await send(path, '{}', { ...headers, 'X-AK-Device-Key': 'malformed' }).expect(422);
      expect(malformed.body.errors[0].field).toBe('X-AK-Device-Key');
    },
  );

  describe('hostile bodies', () => {
    const good = JSON.stringify({ email: 'member@example.com', password: PASSWORD });
    const deep = (depth: number) => `${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}`;

    it.each<[string, string | Buffer, Record<string, string>, number]>([
      ['UTF-16', Buffer.from(good, 'utf16le'), {}, 400],
      ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), {}, 400],
      ['a byte order mark', `\ufeff${good}`, {}, 401],
      ['NUL bytes', '\u0000\u0000', {}, 400],
      ['a comment', `/* x */${good}`, {}, 400],
      ['two documents', `${good}${good}`, {}, 400],
      ['a trailing comma', good.replace('}', ',}'), {}, 400],
      ['NaN', '{"email":NaN}', {}, 400],
      ['a huge number', `{"email":${'9'.repeat(5_000)}}`, {}, 422],
      ['nesting 33 deep', deep(33), {}, 422],
      ['nesting 2,000 deep', deep(2_000), {}, 422],
      ['1,001 keys', `{${Array.from({ length: 1_001 }, (_, index) => `"k${index}":1`).join(',')}}`, {}, 422],
      ['a list of 1,001', `{"email":[${'1,'.repeat(1_000)}1]}`, {}, 422],
      ['a key twice', `{"email":"a@example.com","email":"b@example.com","password":"${PASSWORD}"}`, {}, 401],
      ['an escaped __proto__', `{"\\u005f_proto__":{"x":1},"email":"a@example.com","password":"${PASSWORD}"}`, {}, 422],
      ['a key with NUL', '{"a\\u0000b":1}', {}, 422],
      ['a key with a lone surrogate', '{"\\ud800":1}', {}, 422],
      ['gzip that is none', good, { 'Content-Encoding': 'gzip' }, 415],
      ['gzip', gzipSync(good), { 'Content-Encoding': 'gzip' }, 415],
      ['an encoding that nobody knows', good, { 'Content-Encoding': 'zstd+x' }, 415],
      ['a bomb', gzipSync('x'.repeat(10_000_000)), { 'Content-Encoding': 'gzip' }, 415],
      ['another charset', good, { 'Content-Type': 'application/json; charset=iso-8859-1' }, 415],
      ['text/plain', good, { 'Content-Type': 'text/plain' }, 415],
      ['multipart', good, { 'Content-Type': 'multipart/form-data; boundary=x' }, 415],
      ['JSON of another kind', good, { 'Content-Type': 'application/vnd.api+json' }, 415],
      ['JSON in capitals', good, { 'Content-Type': 'APPLICATION/JSON; CHARSET="UTF-8"' }, 401],
    ])('are answered, whatever they are: %s', async (_, body, headers, status) => {
      const answer = await send('/api/v1/auth/login/password', body, {
        'X-AppID': api.appId,
        'X-AK-Device-Key': aDeviceKey(),
        ...headers,
      });
      expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/problem+json']);
      expect(answer.text).not.toMatch(/at .*\.(ts|js):|node_modules|SELECT /);
    });
  });
});
