import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { bodyLimitsOf } from '../../apps/api/src/http/request/body-limits';
import { KnownRoutes } from '../../apps/api/src/http/request/known-routes';
import type { Answered } from './client';
import { hostileBodies, largestBody, type Schema, type Schemas } from './samples';
import type { WatchedServer } from './server';
import { aLargeValue, anyNetwork, APP, ARTICLE, DICTIONARY, MESSAGE, PAGE, RELEASE, type World } from './world';

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly body: Schema | null;
  readonly type: string;
}

/** The longest stretch that one kind of request to a route took. */
export interface Measured {
  readonly route: string;
  readonly kind: string;
  readonly status: number;
  /** Of the first, and the least of all: code that is not compiled yet, or the collector, may make one longer. */
  readonly coldMs: number;
  readonly warmMs: number;
  readonly sentBytes: number;
  readonly answerBytes: number;
}

const TIMES = 3;
const JSON_TYPE = 'application/json';
/** Would end what the others are asked with. */
const LEFT_OUT = new Set(['POST /admin-api/v1/auth/logout', 'POST /api/v1/auth/logout', 'DELETE /api/v1/me']);
const REFUSED_PASSWORD = 'not the right password';

export async function measureAll(
  server: WatchedServer,
  world: World,
  schemas: Schemas,
  operations: readonly Operation[],
  only: RegExp,
): Promise<Measured[]> {
  const routes = new KnownRoutes(
    operations.map(({ method, path, body, type }) => ({
      method,
      path,
      body: body && type === JSON_TYPE ? 'json' : null,
    })),
  );
  const order = (method: string) => ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method);
  const measured: Measured[] = [];
  for (const operation of operations.toSorted((a, b) => order(a.method) - order(b.method))) {
    const route = `${operation.method} ${operation.path}`;
    if (operation.method === 'HEAD' || LEFT_OUT.has(route) || !only.test(route)) continue;
    for (const [kind, make] of requestsTo(server, world, schemas, operation, routes)) {
      measured.push(await measure(server, world, route, kind, make));
    }
  }
  return measured;
}

interface Sent {
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly key?: string;
}

async function measure(
  server: WatchedServer,
  { client, ids }: World,
  route: string,
  kind: string,
  make: () => Promise<Sent>,
): Promise<Measured> {
  const [method = ''] = route.split(' ');
  const stretches: number[] = [];
  let last: Answered | null = null;
  let sentBytes = 0;
  for (let time = 0; time < TIMES; time++) {
    const { path, body, type, key } = await make();
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    sentBytes = text === undefined ? 0 : Buffer.byteLength(text);
    const { result, stretch } = await server.watch(() => client.ask(method, path, text, { type, key }));
    // Such as the second deletion of what there was one of: another kind of request.
    if (last && result.status !== last.status) break;
    stretches.push(stretch.longestMs);
    last = result;
    const { id } = result.data;
    if (result.status === 201 && typeof id === 'string') ids.set(path, [...new Set([...(ids.get(path) ?? []), id])]);
    // Refused for its form, it is refused in the same way again.
    if (result.status >= 400 && result.status < 429 && time > 0 && stretches[time]! < 10) break;
    if (method === 'GET' && time > 0 && stretches[time]! < 5) break;
  }
  const [coldMs = 0] = stretches;
  return {
    ...{ route, kind, status: last?.status ?? 0, coldMs, warmMs: Math.min(...stretches), sentBytes },
    answerBytes: last?.bytes ?? 0,
  };
}

function requestsTo(
  { database }: WatchedServer,
  world: World,
  schemas: Schemas,
  operation: Operation,
  routes: KnownRoutes,
): [string, () => Promise<Sent>][] {
  const { method, path, body } = operation;
  const query = queryOf(operation);
  const target = () => pathOf(world, operation) + query;
  if (method === 'GET') {
    const searched = operation.parameters.some(({ name }) => name === 'q');
    return [
      ['largest', () => Promise.resolve({ path: target() })],
      ...(searched
        ? ([['searched', () => Promise.resolve({ path: `${target()}${query ? '&' : '?'}q=a` })]] satisfies [
            string,
            () => Promise<Sent>,
          ][])
        : []),
      ...(path.startsWith('/api/v1')
        ? ([['from the database', () => forgotten(database, { path: target() })]] satisfies [
            string,
            () => Promise<Sent>,
          ][])
        : []),
    ];
  }
  if (!body) return [['largest', () => Promise.resolve({ path: target() })]];
  const limits = bodyLimitsOf(routes, method, path);
  if (!limits) return [];
  const { permittedBytes: bytes, keys, items } = limits;
  const largest = async (): Promise<Sent> => {
    const at = pathOf(world, operation);
    const known = { ...(await knownFor(world, at, path)) };
    return { path: at, body: largestBody(schemas, body, known, bytes - 100) };
  };
  const fields = Object.keys(resolved(schemas, body).properties ?? {}).filter((name) => name !== 'lock_version');
  const hostile = Object.entries(hostileBodies(fields, { bytes, keys, items })).map(
    ([kind, text]): [string, () => Promise<Sent>] => [
      kind,
      () => Promise.resolve({ path: pathOf(world, operation, true), body: text }),
    ],
  );
  if (method !== 'POST' || !path.startsWith('/admin-api')) return [['largest', largest], ...hostile];
  let first: Promise<Sent> | null = null;
  return [
    ['largest', largest],
    ['with a key', async () => ({ ...(await largest()), key: randomUUID() })],
    ['repeated with its key', () => (first ??= largest().then((sent) => ({ ...sent, key: 'stalls' })))],
    ...hostile,
  ];
}

