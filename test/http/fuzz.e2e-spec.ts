import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import fc from 'fast-check';
import { METHODS } from '../../apps/api/src/surfaces/routes';
import { asOwner, signInAdmin } from '../admin/support/admin';
import { resolved } from '../support/openapi';
import { rounds } from '../support/rounds';
import { apiClients, tokenOf } from '../service/support/clients';
import { aMember, type SignedIn } from './support/member';
import { expectAnyProblem, FURTHER_MEMBERS } from './support/problem';
import { exchange, request } from './support/wire';
import { anyText } from '../support/any-text';
import { suiteApi } from '../support/suite';

interface Operation {
  readonly method: string;
  readonly path: string;
  /** The names of its query parameters. */
  readonly query: readonly string[];
  /** An example of its body. */
  readonly example: unknown;
}

/** An operation as the document has it. */
interface Documented {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: Media } };
}

interface Parameter {
  readonly in: string;
  readonly name: string;
}

interface Media {
  readonly example?: unknown;
  /** One of each variant. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** Of each route. */
const RUNS = rounds(100, 10);
const ADMIN_RUNS = rounds(40, 10);

/** Some thousand requests beside other suites on a slow machine. */
const PATIENCE_MS = 240_000;

const SURFACES: Readonly<Record<string, (path: string) => boolean>> = {
  'administrators’ interface': (path) => path.startsWith('/admin-api/'),
  'account and session interface': (path) => /^\/api\/v1\/(?:me|auth)\b/.test(path),
  'public interface': (path) => !/^\/(?:admin-api|api\/v1\/(?:me|auth)\b)/.test(path),
};

/** Characters and texts that have broken a parser somewhere. */
const nasty = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '\u202e',
    '%00',
    '%ff',
    '../../etc/passwd',
    "' OR 1=1 --",
    '${7*7}',
    '<script>',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '-1',
    '1e400',
    '2147483648',
    '9223372036854775808',
    '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901',
    'privacy-policy',
    'member@example.com',
    '123456',
  ),
  anyText({ maxLength: 40 }),
  fc.string({ maxLength: 300 }),
);

const scalar = fc.oneof(nasty, fc.double(), fc.integer(), fc.boolean(), fc.constant(null));
const json: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('any'), { maxLength: 5 }),
    fc.dictionary(nasty, tie('any'), { maxKeys: 5 }),
  ),
})).any;

/** Valid values, except in a few places. */
function damaged(example: unknown): fc.Arbitrary<unknown> {
  if (typeof example !== 'object' || example === null)
    return fc.oneof({ weight: 3, arbitrary: fc.constant(example) }, json);
  if (Array.isArray(example)) return fc.oneof(fc.tuple(...example.map(damaged)), json);
  const fields = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, damaged(value)]));
  const more = fc.dictionary(nasty, json, { maxKeys: 2, noNullPrototype: true });
  return fc
    .tuple(fc.record(fields, { requiredKeys: [] }), fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, more))
    .map((parts) => Object.assign({}, ...parts) as unknown);
}

const headerValue = nasty.map((text) => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, ''));
const encoded = nasty.map((text) => encodeURIComponent(text.toWellFormed()));
const rawQuery = fc.string({ unit: fc.constantFrom(...'aq=&%+[]?/0f,;~'), maxLength: 60 });

/** A query with parameters of the route. */
function queryOf(names: readonly string[]): fc.Arbitrary<string> {
  const parameter = fc.tuple(fc.constantFrom('a', ...names), encoded).map((parts) => parts.join('='));
  return fc.array(parameter, { maxLength: names.length + 1 }).map((parameters) => parameters.join('&'));
}

