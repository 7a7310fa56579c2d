import { call } from '../../api/client';
import { operationsOf, type DocumentRef } from './document-kinds';
import type { LoadedPage } from './page-form';

/** A page, and the text of its revision that is out, which takes a request of its own. */
export async function loadPage(
  { kind }: Pick<DocumentRef, 'kind'>,
  path: { readonly app_id: string; readonly slug: string },
  signal?: AbortSignal,
): Promise<LoadedPage> {
  const { read, revisions } = operationsOf({ kind });
  const aborted = signal ? { signal } : {};
  const page = await call(read, { path, ...aborted });
  if (!page.published) return { ...page, out: null };
  const { items } = await call(revisions, { path, query: { page: 1, page_size: 1 }, ...aborted });
  return { ...page, out: items[0] ?? null };
}
