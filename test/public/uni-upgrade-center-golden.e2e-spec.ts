import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suiteApi } from '../support/suite';
import { TestReleases } from './support/releases';

const PATH = '/api/v1/public/compat/uni-upgrade-center';
const DIRECTORY = join(__dirname, 'golden/uni-upgrade-center');
const BASE_URL = 'https://updates.example.com/appkernel';

/** One exchange of the protocol, with the state in which it takes place. */
interface Golden {
  readonly about: string;
  readonly state: { readonly app?: Readonly<Record<string, unknown>>; readonly releases: readonly GoldenRelease[] };
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: object };
  /** `{{release 1}}` is replaced by the id of the first release, `{{package of release 1}}` by a signed link to it. */
  readonly answer: object;
}

/** Columns of a release, and its role. */
interface GoldenRelease extends Readonly<Record<string, unknown>> {
  readonly platform?: string;
  readonly package_type: string;
  /** Whether it has a file. */
  readonly package?: boolean;
  readonly published?: boolean;
  /** The number of the release that it replaced. */
  readonly replaces?: number;
}

const goldens = readdirSync(DIRECTORY).map((name) => {
  const golden = JSON.parse(readFileSync(join(DIRECTORY, name), 'utf8')) as Golden;
  return [name.replace('.json', ''), golden] as const;
});

describe(`POST ${PATH} answers`, () => {
  const api = suiteApi({ PUBLIC_BASE_URL: `${BASE_URL}/` });
  const releases = new TestReleases(api);
  let fileId: string;

  beforeAll(async () => {
    fileId = (await releases.upload()).id;
  });
  beforeEach(() => releases.clear());

  const prepare = async ({ app = {}, releases: wanted }: Golden['state']): Promise<string[]> => {
    const { dcloud_appid = '__UNI__1A2B3C4', upgrade = {} } = app;
    const settings = {
      blockedVersions: [],
      reviewVersions: [],
      maintenance: { active: false },
      ...(upgrade as object),
    };
    await releases.query(
      `UPDATE apps SET name = 'Corner Shop', dcloud_appid = $1, upgrade = $2, supported_locales = '{zh-CN,en-US}',
                       default_locale = 'zh-CN', lock_version = lock_version + 1`,
      [dcloud_appid, JSON.stringify(settings)],
    );
    const ids: string[] = [];
    for (const { package: hasPackage, published = true, replaces, ...columns } of wanted) {
      const id = await releases.add({
        title: { 'zh-CN': '新版本', 'en-US': 'New version' },
        release_notes: { 'zh-CN': '修复问题\n更快', 'en-US': 'Fixes\nFaster' },
        file_id: hasPackage ? fileId : null,
        published_at: '2025-11-20T08:00:00.123Z',
        ...columns,
      });
      ids.push(id);
      if (!published) continue;
      const { platform = 'android', package_type: packageType } = columns;
      await releases.point(id, { platform, packageType, fallback: replaces ? (ids[replaces - 1] ?? null) : null });
    }
    await releases.known();
    return ids;
  };
  const filled = (json: object, ids: readonly string[]) =>
    JSON.parse(
      JSON.stringify(json)
        .replaceAll('{{app}}', api.appId)
        .replaceAll(/\{\{release (\d)\}\}/g, (_, number) => ids[Number(number) - 1] ?? ''),
    ) as Record<string, unknown>;
  const expected = (answer: object, ids: readonly string[]) => {
    const body = filled(answer, ids);
    const [, number] = /^\{\{package of release (\d)\}\}$/.exec(String(body['url'])) ?? [];
    if (number === undefined) return body;
    const link = `${BASE_URL}/api/v1/public/app-version/download/${ids[Number(number) - 1]}/${fileId}`;
    const url = new RegExp(`^${link.replaceAll('.', '\\.')}\\?expires=\\d{10}&signature=[\\w-]{43}$`);
    return { ...body, url: expect.stringMatching(url) as unknown };
  };

  it.each(goldens)('%s', async (_name, { state, request, answer }) => {
    const ids = await prepare(state);
    const { status, body, headers } = await api.http
      .post(PATH)
      .set(filled(request.headers, ids) as Record<string, string>)
      .send(request.body);
    expect([status, body]).toEqual([200, expected(answer, ids)]);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept-Language, X-AppID' });
  });
});
