import fc from 'fast-check';
import { isLong } from '../../support/rounds';
import type { Asked } from './raw-requests';

export const CONFIG = '/api/v1/public/config';
export const POLICY = '/api/v1/public/app-version';

const DEVICE = '3f2b8c1e-7a53-4d0c-9f7e-1f5f0a6d2b44';

type Lines = Asked['headers'];

interface Known {
  /** Of Apps in all states; the first one is asked most. */
  readonly appIds: readonly string[];
  readonly etags: readonly string[];
}

/** What a request may be made of. The first of each list is the usual one. */
interface Parts {
  readonly methods: readonly string[];
  readonly paths: readonly string[];
  readonly searches: readonly string[];
  readonly versions: readonly string[];
  readonly hosts: readonly Lines[];
  readonly apps: readonly Lines[];
  readonly bodies: readonly (readonly [Lines, string])[];
  /** Values by the name of a header that is usually absent. */
  readonly others: Readonly<Record<string, readonly string[]>>;
}

const SEARCHES = [
  '?platform=android',
  '',
  '?',
  '?platform=android&version_code=10',
  '?platform=android&version_code=4&channel=huawei',
  '?platform=android&package_type=wgt&version_code=10&native_version_code=8&runtime_version=4.29',
  '?platform=android&package_type=wgt&version_code=10&wgt_version_code=30',
  '?platform=ios&version_code=10',
  '?platform=harmony',
  '?platform=windows',
  '?platform=android&platform=ios',
  '?platform[]=android',
  '?platform=android&version_code=1e3',
  '?platform=%61ndroid&version_code=1%30',
  '?platform=android&x=%ff',
  '?platform=android&x=%00',
  '?platform=android#platform=ios',
  '?platform=android&version_code=1#0',
  '?platform=android?version_code=1',
  '?platform=android&__proto__=1&constructor=2',
  '?+platform=android',
  '?platform=android&version_code=+10',
  '?&&platform=android&',
  `?platform=android&x=${'y'.repeat(1_500)}`,
  `?platform=android&x=${'y'.repeat(9_000)}`,
];

const PATH_CHANGES: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('public', 'Public'),
  (path) => path.replace('/public', '//public'),
  (path) => path.replace('c', '%63'),
  (path) => path.replace('/public/', '/public%2F'),
  (path) => `${path};x=1`,
  (path) => `${path}#x`,
  (path) => `${path}%20`,
  (path) => `${path}/../config`,
  (path) => `http://localhost${path}`,
  (path) => `HTTPS://other.example${path}`,
  (path) => `other:${path}`,
  (path) => path.slice(1),
  () => '*',
];

const PATHS = [CONFIG, POLICY].flatMap((path) => [path, ...PATH_CHANGES.map((change) => change(path))]);

const JSON_TYPE = ['Content-Type', 'application/json'] as const;

function partsOf({ appIds, etags }: Known): Parts {
  const [appId = ''] = appIds;
  const [etag = ''] = etags;
  return {
    methods: ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE', 'get', 'TRACE'],
    paths: PATHS,
    searches: SEARCHES,
    versions: ['1.1', '1.0', '1.2'],
    hosts: [
      [['Host', 'localhost']],
      [['host', 'other.example:81']],
      [],
      [
        ['Host', 'a'],
        ['Host', 'b'],
      ],
    ],
    apps: [
      ...appIds.map((id): Lines => [['X-AppID', id]]),
      [],
      [['x-appid', '']],
      [['X-AppID', 'shop']],
      [['X-AppID', `${appId} `]],
      [
        ['X-AppID', appId],
        ['X-AppID', appId],
      ],
    ],
    bodies: [
      [[], ''],
      [[['Content-Length', '0']], ''],
      [[['Content-Length', '2'], JSON_TYPE], '{}'],
      [[['Transfer-Encoding', 'chunked'], JSON_TYPE], '2\r\n{}\r\n0\r\n\r\n'],
      [[['Content-Length', 'x']], ''],
      [
        [
          ['Expect', '100-continue'],
          ['Content-Length', '2'],
        ],
        '{}',
      ],
      [[['Expect', 'magic']], ''],
    ],
    others: {
      'Accept-Language': ['zh-CN', 'en', 'ja, en;q=0.5', 'zh-TW;q=0, *', 'fr', 'en;q=2', '\xe4', ''],
      'If-None-Match': [...etags.flatMap((one) => [one, `W/${one}`, `"x", ${one}`]), '*', '', '"x', etag.slice(1)],
      'X-Request-ID': ['given-1', 'given 2', 'x'.repeat(129), '', 'A.b_c-9'],
      'X-AK-Device-Key': [DEVICE, DEVICE.toUpperCase(), 'device', ''],
      Origin: ['https://app.example.com', 'https://evil.example', 'null', ''],
      'Access-Control-Request-Method': ['GET'],
      Authorization: ['Bearer x', 'Basic eDp5'],
      'X-Forwarded-For': ['203.0.113.7', '2001:db8::7, 10.0.0.1', 'unknown', '203.0.113.7:80'],
      Connection: ['keep-alive', 'Upgrade', 'close', 'X-AppID'],
      Upgrade: ['websocket', 'h2c'],
      'X-HTTP-Method-Override': ['DELETE'],
      'Accept-Encoding': ['gzip', 'br;q=1'],
      Range: ['bytes=0-1'],
      'If-Modified-Since': ['Sat, 01 Jan 2050 00:00:00 GMT'],
      'If-Match': ['"x"'],
      Cookie: ['a=b'],
    },
  };
}

