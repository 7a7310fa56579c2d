import { localize, newId, type SupportedLocale } from '@libs/kernel';
import { committedDocument, resolved } from '../../support/openapi';
import { suiteApi } from '../../support/suite';
import { adminClient, type AdminClient, signInAdmin } from '../support/admin';
import { anApp } from '../support/pages';
import { PUBLISHED_TITLES, rowsOfEverything } from '../support/rows-of-everything';
import { aTenant } from '../support/tenants';

type Item = Readonly<Record<string, unknown>>;

interface Found {
  readonly items: readonly Item[];
  readonly page: number;
  readonly page_size: number;
  readonly total: number;
}

interface List {
  readonly path: string;
  readonly sorts: readonly string[];
  readonly hasIds: boolean;
  readonly item: Readonly<Record<string, unknown>>;
}

interface Parameter {
  readonly name: string;
  readonly schema: { readonly enum?: readonly string[] };
}

const PREFIX = '/admin-api/v1/';
/** Jobs are found by their lanes; the older path of releases has no pages. */
const UNSORTED = ['jobs', 'mobile/releases'];
const DEFAULT_LOCALE = 'zh-CN';
/** There are more regions than a page has. */
const FILTERS: Readonly<Record<string, string>> = { regions: 'q=MANY-&' };

/** Names that people read; all other texts are sorted by their bytes. */
const NAMED = ['name', 'display_name', 'filename', 'title'];

/** What a column shows, where that is not a field of its name. */
const SHOWN: Readonly<Record<string, (item: never) => unknown>> = {
  'content/pages title': draftedOrPublished,
  'content/legal title': draftedOrPublished,
  'content/articles published_at': published,
  'content/pages published_at': published,
  'content/legal published_at': published,
  'regions name': ({ names, name_override }: Record<string, object | null>) => ({ ...names, ...name_override }),
};

function published({ published }: { published: { published_at: string } | null }): string | null {
  return published?.published_at ?? null;
}

function draftedOrPublished({ key, draft }: { key: string; draft: { title: object } | null }): object | null {
  return draft?.title ?? PUBLISHED_TITLES[key] ?? null;
}

/** The lists of administrators that have pages, from the document. */
function lists(): List[] {
  const document = committedDocument();
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    const parameters = (get?.parameters ?? []).map((parameter) => resolved(document, parameter) as Parameter);
    if (!path.startsWith(PREFIX) || !parameters.some(({ name }) => name === 'page')) return [];
    const answer = get!.responses['200'] as never as {
      content: Record<string, { schema: { properties: { data: object } } }>;
    };
    const data = resolved(document, answer.content['application/json']!.schema.properties.data) as never as {
      readonly properties: { readonly items: { readonly items: object } };
    };
    const item = resolved(document, data.properties.items.items) as { readonly properties: Record<string, unknown> };
    return [
      {
        path: path.replace(PREFIX, ''),
        sorts: parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [],
        hasIds: parameters.some(({ name }) => name === 'ids'),
        item: item.properties,
      },
    ];
  });
}

const LISTS = lists();
const SORTED = LISTS.filter(({ path }) => !UNSORTED.includes(path));

