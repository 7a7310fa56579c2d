import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { AppsService } from '@libs/apps';
import { PagesService } from '@libs/content';
import { ChangeFeed, Logger } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { KnownAppVersions } from '../../apps/api/src/public/app-version/known-app-versions';
import { Readiness } from '../../apps/api/src/health/readiness';
import { KnownAnswers } from '../../apps/api/src/surfaces/known-answers';
import { aTenant, asSystem } from '../support/tenants';
import { TestReleases } from '../public/support/releases';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { rounds } from '../support/rounds';
import { anyRequest, CONFIG, deviations, POLICY } from './support/any-request';
import { type Asked, comparable, exchangeAll, isReadable } from './support/raw-requests';

const RUNS = rounds(2_500, 10);
const RUNS_WITH_CORS = rounds(500, 10);
const PATIENCE_MS = 240_000;

/** Two apis on one database; the second knows no answers and takes all requests the whole way. */
interface Pair {
  readonly early: TestApi;
  readonly whole: TestApi;
  /** How many answers the first has given early. */
  readonly given: () => number;
}

async function startPair(environment: Readonly<Record<string, string>>, on?: TestApi): Promise<Pair> {
  const early = await startTestApi(environment, on?.urls);
  const whole = await startTestApi(environment, early.urls);
  jest.spyOn(whole.get(KnownAnswers), 'find').mockReturnValue(null);
  const known = early.get(KnownAnswers);
  const find = known.find.bind(known);
  let given = 0;
  jest.spyOn(known, 'find').mockImplementation((...asked) => {
    const found = find(...asked);
    if (found) given += 1;
    return found;
  });
  return { early, whole, given: () => given };
}

