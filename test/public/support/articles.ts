import { anApp } from '../../admin/support/pages';
import { someone } from '../../mobile/support/me';
import { answeredInTime, type TestApi } from '../../support/api';
import {
  insertArticles,
  insertCategories,
  aCategory,
  type StoredArticle,
  type StoredCategory,
} from '../../support/articles';
import { queryAs } from '../../support/database';

export interface ArticleReader {
  get(path: string, more?: Record<string, string>): ReturnType<TestApi['http']['get']>;
}

interface ArticleList {
  readonly items: readonly { readonly slug: string; readonly title: string }[];
  readonly next_cursor: string | null;
}

export interface ArticleApp {
  readonly tenantId: string;
  readonly appId: string;
  categories(...given: StoredCategory[]): Promise<StoredCategory[]>;
  aNewsCategory(): Promise<string>;
  articles(...given: StoredArticle[]): Promise<void>;
  anybody(headers?: Record<string, string>): ArticleReader;
  member(): Promise<ArticleReader>;
}

/** A further App, the articles of which are stored and read. */
export async function anArticleApp(api: TestApi, tenantId = api.tenantId): Promise<ArticleApp> {
  const appId = await anApp(api, {}, tenantId);
  const scope = { tenantId, appId };
  const query = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  const categories = async (...given: StoredCategory[]) => {
    await insertCategories(query, scope, given);
    return given;
  };
  const reader = (prefix: string, headers: Record<string, string>): ArticleReader => ({
    get: (path, more = {}) => api.http.get(`/api/v1/${prefix}${path}`).set({ 'X-AppID': appId, ...headers, ...more }),
  });
  return {
    ...scope,
    categories,
    aNewsCategory: async () => (await categories(aCategory({ slug: 'news' })))[0]?.id ?? '',
    articles: (...given) => insertArticles(query, scope, given),
    anybody: (headers = {}) => reader('public/', headers),
    member: async () => {
      const { pair } = await someone(api, {}, appId);
      return reader('', { Authorization: `Bearer ${pair.access_token}` });
    },
  };
}

export function listed(reader: ArticleReader, search = ''): Promise<ArticleList> {
  return answeredList(() => reader.get(`articles${search}`));
}

/** A search may take no more than a second. */
export async function answeredList(ask: () => ReturnType<ArticleReader['get']>): Promise<ArticleList> {
  return (await answeredInTime(ask)).body.data as ArticleList;
}

export async function slugsListed(reader: ArticleReader, search = ''): Promise<string[]> {
  return (await listed(reader, search)).items.map(({ slug }) => slug);
}

/** A minute of the day on which the articles are published. */
export function at(minute: number): Date {
  return new Date(Date.UTC(2026, 10, 1, 0, minute));
}