/** While nobody tells it of changes, a process answers from the database, and makes its answers anew. */
async function forgotten<T>(database: WatchedServer['database'], sent: T): Promise<T> {
  await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`);
  await delay(100);
  return sent;
}

function resolved(schemas: Schemas, schema: Schema): Schema {
  const { $ref, oneOf } = schema;
  if ($ref) return resolved(schemas, schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  return oneOf?.[0] && !schema.properties ? resolved(schemas, oneOf[0]) : schema;
}

/** What a schema does not tell of a valid body. */
async function knownFor({ client, categoryId, userIds, appId }: World, at: string, path: string) {
  const isChange = /\/(?:\{[a-z_]+\}|draft|publish|enable|disable|move|archive|restore|rollout)$/.test(path);
  const holder = at.replace(/\/(?:draft|publish|enable|disable|move|unpublish|unschedule|archive|rollout)$/, '');
  const stored = isChange ? (await client.ask('GET', holder)).data : {};
  const { lock_version } = stored;
  const common = {
    lock_version,
    icon_file_id: null,
    cover_file_id: null,
    file_id: null,
    password: REFUSED_PASSWORD,
    current_password: REFUSED_PASSWORD,
  };
  if (path.includes('/settings'))
    return {
      ...common,
      key: () => `stalls.k${randomUUID()}`,
      scope: 'tenant',
      app_id: null,
      value: aLargeValue,
      value_type: 'json',
      is_public: false,
      is_secret: false,
      ...(isChange ? { key: undefined, scope: undefined, app_id: undefined, value_type: undefined } : {}),
    };
  if (path.includes('/dictionaries'))
    return {
      ...common,
      ...DICTIONARY,
      lock_version,
      ...(isChange ? { code: undefined, scope: undefined, app_id: undefined } : {}),
    };
  if (path.includes('/articles'))
    return { ...common, ...ARTICLE, lock_version, category_id: categoryId, ...(isChange ? { slug: undefined } : {}) };
  if (path.endsWith('/draft')) return { ...common, ...PAGE };
  if (path.includes('/notices') || path.includes('/messages')) {
    const audience = { mode: 'users', user_ids: userIds.slice(0, 10_000) };
    return {
      ...common,
      ...MESSAGE,
      lock_version,
      audience,
      ...(path.includes('/notices') ? { message_type: undefined } : {}),
    };
  }
  if (path.includes('/mobile/releases'))
    return {
      ...common,
      ...RELEASE,
      lock_version,
      ...(isChange ? { platform: undefined, package_type: undefined, version_code: undefined } : {}),
    };
  if (path.includes('/units'))
    return { ...common, parent_id: null, manager_user_id: null, user_ids: userIds.slice(0, 1_000) };
  if (path.includes('/api-clients')) return { ...common, 'allowed_cidrs[]': anyNetwork };
  if (path.includes('/push-providers')) {
    const options = { marketing: { k: 'v'.repeat(2_000) }, other: { k: 'v'.repeat(2_000) } };
    return {
      ...common,
      lock_version: undefined,
      config: { url: 'https://push.example.com', secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`, options },
    };
  }
  if (path.includes('/onboarding')) return { ...common, expected_version: 0 };
  if (/\/apps(?:\/\{app_id\})?$/.test(path))
    return { ...common, ...APP, dcloud_appid: null, ...(isChange ? { app_type: undefined } : {}) };
  if (path.includes('/service/notifications')) return { ...common, ...MESSAGE, app_id: appId };
  return common;
}

function queryOf({ parameters, path }: Operation): string {
  const names = new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name));
  const wanted = new URLSearchParams();
  if (names.has('page_size')) wanted.set('page_size', path.includes('/organization/units') ? '1000' : '100');
  if (names.has('limit')) wanted.set('limit', path.includes('/regions') ? '500' : '100');
  if (names.has('lock_version')) wanted.set('lock_version', '1');
  if (path.endsWith('/trends')) {
    for (const [name, value] of Object.entries({
      metric: 'new_members',
      interval: 'day',
      from: new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10),
      to: new Date().toISOString().slice(0, 10),
    }))
      wanted.set(name, value);
  }
  if (path.endsWith('/export')) wanted.set('format', 'ndjson');
  const query = wanted.toString();
  return query === '' ? '' : `?${query}`;
}

/** @param isHarmless for what is refused anyway: nothing that was stored is used up by it. */
function pathOf({ ids, appId }: World, { method, path }: Operation, isHarmless = false): string {
  let at = path.replace('{app_id}', appId).replace('{action}', 'cancel').replace('{revision}', '1');
  at = at.replace('{provider}', 'webhook').replace('{document_type}', 'terms-of-service').replace('{type}', 'email');
  if (path === '/admin-api/v1/apps/{app_id}' && method === 'DELETE') at = at.replace(appId, randomUUID());
  const mark = at.indexOf('/{');
  if (mark < 0) return at;
  const collection = at.slice(0, mark);
  const known =
    ids.get(collection) ??
    ids.get(collection.replace('/api/v1/public/pages', `/admin-api/v1/apps/${appId}/content/pages`)) ??
    [];
  const isDeletion = method === 'DELETE' && at.endsWith('}') && !isHarmless && known.length > 1;
  const id = collection.endsWith('/sessions')
    ? randomUUID()
    : ((isDeletion ? known.pop() : known[0]) ?? (/slug|code/.test(at) ? 'stalls' : randomUUID()));
  return (collection + at.slice(mark).replace(/\{[a-z_]+\}/, id)).replaceAll(/\{[a-z_]+\}/g, () => randomUUID());
}
