import { AppsService, type NewApp } from '@libs/apps';
import type { TestApi } from '../../support/api';
import { canonicalHash } from '../../support/canonical-json';
import type { AdminClient } from './admin';

export interface PublishedPart {
  readonly revision: number;
  readonly revision_hash: string;
  readonly published_at: string;
}

/** AdminPageResponse on the wire. */
export interface PageData {
  readonly id: string;
  readonly key: string;
  readonly reserved: boolean;
  readonly title: object | null;
  readonly draft: Readonly<Record<string, unknown>> | null;
  readonly published: PublishedPart | null;
  readonly lock_version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** AdminPageRevisionResponse on the wire. */
export interface RevisionData {
  readonly key: string;
  readonly revision: number;
  readonly title: object;
  readonly body: object;
  readonly body_format: string;
  readonly effective_at: string | null;
  readonly revision_hash: string;
  readonly published_at: string;
  readonly published_by: string | null;
}

export const TITLE = { 'zh-CN': '关于我们', 'en-US': 'About us' };
export const BODY = { 'zh-CN': '# 街角小店\n"引号" \\ \u2028 😀', 'en-US': '# Corner *Shop*' };

/** A draft that is valid for any page. */
export const DRAFT = { title: TITLE, body: BODY, body_format: 'markdown', effective_at: '2026-12-01T08:30:00.123Z' };

/** A further App, in Chinese by default. */
export async function anApp(api: TestApi, input: Partial<NewApp> = {}, tenantId = api.tenantId): Promise<string> {
  const app = await api.get(AppsService).create(tenantId, {
    name: 'Corner Shop',
    appType: 'uni_app',
    defaultLocale: 'zh-CN',
    supportedLocales: ['zh-CN', 'en-US', 'ja-JP'],
    ...input,
  });
  return app.id;
}

/** An administrator's requests about one page or legal document; `path` is that of the page. */
export function pageClient(admin: AdminClient, path: string) {
  const read = async (): Promise<PageData> => (await admin.get(path).expect(200)).body.data as PageData;
  const save = async (draft: object = DRAFT): Promise<PageData> => {
    const { lock_version } = await read();
    const { body } = await admin.put(`${path}/draft`, { ...draft, lock_version }).expect(200);
    // No other answer says what was removed from the text.
    const { removed: _removed, ...page } = body.data as PageData & { readonly removed: unknown };
    return page;
  };
  return {
    path,
    read,
    save,
    /** Writes the draft and publishes it. */
    publish: async (draft: object = DRAFT): Promise<PageData & { readonly published: PublishedPart }> => {
      const { lock_version } = await save(draft);
      const { body } = await admin.post(`${path}/publish`, { lock_version }).expect(200);
      return body.data as PageData & { published: PublishedPart };
    },
    revisions: async (): Promise<RevisionData[]> =>
      (await admin.get(`${path}/revisions`).expect(200)).body.data.items as RevisionData[],
  };
}

/** What the hash of a revision is to be, by its answer alone. */
export function recomputedHash({ key, revision, title, body, body_format, effective_at }: RevisionData): string {
  return canonicalHash({ key, revision, title, body, body_format, effective_at });
}
