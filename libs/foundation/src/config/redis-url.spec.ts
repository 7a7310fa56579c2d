import { type ConfigurationError, loadConfig } from './config';
import { redisLocation } from './redis-url';

const NOTHING = { credentials: null, sentinelCredentials: null, tls: false };

function problemsOf(url: string): string[] {
  try {
    loadConfig({ REDIS_URL: url });
    return [];
  } catch (error) {
    return [...(error as ConfigurationError).problems];
  }
}

describe('REDIS_URL', () => {
  it.each([
    ['redis://redis', { host: 'redis' }, {}],
    ['redis://redis/', { host: 'redis' }, {}],
    [
      'rediss://user:p%40ss@redis.example.com:6380/3',
      { host: 'redis.example.com', port: 6_380 },
      { database: 3, credentials: { username: 'user', password: 'p@ss' }, tls: true },
    ],
    ['redis://[::1]:6379', { host: '::1' }, {}],
  ])('may be one server: %s', (url, server, others) => {
    const location = { kind: 'server', database: 0, credentials: null, tls: false, ...others };
    expect(redisLocation(url)).toEqual({ ...location, server: { port: 6_379, ...server } });
  });

  it.each([
    [
      'redis-sentinel://a:26380,b,[2001:db8::1]:26381#mymaster',
      {
        ...NOTHING,
        sentinels: [
          { host: 'a', port: 26_380 },
          { host: 'b', port: 26_379 },
          { host: '2001:db8::1', port: 26_381 },
        ],
        primary: 'mymaster',
        database: 0,
      },
    ],
    [
      'rediss-sentinel://:p%40ss%2Fword@a/3?sentinel_password=w+th%26#my%20master',
      {
        sentinels: [{ host: 'a', port: 26_379 }],
        primary: 'my master',
        database: 3,
        credentials: { username: undefined, password: 'p@ss/word' },
        sentinelCredentials: { username: undefined, password: 'w+th&' },
        tls: true,
      },
    ],
    [
      'redis-sentinel://app:pass:word@a?sentinel_username=watcher&sentinel_password=secret#m',
      {
        ...NOTHING,
        sentinels: [{ host: 'a', port: 26_379 }],
        primary: 'm',
        database: 0,
        credentials: { username: 'app', password: 'pass:word' },
        sentinelCredentials: { username: 'watcher', password: 'secret' },
      },
    ],
  ])('may be sentinels: %s', (url, location) => {
    expect(redisLocation(url)).toEqual({ kind: 'sentinel', ...location });
    expect(loadConfig({ REDIS_URL: url })).toMatchObject({ redisUrl: url, runWorker: false });
  });

  it.each([
    ['redis-cluster://a,b:7000', { credentials: null, tls: false }],
    ['rediss-cluster://:secret@a,b:7000/0', { credentials: { username: undefined, password: 'secret' }, tls: true }],
  ])('may be a cluster: %s', (url, location) => {
    const nodes = [
      { host: 'a', port: 6_379 },
      { host: 'b', port: 7_000 },
    ];
    expect(redisLocation(url)).toEqual({ kind: 'cluster', nodes, ...location });
  });

  it.each([
    ['http://redis', /^must be a Redis URL: redis:/],
    ['redis-sentinels://a#m', /^must be a Redis URL: redis:/],
    ['REDISS://a', /^must be a Redis URL: redis:/],
    ['Rediss://a', /^must be a Redis URL: redis:/],
    ['rediss://a?tls=', /^must not have parameters/],
    ['redis://a?password=secret', /^must not have parameters/],
    ['redis://a#m', /^must not have #/],
    ['redis://a,b:6379', /^must name one server; several are redis-sentinel:/],
    ['redis://a/abc', /^must have the number of a database/],
    ['redis://u:p%ZZ@a', /^must have %25 for a percent sign/],
    ['redis://secret@a', /^must have a password in front of @/],
    ['redis-sentinel://a#m?sentinel_password=secret', /^must have its parameters in front of #/],
    ['redis-cluster://:p@ss@a', /^must be a Redis URL: .* %40, /],
    ['redis-cluster://', /^must list its servers as host:port/],
    ['redis-cluster://a,,b', /^must list its servers as host:port/],
    ['redis-cluster://a:65536', /^must list its servers as host:port/],
    ['redis-cluster://a:0', /^must list its servers as host:port/],
    ['redis-cluster://2001:db8::1:6379', /^must list its servers as host:port/],
    ['redis-cluster://secret@a', /^must have a password in front of @, as :password@/],
    ['redis-cluster://user:@a', /^must have a password in front of @, as :password@/],
    ['redis-cluster://:100%@a', /^must have %25 for a percent sign/],
    ['redis-cluster://a/1', /^must not name a database/],
    ['redis-cluster://a#m', /^must not end with # and a name/],
    ['redis-cluster://a?x=1', /^must not have parameters/],
    ['redis-sentinel://a', /^must end with # and the name/],
    ['redis-sentinel://a#', /^must end with # and the name/],
    ['redis-sentinel://a/one#m', /^must have the number of a database/],
    ['redis-sentinel://a?password=secret#m', /^must have no other parameters than sentinel_username/],
    ['redis-sentinel://a?sentinel_username=u#m', /^must have a value of sentinel_password/],
  ])('is refused as %s, with what helps, and without what it is', (url, problem) => {
    const problems = problemsOf(url);
    expect(problems).toHaveLength(1);
    expect(problems[0]!.replace(/^REDIS_URL /, '')).toMatch(problem);
    expect(problems.join()).not.toMatch(/secret|user:@/);
    expect(() => redisLocation(url)).toThrow(problem);
  });

  it('is refused with all that is wrong at once', () => {
    expect(problemsOf('redis-sentinel://secret@a:/x?y=z')).toHaveLength(5);
  });
});
