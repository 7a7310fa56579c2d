import pg from 'pg';
import { adminClient, signInAdmin } from '../admin/support/admin';
import { startTestApi, type TestApi } from '../support/api';
import { rounds } from '../support/rounds';
import { TestReleases } from './support/releases';

const PLATFORMS = ['android', 'ios', 'harmony'] as const;
const PUBLICATIONS = rounds(200);
/** Seen when the last release was withdrawn. */
const WITHDRAWN = PUBLICATIONS + 1;
const READERS = 2;

/** A process with what its readers have seen from it. */
interface Served {
  readonly api: TestApi;
  /** The newest version that a reader got on any platform. */
  newest: number;
  readonly seen: Set<number>;
}

describe('While releases for all platforms are published one after the other', () => {
  let one: TestApi;
  let other: TestApi;
  let releases: TestReleases;

  beforeAll(async () => {
    one = await startTestApi();
    other = await startTestApi({}, one.urls);
    releases = new TestReleases(one);
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  /** The version that a client on the platform gets. */
  const read = async ({ api }: Served, platform: string): Promise<number> => {
    const url = `${api.url}/api/v1/public/app-version?platform=${platform}&package_type=wgt`;
    const answer = await fetch(url, { headers: { 'X-AppID': api.appId } });
    const body = (await answer.json()) as { code?: string; data: { version_code: number } };
    if (answer.status === 503 && body.code === 'RELEASES.POLICY.UNAVAILABLE') return WITHDRAWN;
    expect(answer.status).toBe(200);
    return body.data.version_code;
  };

  /**
   * Reads platform after platform until all is over. A reader that got a version anywhere never gets an older one
   * afterwards, on any platform: a process sees a publication on all of them or on none.
   */
  const poll = async (served: Served, first: number): Promise<string[]> => {
    const violations: string[] = [];
    const ended = new Set<string>();
    for (let turn = first; ended.size < PLATFORMS.length; turn++) {
      const platform = PLATFORMS[turn % PLATFORMS.length] ?? '';
      const { newest } = served;
      const version = await read(served, platform);
      if (version < newest) violations.push(`${platform} ${version} after ${newest}`);
      served.newest = Math.max(served.newest, version);
      served.seen.add(version);
      if (version === WITHDRAWN) ended.add(platform);
    }
    return violations;
  };

  /** The pointers, read in one statement each time. */
  const watch = async (isOver: () => boolean): Promise<string[]> => {
    const client = new pg.Client({ connectionString: one.urls.superuserUrl });
    await client.connect();
    const violations: string[] = [];
    while (!isOver()) {
      const { rows } = await client.query<{ versions: number[] }>(
        `SELECT coalesce(array_agg(r.version_code), '{}') AS versions
           FROM release_pointers p JOIN releases r USING (tenant_id, app_id, package_type) WHERE p.release_id = r.id`,
      );
      const versions = rows[0]?.versions ?? [];
      const isWhole = new Set(versions).size <= 1 && [0, PLATFORMS.length].includes(versions.length);
      if (!isWhole) violations.push(versions.join(' '));
    }
    await client.end();
    return violations;
  };

  it('nobody sees one on a part of its platforms', async () => {
    const ids: string[] = [];
    for (let version_code = 1; version_code <= PUBLICATIONS; version_code++) {
      ids.push(
        await releases.add({
          package_type: 'wgt',
          target_platforms: [...PLATFORMS],
          version_code,
          version_name: `1.0.${version_code}`,
          external_url: 'https://cdn.example.com/shop.wgt',
          first_published_at: null,
          published_at: null,
        }),
      );
    }
    const { access_token } = await signInAdmin(one);
    const admins = [adminClient(one, access_token), adminClient(other, access_token)];
    const act = (index: number, action: string, lock_version: number) =>
      admins[index % admins.length]!.post(`apps/${one.appId}/mobile/releases/${ids[index]}/${action}`, {
        lock_version,
      }).expect(200);

    await act(0, 'publish', 1);
    for (const api of [one, other]) await releases.known(api);
    const processes = [one, other].map((api): Served => ({ api, newest: 0, seen: new Set() }));
    const readers = processes.flatMap((served) => Array.from({ length: READERS }, (_, first) => poll(served, first)));
    let isOver = false;
    const watcher = watch(() => isOver);
    for (let index = 1; index < ids.length; index++) await act(index, 'publish', 1);
    await act(ids.length - 1, 'unpublish', 2);
    const violations = (await Promise.all(readers)).flat();
    isOver = true;

    expect(violations).toEqual([]);
    expect(await watcher).toEqual([]);
    for (const { seen } of processes) expect(seen.size).toBeGreaterThan(10);
  }, 240_000);
});
