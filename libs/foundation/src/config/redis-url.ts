import { z } from 'zod';

interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

interface RedisCredentials {
  readonly username: string | undefined;
  readonly password: string;
}

/** Where Redis is, in the forms of URLs that Lettuce and Spring know. */
export type RedisLocation =
  /** One server, or a name behind which its successor is found. */
  | {
      readonly kind: 'server';
      readonly server: RedisAddress;
      readonly database: number;
      readonly credentials: RedisCredentials | null;
      readonly tls: boolean;
    }
  | {
      readonly kind: 'sentinel';
      readonly sentinels: readonly RedisAddress[];
      /** The name under which the sentinels watch the primary. */
      readonly primary: string;
      readonly database: number;
      readonly credentials: RedisCredentials | null;
      /** Of the sentinels themselves, which have none unless they are given. */
      readonly sentinelCredentials: RedisCredentials | null;
      readonly tls: boolean;
    }
  | {
      readonly kind: 'cluster';
      readonly nodes: readonly RedisAddress[];
      readonly credentials: RedisCredentials | null;
      readonly tls: boolean;
    };

const SEVERAL_FORMS = 'redis-sentinel://host:port,host:port#primary or redis-cluster://host:port,host:port';
const FORMS =
  `must be a Redis URL: redis://host:port, ${SEVERAL_FORMS}, ` +
  'rediss for TLS; @, /, ? and # of a password are written as %40, %2F, %3F and %23';

/** Scheme, what stands in front of @, servers, path, parameters and fragment. WHATWG URLs have one host. */
const PARTS =
  /^(?<tls>rediss?)(?:-(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^@/?#]*)@)?(?<servers>[^@/?#]*)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?(?:#(?<fragment>.*))?$/;
const SERVER = /^(?:\[(?<ipv6>[0-9a-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/i;
const DEFAULT_PORTS = { server: 6_379, sentinel: 26_379, cluster: 6_379 };
/** In place of a server that was not understood, which is a problem of its own. */
const NOWHERE: RedisAddress = { host: '', port: 0 };
const MAX_PORT = 65_535;
const OF_SENTINELS = ['sentinel_username', 'sentinel_password'];

/** A valid REDIS_URL, taken apart. @throws Error with all problems, none of which repeats a value. */
export function redisLocation(url: string): RedisLocation {
  const problems: string[] = [];
  const location = read(url, problems);
  if (!location || problems.length > 0) throw new Error(problems.join('; '));
  return location;
}

/** The variable REDIS_URL. */
export const redisUrl = z.string().superRefine((value, context) => {
  const problems: string[] = [];
  read(value, problems);
  for (const message of problems) context.addIssue({ code: 'custom', message });
});

function read(url: string, problems: string[]): RedisLocation | null {
  const parts = PARTS.exec(url)?.groups as Partial<Record<string, string>> | undefined;
  if (!parts) {
    problems.push(FORMS);
    return null;
  }
  const kind = (parts['kind'] ?? 'server') as RedisLocation['kind'];
  const tls = parts['tls'] === 'rediss';
  const servers = addresses(parts['servers'] ?? '', DEFAULT_PORTS[kind], problems);
  const credentials = parts['user'] === undefined ? null : credentialsOf(parts['user'], problems);
  const { path = '', query, fragment } = parts;
  if (kind === 'cluster') {
    if (!['', '0'].includes(path)) problems.push('must not name a database: a Redis Cluster has no other than 0');
    if (query !== undefined) problems.push('must not have parameters: a URL of a Redis Cluster has none');
    if (fragment !== undefined) problems.push('must not end with # and a name: a Redis Cluster has several primaries');
    return { kind, nodes: servers, credentials, tls };
  }
  if (!/^\d{0,5}$/.test(path)) problems.push('must have the number of a database, or nothing, after the servers and /');
  const database = Number(path);
  if (kind === 'server') {
    if (servers.length > 1) problems.push(`must name one server; several are ${SEVERAL_FORMS}`);
    if (query !== undefined) problems.push('must not have parameters: a URL of one server has none');
    if (fragment !== undefined) problems.push('must not have #: only sentinels have a name after it');
    return { kind, server: servers[0] ?? NOWHERE, database, credentials, tls };
  }
  if (fragment?.includes('?')) {
    problems.push('must have its parameters in front of # and the name of the primary; ? in that is written as %3F');
  }
  const primary = decoded(fragment ?? '', problems);
  if (primary === '') {
    problems.push('must end with # and the name under which the sentinels watch the primary, such as #mymaster');
  }
  const sentinelCredentials = sentinelCredentialsOf(query ?? '', problems);
  return {
    kind,
    sentinels: servers,
    primary,
    database,
    credentials,
    sentinelCredentials,
    tls,
  };
}

function addresses(list: string, defaultPort: number, problems: string[]): RedisAddress[] {
  const found = list.split(',').map((server) => {
    const { ipv6, name, port = String(defaultPort) } = SERVER.exec(server.trim())?.groups ?? {};
    const host = ipv6 ?? name;
    const number = Number(port);
    return host === undefined || number < 1 || number > MAX_PORT ? null : { host, port: number };
  });
  if (found.includes(null)) {
    problems.push('must list its servers as host:port, separated by commas, IPv6 addresses in brackets');
  }
  return found.filter((address) => address !== null);
}

function credentialsOf(text: string, problems: string[]): RedisCredentials | null {
  const colon = text.indexOf(':');
  if (colon < 0 || colon === text.length - 1) {
    problems.push('must have a password in front of @, as :password@ or user:password@');
    return null;
  }
  const username = decoded(text.slice(0, colon), problems);
  return { username: username === '' ? undefined : username, password: decoded(text.slice(colon + 1), problems) };
}

function sentinelCredentialsOf(query: string, problems: string[]): RedisCredentials | null {
  const given = new Map<string, string>();
  for (const parameter of query.split('&').filter(Boolean)) {
    const [name = '', ...value] = parameter.split('=');
    if (!OF_SENTINELS.includes(name)) {
      problems.push('must have no other parameters than sentinel_username and sentinel_password');
      return null;
    }
    // Not by URLSearchParams, which takes the + of a password for a blank.
    given.set(name, decoded(value.join('='), problems));
  }
  const password = given.get('sentinel_password');
  if (password) return { username: given.get('sentinel_username'), password };
  if (given.size > 0) problems.push('must have a value of sentinel_password where the sentinels have credentials');
  return null;
}

function decoded(text: string, problems: string[]): string {
  try {
    return decodeURIComponent(text);
  } catch {
    problems.push('must have %25 for a percent sign that begins no escape');
    return '';
  }
}
