import type { PageRequest } from '@libs/kernel';

/** How a list of revisions can be sorted. */
export const REVISION_ORDER = { sorts: ['revision', '-revision'] } as const;

/** One page of a list of revisions. */
export interface RevisionPage<Revision> {
  /** Of all pages. */
  readonly total: number;
  readonly items: AsyncGenerator<Revision, void, void>;
}

/**
 * Revisions, latest first unless the request says otherwise. They are long, so each is read when it is needed.
 *
 * @param total they are counted from 1 without gaps.
 * @param read gives the revision with a number.
 */
export function revisionPage<Revision>(
  total: number,
  { page, pageSize, sort }: PageRequest,
  read: (revision: number) => Promise<readonly Revision[]>,
): RevisionPage<Revision> {
  const offset = (page - 1) * pageSize;
  const count = Math.max(Math.min(pageSize, total - offset), 0);
  return {
    total,
    items: sort === 'revision' ? readBy(1, offset + 1, count, read) : readBy(-1, total - offset, count, read),
  };
}

async function* readBy<Revision>(
  step: 1 | -1,
  first: number,
  count: number,
  read: (revision: number) => Promise<readonly Revision[]>,
): AsyncGenerator<Revision, void, void> {
  for (let index = 0; index < count; index++) yield* await read(first + step * index);
}
