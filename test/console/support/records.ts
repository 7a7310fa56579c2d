import type { TestApi } from '../../support/api';
import { asOwner, type AdminClient } from '../../admin/support/admin';
import { articleClient, aCategory, ARTICLE } from '../../admin/support/articles';
import { NAME, OPEN, PAID } from '../../admin/support/dictionaries';
import { DRAFT, pageClient } from '../../admin/support/pages';
import { uploadedPicture } from '../../admin/support/pictures';
import { NEW_RELEASE, releaseClient } from '../../admin/support/releases';
import { settingClient } from '../../admin/support/settings';
import { SCREENS, type ScreenRow } from './screens';

type Make = (api: TestApi, owner: AdminClient) => Promise<Readonly<Record<string, string>>>;

/** What the parameters of the screens of a folder stand for, besides the App. A screen without a row here fails its suites. */
const EXAMPLES: Readonly<Record<string, Make>> = {
  dictionaries: async (_api, owner) => {
    const input = { code: 'order_status', name: NAME, scope: 'tenant', items: [OPEN, PAID] };
    const { body } = await owner.post('dictionaries', input).expect(201);
    return { id: (body.data as { id: string }).id };
  },
  files: async (api, owner) => ({ id: await uploadedPicture(owner, { app_id: api.appId }) }),
  releases: async (api, owner) => {
    const { id } = await releaseClient(owner, `apps/${api.appId}/mobile/releases`).create(NEW_RELEASE);
    return { id };
  },
  categories: async (api) => ({ id: await aCategory(api, api.appId) }),
  articles: async (api, owner) => {
    const category_id = await aCategory(api, api.appId);
    const { id } = await articleClient(owner, api.appId).create({ ...ARTICLE, category_id, slug: 'autumn' });
    return { id };
  },
  settings: async (_api, owner) => {
    const description = 'Shown under “Contact us”';
    return {
      id: (await settingClient(owner).create({ key: 'company.support_phone', value: '+86 571 8888 8888', description }))
        .id,
    };
  },
  regions: () => Promise.resolve({ id: '330100' }),
  pages: (api, owner) => aWrittenPage(api, owner, 'pages', 'about-us'),
  legal: (api, owner) => aWrittenPage(api, owner, 'legal', 'privacy-policy'),
};

/** One that is out, with a draft beside it: all that its screen can show. */
async function aWrittenPage(api: TestApi, owner: AdminClient, list: string, id: string): Promise<{ id: string }> {
  const page = pageClient(owner, `apps/${api.appId}/content/${list}/${id}`);
  await page.publish(DRAFT);
  await page.save({ ...DRAFT, title: { 'zh-CN': '关于', 'ja-JP': '概要' } });
  return { id };
}

/** Makes a record for each screen that shows one. @returns the path of each screen, by its name. */
export async function placesOf(api: TestApi): Promise<ReadonlyMap<string, string>> {
  const owner = await asOwner(api);
  const made = new Map<string, Readonly<Record<string, string>>>();
  for (const row of SCREENS) {
    const folder = folderOf(row);
    if (parametersOf(row).length === 0 || made.has(folder)) continue;
    const make = EXAMPLES[folder];
    if (!make) throw new Error(`No example is known for the screen ${row.name}: ${row.path}`);
    made.set(folder, await make(api, owner));
  }
  return new Map(SCREENS.map((row) => [row.name, placeOf(row, { app_id: api.appId, ...made.get(folderOf(row)) })]));
}

function placeOf({ name, path }: ScreenRow, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, parameter: string) => {
    const value = values[parameter];
    if (value === undefined) throw new Error(`No example has ${parameter}, which the screen ${name} wants`);
    return value;
  });
}

function folderOf({ name }: ScreenRow): string {
  return name.split('.')[0] ?? '';
}

function parametersOf({ path }: ScreenRow): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => name !== 'app_id');
}
