import { computed } from 'vue';
import { useRead } from '../api/reads';
import type { InputOf } from '../api/types';
import type { PathInput, RowOf } from './list-types';

/** Operations that list what was published of a record, the newest first: revisions count from 1 without gaps. */
export type RevisionList = 'listAdminArticleRevisions' | 'listAdminPageRevisions';

export type Revision<Id extends RevisionList> = RowOf<Id> &
  Pick<RowOf<RevisionList>, 'revision' | 'revision_hash' | 'published_at' | 'published_by'>;

/** A record of which each publication is kept. */
export interface Revised<Id extends RevisionList, Draft> {
  readonly list: Id;
  readonly restore: 'restoreAdminArticle' | 'restoreAdminPageRevision';
  readonly path: PathInput<Id>;
  readonly lockVersion: number;
  /** The one that readers see. */
  readonly published: number | null;
  /** What may be published next, where there is something. */
  readonly draft: Draft | null;
  /** The draft has what was never published: a restoration replaces it. */
  readonly hasChanges: boolean;
}

interface Page {
  readonly page: number;
  readonly page_size: number;
}

interface Answer<Id extends RevisionList> {
  readonly items: readonly Revision<Id>[];
  readonly total: number;
}

export function useRevisions<Id extends RevisionList>(list: Id, path: () => PathInput<Id>, page: () => Page | null) {
  const { data, error, isPending, isError, refetch } = useRead(
    list,
    () => ({ path: path(), query: page() ?? { page: 1, page_size: 1 } }) as unknown as InputOf<Id>,
    { enabled: () => page() !== null },
  );
  const answer = computed(() => data.value as Answer<Id> | undefined);
  return {
    items: computed(() => answer.value?.items ?? []),
    /** Null until it is known. */
    total: computed(() => answer.value?.total ?? null),
    ...{ error, isPending, isError, refetch },
  };
}

/** One revision by its number. */
export function useRevision<Id extends RevisionList>(
  list: Id,
  path: () => PathInput<Id>,
  number: () => number | null,
  latest: () => number | null,
) {
  const place = computed(() => {
    const [wanted, last] = [number(), latest()];
    return wanted === null || last === null || wanted < 1 || wanted > last ? null : last - wanted + 1;
  });
  const { items, error, isError, refetch } = useRevisions(list, path, () =>
    place.value === null ? null : { page: place.value, page_size: 1 },
  );
  // One that was published meanwhile has moved the others a page on; they are read again in a moment.
  const revision = computed(() => items.value.find((each) => each.revision === number()) ?? null);
  return { revision, error, isError, refetch };
}