describe('Each list of administrators', () => {
  const api = suiteApi({}, { regions: 'few' });
  let owner: AdminClient;
  let stranger: AdminClient;
  let token: string;
  let otherApp: string;
  /** What stands in the path of each list. */
  let ours: Readonly<Record<string, string>>;

  beforeAll(async () => {
    ({ access_token: token } = await signInAdmin(api));
    owner = adminClient(api, token);
    stranger = (await aTenant(api)).owner.client;
    otherApp = await anApp(api, {});
    ours = { app_id: api.appId, ...(await rowsOfEverything(api, owner)) };
  });

  const pathOf = ({ path }: List, values = ours) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const [area = ''] = path.split('/{id}')[0]!.split('/').slice(-1);
      return values[name === 'id' ? `${area}/id` : name]!;
    });

  const read = async (list: List, query: string, locale: SupportedLocale = DEFAULT_LOCALE): Promise<Found> => {
    const reader = adminClient(api, token, { 'Accept-Language': locale });
    return (await reader.get(`${pathOf(list)}?${FILTERS[list.path] ?? ''}${query}`).expect(200)).body.data as Found;
  };

  it('can be sorted and chosen from by what it shows', () => {
    expect(LISTS.length).toBeGreaterThan(25);
    for (const { path, sorts, hasIds, item } of LISTS) {
      expect([path, sorts.length > 0]).toEqual([path, !UNSORTED.includes(path)]);
      const isRevision = path.endsWith('/revisions');
      const hasUuid = ('id' in item || 'user_id' in item) && !isRevision && path !== 'mobile/releases';
      expect([path, hasIds]).toEqual([path, hasUuid]);
      const ascending = sorts.filter((sort) => !sort.startsWith('-'));
      expect(sorts).toEqual(ascending.flatMap((sort) => [sort, `-${sort}`]));
    }
  });

  describe.each(SORTED)('$path', (list) => {
    const columns = list.sorts.filter((sort) => !sort.startsWith('-'));

    it.each(columns)('is sorted by %s, in either direction, on pages that neither repeat nor skip', async (column) => {
      const area = list.path.replace(/^.*\{app_id\}\//, '');
      const shown = SHOWN[`${area} ${column}`] as ((item: Item) => unknown) | undefined;
      for (const locale of [DEFAULT_LOCALE, 'ja-JP'] as const) {
        // No App says in which language a text is that is missing in that of the reader.
        const defaultLocale = list.path === 'dictionaries' ? locale : DEFAULT_LOCALE;
        const all = await read(list, 'page_size=100', locale);
        const rising = await read(list, `page_size=100&sort=${column}`, locale);
        const falling = await read(list, `page_size=100&sort=-${column}`, locale);
        const valueOf = (item: Item) => asSorted(shown ? shown(item) : item[column], column, locale, defaultLocale);
        const values = rising.items.map(valueOf);
        expect(new Set(values).size).toBeGreaterThan(1);
        expect(values).toEqual(values.toSorted(byOrder(column, locale, 1)));
        expect(falling.items.map(valueOf)).toEqual(values.toSorted(byOrder(column, locale, -1)));
        expect(new Set(rising.items.map(keyOf))).toEqual(new Set(all.items.map(keyOf)));
        expect(rising.total).toBe(all.total);
        const pages: string[] = [];
        for (let page = 1; (page - 1) * 5 < rising.items.length; page++) {
          const { items } = await read(list, `page=${page}&page_size=5&sort=${column}`, locale);
          pages.push(...items.map(keyOf));
        }
        expect(pages).toEqual(rising.items.map(keyOf));
      }
    });

    it('refuses any other order', async () => {
      for (const sort of ['', 'id', 'constructor', '--name', `${columns[0]},${columns[0]}`, `${columns[0]} DESC`]) {
        const { body } = await owner.get(`${pathOf(list)}?sort=${encodeURIComponent(sort)}`).expect(422);
        expect(body.errors).toEqual([expect.objectContaining({ field: 'sort', code: 'not_allowed' })]);
      }
    });
  });

  it('has, of the items that are asked for by their ids, those that match its filters', async () => {
    const users = LISTS.find(({ path }) => path === 'users')!;
    const { items } = await read(users, 'page_size=100');
    const ids = items.map(keyOf).join();
    const disabled = items.filter(({ status }) => status === 'disabled').map(keyOf);
    expect(disabled.length).toBeGreaterThan(1);
    const found = await read(users, `ids=${ids}&status=disabled&sort=created_at`);
    expect(found.items.map(keyOf)).toEqual(disabled.toReversed());
    expect(found.total).toBe(disabled.length);
    const [first] = disabled;
    expect((await read(users, `ids=${first}&status=active`)).items).toEqual([]);
  });

  describe.each(LISTS.filter(({ hasIds }) => hasIds))('$path', (list) => {
    it('has all items that are asked for by their ids on one page, and no others', async () => {
      const { items, total } = await read(list, 'page_size=100');
      const all = items.map(keyOf);
      // An App has two legal documents, and no more.
      expect(all.length).toBeGreaterThan(list.path.endsWith('/legal') ? 1 : 3);
      const wanted = all.filter((_, index) => index % 2 === 0).slice(0, 50);
      const ids = [newId(), ...wanted.map((id) => id.toUpperCase()), wanted[0]];
      const found = await read(list, `page_size=1&ids=${ids.join()}`);
      expect(found.items.map(keyOf)).toEqual(wanted);
      expect(found).toMatchObject({ page: 1, page_size: 100, total: wanted.length });
      expect(await read(list, `page=2&page_size=1&ids=${ids.join()}`)).toMatchObject({
        items: [],
        total: wanted.length,
      });
      const sort = list.sorts[0];
      if (sort === undefined) return;
      const inOrder = (await read(list, `page_size=100&sort=${sort}`)).items.map(keyOf);
      const { items: sorted } = await read(list, `ids=${ids.join()}&sort=${sort}`);
      if (total <= 100) expect(sorted.map(keyOf)).toEqual(inOrder.filter((id) => wanted.includes(id)));
    });

    it('refuses ids that are none, and more than a hundred', async () => {
      const many = Array.from({ length: 101 }, () => newId()).join();
      for (const ids of ['', 'x', `${newId()},`, `${newId()};${newId()}`, many]) {
        const { body } = await owner.get(`${pathOf(list)}?ids=${ids}`).expect(422);
        expect(body.errors[0]).toMatchObject({ field: expect.stringMatching(/^ids(\.\d+)?$/) });
      }
    });

    it('has none of another tenant or App', async () => {
      const ids = (await read(list, 'page_size=100')).items.map(keyOf).join();
      if (list.path.includes('{app_id}')) {
        const there = await owner.get(`${pathOf(list, { ...ours, app_id: otherApp })}?ids=${ids}`).expect(200);
        expect(there.body.data).toMatchObject({ items: [], total: 0 });
      }
      if (list.path === 'tenants' || list.path.includes('{')) return;
      const { body } = await stranger.get(`${pathOf(list)}?ids=${ids}`).expect(200);
      expect(body.data).toMatchObject({ items: [], total: 0 });
    });
  });
});

function keyOf(item: Item): string {
  const key = item['id'] ?? item['user_id'] ?? item['code'] ?? item['key'] ?? item['revision'] ?? item['version'];
  return String(key);
}

/** Localized texts as they are read. */
function asSorted(value: unknown, column: string, locale: SupportedLocale, defaultLocale: SupportedLocale): unknown {
  const isText = NAMED.includes(column) && typeof value === 'object' && value !== null;
  return isText ? localize(value, locale, defaultLocale) : (value ?? null);
}

function byOrder(column: string, locale: SupportedLocale, direction: 1 | -1) {
  const { compare } = new Intl.Collator(locale);
  return (a: unknown, b: unknown): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a !== 'string' || typeof b !== 'string') return direction * (Number(a) - Number(b));
    const bytes = Buffer.compare(Buffer.from(a), Buffer.from(b));
    return direction * (NAMED.includes(column) ? compare(a, b) || bytes : bytes);
  };
}