/** Each part in each of its forms, in a request that is usual otherwise. */
export function deviations(known: Known): Asked[] {
  const { methods, paths, searches, versions, hosts, apps, bodies, others } = partsOf(known);
  const [host = [], app = []] = [hosts[0], apps[0]];
  const headers = [...host, ...app];
  const lines = Object.entries(others).flatMap(([name, values]) => values.map((value) => [name, value] as const));
  const both = [`${CONFIG}${SEARCHES[0]}`, `${POLICY}${SEARCHES[0]}`];
  return [
    ...paths.flatMap((path, at) => searchesOf(path, at, searches).map((search) => ({ target: `${path}${search}` }))),
    ...both.flatMap((target) => [
      ...methods.map((method) => ({ target, method })),
      ...versions.map((version) => ({ target, version })),
      ...hosts.map((one) => ({ target, headers: [...one, ...app] })),
      ...apps.map((one) => ({ target, headers: [...host, ...one] })),
      ...bodies.map(([more, body]) => ({ target, headers: [...headers, ...more], body })),
      ...lines.flatMap((line) => [
        { target, headers: [...headers, line] },
        { target, headers: [...headers, line, line] },
      ]),
    ]),
  ].map((part) => ({ method: 'GET', version: '1.1', headers, body: '', ...part }));
}

/** All for the usual paths; outside the long run every fifth for each of the others, which together meet all of them. */
function searchesOf(path: string, at: number, searches: readonly string[]): readonly string[] {
  if (isLong || path === CONFIG || path === POLICY) return searches;
  return searches.filter((_, place) => place === 0 || (at + place) % 5 === 0);
}

/** Parts in any combination, the usual ones most of the time. */
export function anyRequest(known: Known): fc.Arbitrary<Asked> {
  const { methods, paths, searches, versions, hosts, apps, bodies, others } = partsOf(known);
  const lines = Object.entries(others).map(([name, values]) => {
    const line = fc.constantFrom(...values).map((value) => [name, value] as const);
    return fc.oneof(
      { weight: 16, arbitrary: fc.constant<Lines>([]) },
      { weight: 3, arbitrary: fc.tuple(line) },
      { weight: 1, arbitrary: fc.tuple(line, line) },
    );
  });
  const path = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(CONFIG, POLICY) }, fc.constantFrom(...paths));
  const pieces = ['platform', 'version_code', '=', '&', 'android', '10', '%', '[', '+', '\\', '"', '^', '|'];
  const nonsense = fc.array(fc.constantFrom(...pieces), { maxLength: 7 }).map((some) => `?${some.join('')}`);
  return fc
    .record({
      method: usually(methods),
      path,
      search: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...searches) }, nonsense),
      version: usually(versions),
      host: usually(hosts),
      app: usually(apps),
      body: usually(bodies),
      more: fc.tuple(...lines),
    })
    .map(({ method, path: plain, search, version, host, app, body: [bodyHeaders, body], more }) => ({
      method,
      target: `${plain}${search}`,
      version,
      headers: [...host, ...app, ...bodyHeaders, ...more.flat()],
      body,
    }));
}

function usually<T>(forms: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(forms[0] as T) }, fc.constantFrom(...forms));
}
