import type { TestApi } from '../../support/api';
import { asOwner, type AdminClient } from '../../admin/support/admin';
import { articleClient, aCategory, ARTICLE } from '../../admin/support/articles';
import { NAME, OPEN, PAID } from '../../admin/support/dictionaries';
import { DRAFT, pageClient } from '../../admin/support/pages';
import { uploadedPicture } from '../../admin/support/pictures';
import { NEW_RELEASE, releaseClient } from '../../admin/support/releases';
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
  pages: async (api, owner) => {
    await pageClient(owner, `apps/${api.appId}/content/pages/about`).publish(DRAFT);
    return { slug: 'about', key: 'about' };
  },
  legal: async (api, owner) => {
    await pageClient(owner, `apps/${api.appId}/content/legal/privacy`).publish(DRAFT);
    return { document_type: 'privacy', type: 'privacy', key: 'privacy' };
  },
};

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