describe('Whatever a client sends', () => {
  const api = suiteApi({ TRUST_PROXY: '1' });
  let member: SignedIn;
  let operations: readonly Operation[];
  let adminToken: string;
  let serviceToken: string;
  /** An App that may be changed and lost: other suites use the default one. */
  let fuzzedAppId: string;

  beforeAll(async () => {
    member = await aMember(api);
    adminToken = (await signInAdmin(api)).access_token;
    const app = { name: 'Fuzzed', app_type: 'uni_app', default_locale: 'zh-CN' };
    fuzzedAppId = (await (await asOwner(api)).post('apps', app).expect(201)).body.data.id as string;
    serviceToken = await tokenOf(api, await apiClients(await asOwner(api)).create());
    const { body } = await api.http.get('/docs/openapi.json').expect(200);
    operations = Object.entries(body.paths as Record<string, Record<string, Documented>>).flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const { requestBody, parameters = [] } = methods[method] ?? {};
        const known = parameters.map((parameter) => resolved<Parameter>(body as OpenAPIObject, parameter));
        const media = requestBody?.content['application/json'];
        const [variant] = Object.values(media?.examples ?? {});
        const operation = {
          method: method.toUpperCase(),
          path,
          query: known.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
          example: media?.example ?? variant?.value,
        };
        return methods[method] ? [operation] : [];
      }),
    );
  });

  const headers = (token: string) =>
    fc.record(
      {
        'X-AppID': fc.oneof({ weight: 5, arbitrary: fc.constant(api.appId) }, headerValue),
        Authorization: fc.oneof({ weight: 5, arbitrary: fc.constant(`Bearer ${token}`) }, headerValue),
        'X-AK-Device-Key': fc.oneof({ weight: 5, arbitrary: fc.constant(randomUUID()) }, headerValue),
        'X-Tenant-ID': fc.oneof({ weight: 9, arbitrary: fc.constant(api.tenantId) }, headerValue),
        'Sec-Fetch-Site': fc.oneof({ weight: 9, arbitrary: fc.constant('same-origin') }, headerValue),
        Cookie: headerValue.map((text) => `ak_console=${text}`),
        Range: headerValue,
        'Accept-Language': headerValue,
        'X-Request-ID': headerValue,
        'Idempotency-Key': headerValue,
        'X-Step-Up-Token': headerValue,
        'If-None-Match': headerValue,
        'User-Agent': headerValue,
        'X-Forwarded-For': headerValue,
        'Content-Type': fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, headerValue),
        'Content-Encoding': fc.oneof(
          { weight: 9, arbitrary: fc.constant('identity') },
          fc.constantFrom('gzip', 'br', 'x'),
        ),
      },
      { requiredKeys: ['Content-Type'] },
    );

  const tokenFor = (path: string) => {
    if (path.startsWith('/admin-api/')) return adminToken;
    return path.startsWith('/api/v1/service/') ? serviceToken : member.accessToken;
  };

  /** A success or a refusal in our form, and never a server error. */
  const expectCivil = (answer: Awaited<ReturnType<typeof exchange>>) => {
    expect(answer.status).toBeLessThan(500);
    // Those of OAuth are by its RFCs.
    if (answer.status >= 400 && 'error' in answer.body) {
      expect(Object.keys(answer.body).sort()).toEqual(['error', 'error_description']);
    } else if (answer.status >= 400)
      expectAnyProblem(
        answer,
        Object.keys(answer.body).filter((key) => FURTHER_MEMBERS.has(key)),
      );
    else if (answer.headers['content-type']?.includes('json; charset') && !answer.headers['transfer-encoding']) {
      // Key sets, OAuth's metadata, what the console is told and answers of compatible protocols have no envelope.
      const isBare =
        ['keys', 'issuer', 'default_tenant_code'].some((name) => name in answer.body) ||
        typeof answer.body['code'] === 'number';
      expect('data' in answer.body || isBare).toBe(true);
    }
  };

  it.each(Object.entries(SURFACES))(
    'to any route of the %s: it is an answer, or a problem that is the client’s',
    async (_name, isOfSurface) => {
      const ofSurface = operations.filter(({ path }) => isOfSurface(path));
      expect(ofSurface.length).toBeGreaterThan(10);
      for (const { method, path, query, example } of ofSurface) {
        const body = example === undefined ? json : damaged(example);
        const token = tokenFor(path);
        const appId = fc.oneof({ weight: 5, arbitrary: fc.constant(fuzzedAppId) }, encoded);
        const target = fc
          .tuple(appId, encoded, fc.oneof(fc.constant(''), rawQuery, queryOf(query)))
          .map(([app, part, parameters]) => {
            const place = path.replace(/\{app_id\}/, app).replaceAll(/\{\w+\}/g, part);
            return `${place}?${parameters}`;
          });
        await fc.assert(
          fc.asyncProperty(target, headers(token), body, async (url, given, value) => {
            // Signing out would make every later request anonymous.
            fc.pre(!path.endsWith('/logout') || given.Authorization !== `Bearer ${token}`);
            const text = method === 'GET' ? undefined : JSON.stringify(value);
            expectCivil(await exchange(api.url, request(method, url, given, text)));
          }),
          { numRuns: path.startsWith('/admin-api/') ? ADMIN_RUNS : RUNS },
        );
      }
    },
    PATIENCE_MS,
  );

  it('as a body: bytes that are hardly JSON', async () => {
    const almost = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .string({ unit: fc.constantFrom(...'{}[]",:\\u0d8"truefalsnl0123e+-. \n\0é'), maxLength: 80 })
        .map((text) => Buffer.from(text)),
      fc.json().chain((text) => fc.nat(text.length).map((length) => Buffer.from(text.slice(0, length)))),
    );
    await fc.assert(
      fc.asyncProperty(almost, async (bytes) => {
        const form = { 'X-AppID': api.appId, 'Content-Type': 'application/json' };
        expectCivil(await exchange(api.url, request('POST', '/api/v1/auth/token/refresh', form, bytes)));
      }),
      { numRuns: rounds(300) },
    );
  });

  it('as a path: strings that no URL should be', async () => {
    const path = fc.string({
      unit: fc.constantFrom(...'/.%;=@:~a-_0f\\?', '/api/v1', '/public', '/pages/', '%2e', '%ff'),
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(path, async (target) => {
        expectCivil(await exchange(api.url, request('GET', `/${target}`, { 'X-AppID': api.appId })));
      }),
      { numRuns: rounds(300) },
    );
  });

  it('leaves the service healthy', async () => {
    await api.http.get('/internal/v1/health/ready').expect(200);
    await api.http.get('/api/v1/auth/context').set(member.headers).expect(200);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