describe('An answer from memory', () => {
  let logged: Record<string, unknown>[];
  let pair: Pair;
  let corsPair: Pair;
  let releases: TestReleases;
  let appIds: string[];
  let etags: string[];

  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'request').mockImplementation((fields) => {
      // What was sent behind the last answer of a connection may be read or not.
      if (fields.status !== 499) logged.push({ ...fields });
    });
    logged = [];
    pair = await startPair({ TRUST_PROXY: 'loopback' });
    corsPair = await startPair({ CORS_ORIGINS: 'https://app.example.com' }, pair.early);
    releases = new TestReleases(pair.early);
    const anApp = async (tenantId: string) =>
      (
        await pair.early.get(AppsService).create(tenantId, {
          name: 'Another',
          appType: 'uni_app',
          defaultLocale: 'ja-JP',
          supportedLocales: ['ja-JP', 'zh-TW'],
        })
      ).id;
    const other = await anApp(await aTenant(pair.early.database));
    const disabled = await anApp(pair.early.tenantId);
    await asSystem(pair.early.database, `UPDATE apps SET status = 'disabled' WHERE id = $1`, [disabled]);
    appIds = [pair.early.appId, pair.early.appId.toUpperCase(), other, disabled, newId()];
    const wgt = await releases.upload();
    const links = { external_url: 'https://apps.example.com/shop' };
    await releases.publish({ version_code: 20, min_supported_version_code: 5, ...links });
    await releases.publish({ platform: 'ios', version_code: 20, rollout_percent: 50, ...links });
    await releases.publish({ package_type: 'wgt', version_code: 30, min_native_version_code: 9, file_id: wgt.id });
    await known();
    etags = [];
    for (const path of [CONFIG, `${POLICY}?platform=android`]) {
      const { headers } = await pair.early.http.get(path).set('X-AppID', pair.early.appId).expect(200);
      etags.push(headers['etag'] ?? '');
    }
  });

  afterAll(async () => {
    await corsPair.whole.close();
    await corsPair.early.close();
    await pair.whole.close();
    await pair.early.close();
    jest.restoreAllMocks();
  });

  /** Waits until all apis have heard of all changes so far. */
  const known = async () => {
    for (const { early, whole } of [pair, corsPair]) for (const api of [early, whole]) await releases.known(api);
  };

  /** What the servers send and log for the same bytes. */
  const told = async (api: TestApi, requests: readonly Asked[]) => {
    logged = [];
    const received = comparable(await exchangeAll(api.url, requests));
    const answers = received.match(/HTTP\/1\.1 (?!100)\d{3} /g)?.length ?? 0;
    for (let turns = 0; logged.length < answers && turns < 200; turns += 1) await delay(5);
    const lines = logged.map(({ ms, ...line }) => ({
      ...line,
      ms: typeof ms,
      request_id: received.includes(String(line['request_id'])) ? line['request_id'] : '<new>',
    }));
    return { received, lines };
  };

  const expectTheSame = async ({ early, whole }: Pair, numRuns: number) => {
    // Links to packages are new each minute.
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    try {
      // One that cannot be read ends the connection, with or without answers to those sent just before it.
      const one = anyRequest({ appIds, etags });
      const inTurn = fc.array(one.filter(isReadable), { minLength: 2, maxLength: 3 });
      const anyRequests = fc.oneof(
        { weight: 3, arbitrary: one.map((asked) => [asked]) },
        { weight: 1, arbitrary: inTurn },
      );
      for (const asked of deviations({ appIds, etags })) {
        expect({ asked, ...(await told(early, [asked])) }).toEqual({ asked, ...(await told(whole, [asked])) });
      }
      await fc.assert(
        fc.asyncProperty(anyRequests, async (asked) => {
          expect(await told(early, asked)).toEqual(await told(whole, asked));
        }),
        { numRuns, includeErrorInReport: true },
      );
    } finally {
      clock.mockRestore();
    }
  };

  const plain = (target: string, ...headers: (readonly [string, string])[]): Asked => ({
    method: 'GET',
    target,
    version: '1.1',
    headers: [['Host', 'localhost'], ['X-AppID', appIds[0] ?? ''], ...headers],
    body: '',
  });

  /** On a busy machine a feed may be unheard of for a moment, and memory is not believed until it is. */
  const toldFromMemory = (asked: Asked) =>
    eventually(async () => {
      const before = pair.given();
      const answer = await told(pair.early, [asked]);
      return pair.given() === before + 1 && answer;
    });

  it('is given to an ordinary request, and is the same as at the end of the whole way, with its line in the log', async () => {
    for (const asked of [plain(CONFIG), plain(`${POLICY}?platform=android&version_code=3`)]) {
      for (const method of ['GET', 'HEAD']) {
        for (const headers of [[], [['If-None-Match', '*'] as const]]) {
          const one = { ...asked, method, headers: [...asked.headers, ...headers] };
          const answer = await toldFromMemory(one);
          expect(answer.received).toMatch(headers.length > 0 ? /^HTTP\/1.1 304 / : /^HTTP\/1.1 200 /);
          expect(answer).toEqual(await told(pair.whole, [one]));
          expect(answer.lines).toHaveLength(1);
        }
      }
    }
  });

  it(
    'is the same whatever is asked, however it is asked',
    async () => {
      const before = pair.given();
      await expectTheSame(pair, RUNS);
      expect(pair.given() - before).toBeGreaterThan(RUNS / 10);
    },
    PATIENCE_MS,
  );

  it(
    'is the same where other origins are admitted',
    async () => {
      const before = corsPair.given();
      await expectTheSame(corsPair, RUNS_WITH_CORS);
      expect(corsPair.given() - before).toBeGreaterThan(RUNS_WITH_CORS / 10);
    },
    PATIENCE_MS,
  );

  it('is kept once for all who are told the same, whatever they say of themselves', async () => {
    const kept = Reflect.get(pair.early.get(KnownAppVersions), 'answers') as { readonly size: number };
    const client = (n: number) => `${POLICY}?platform=android&version_code=${n}&runtime_version=4.${n}`;
    await toldFromMemory(plain(client(999)));
    const [before, given] = [kept.size, pair.given()];
    // A connection takes no hundred at once.
    for (let sent = 0; sent < 100; sent += 10) {
      const ten = Array.from({ length: 10 }, (_, n) => plain(client(1_000 + sent + n)));
      await told(pair.early, ten);
    }
    expect(pair.given() - given).toBe(100);
    expect(kept.size - before).toBeLessThanOrEqual(1);
  });

  it('comes in its turn among requests that are sent at once', async () => {
    const asked = [
      plain('/api/v1/public/pages/nothing', ['X-Request-ID', 'first']),
      plain(CONFIG, ['X-Request-ID', 'second']),
      plain('/nowhere', ['X-Request-ID', 'third']),
      plain(CONFIG, ['X-Request-ID', 'fourth'], ['If-None-Match', '*']),
    ];
    const { received } = await told(pair.early, asked);
    expect([...received.matchAll(/^x-request-id: (.*)\r$/gim)].map(([, id]) => id)).toEqual([
      'first',
      'second',
      'third',
      'fourth',
    ]);
    expect((await told(pair.whole, asked)).received).toBe(received);
  });

  describe('changes in a moment, as without it, with', () => {
    const policyOf = (packageType: string) =>
      plain(`${POLICY}?platform=android&package_type=${packageType}&version_code=1`);
    const change = (statement: string, values: unknown[] = []) => asSystem(pair.early.database, statement, values);

    const publishDocument = async () => {
      const pages = pair.early.get(PagesService);
      const scope = { tenantId: pair.early.tenantId, appId: pair.early.appId, defaultLocale: 'zh-CN' as const };
      const page = { kind: 'legal' as const, key: 'privacy-policy' };
      const texts = { title: { 'zh-CN': '标题' }, body: { 'zh-CN': '正文' } };
      const draft = await pages.saveDraft(scope, page, 1, { ...texts, bodyFormat: 'markdown', effectiveAt: null });
      await pages.publish(scope, page, draft.lockVersion, null);
    };

    it.each<[string, () => Asked, () => Promise<unknown>, (() => Promise<unknown>)?]>([
      [
        'the name of the App',
        () => plain(CONFIG),
        () => change(`UPDATE apps SET name = 'Renamed' WHERE id = $1`, [appIds[0]]),
      ],
      [
        'a public setting',
        () => plain(CONFIG),
        () =>
          change(
            `INSERT INTO settings (id, scope, key, value, value_type, is_public, is_secret, status) VALUES ($1, 'global', 'company.name', '"Shop"', 'json', true, false, 'active')`,
            [newId()],
          ),
      ],
      ['a legal document', () => plain(CONFIG), publishDocument],
      [
        'the least version',
        () => plain(CONFIG),
        () =>
          change(`UPDATE releases SET min_supported_version_code = 6 WHERE version_code = 20 AND platform = 'android'`),
      ],
      [
        'the text of a release',
        () => policyOf('native_app'),
        () => change(`UPDATE releases SET title = '{"zh-CN":"改"}' WHERE version_code = 20`),
      ],
      [
        'a list of blocked versions',
        () => policyOf('native_app'),
        () =>
          change(`UPDATE apps SET upgrade = jsonb_set(upgrade, '{blockedVersions}', '["1"]') WHERE id = $1`, [
            appIds[0],
          ]),
      ],
      [
        'the state of a package',
        () => policyOf('wgt'),
        () => change(`UPDATE files SET scan_status = 'infected' WHERE purpose = 'release_package'`),
        () => change(`UPDATE files SET scan_status = 'clean' WHERE purpose = 'release_package'`),
      ],
      [
        'a rollout',
        () => policyOf('native_app'),
        () => change(`UPDATE releases SET rollout_percent = 10 WHERE version_code = 20 AND platform = 'android'`),
        () => change(`UPDATE releases SET rollout_percent = 100 WHERE version_code = 20 AND platform = 'android'`),
      ],
      [
        'the state of the tenant',
        () => plain(CONFIG),
        () => change(`UPDATE tenants SET status = 'disabled' WHERE id = $1`, [pair.early.tenantId]),
        () => change(`UPDATE tenants SET status = 'active' WHERE id = $1`, [pair.early.tenantId]),
      ],
    ])('%s', async (_, asked, happen, undo) => {
      const before = (await told(pair.early, [asked()])).received;
      expect((await told(pair.whole, [asked()])).received).toBe(before);
      await happen();
      await known();
      const after = (await told(pair.early, [asked()])).received;
      expect(after).not.toBe(before);
      expect((await told(pair.whole, [asked()])).received).toBe(after);
      await undo?.();
      await known();
    });
  });

  describe('is not given', () => {
    let ending: Pair;

    beforeEach(async () => {
      ending = await startPair({}, pair.early);
      await told(ending.early, [plain(CONFIG)]);
      await told(ending.early, [plain(CONFIG)]);
      expect(ending.given()).toBeGreaterThan(0);
    });

    afterEach(async () => {
      await ending.whole.close();
      await ending.early.close();
    });

    it('while changes are not announced: the database is asked', async () => {
      await ending.early.get(ChangeFeed).stop();
      const before = ending.given();
      await asSystem(pair.early.database, `UPDATE apps SET name = 'Unannounced' WHERE id = $1`, [appIds[0]]);
      expect((await told(ending.early, [plain(CONFIG)])).received).toContain('Unannounced');
      expect(ending.given()).toBe(before);
    });

    it('by a process that is about to end, so that the connection ends with it', async () => {
      const keepAlive = plain(CONFIG);
      for (const api of [ending.early, ending.whole]) api.get(Readiness).startShutdown();
      const before = ending.given();
      const answer = await told(ending.early, [keepAlive, keepAlive]);
      expect(answer).toEqual(await told(ending.whole, [keepAlive, keepAlive]));
      expect(answer.received.match(/HTTP\/1.1 200/g)).toHaveLength(1);
      expect(ending.given()).toBe(before);
    });
  });
});
