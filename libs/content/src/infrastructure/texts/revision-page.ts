import type { PageRequest } from '@libs/kernel';

/** One page of a list of revisions. */
export interface RevisionPage<Revision> {
  /** Of all pages. */
  readonly total: number;
  readonly items: AsyncGenerator<Revision, void, void>;
}

/**
 * Revisions, latest first. They are long, so each is read when it is needed.
 *
 * @param total they are counted from 1 without gaps.
 * @param read gives the revision with a number.
 */
export function revisionPage<Revision>(
  total: number,
  { page, pageSize }: PageRequest,
  read: (revision: number) => Promise<readonly Revision[]>,
): RevisionPage<Revision> {
  const first = total - (page - 1) * pageSize;
  return { total, items: readDown(first, Math.max(first - pageSize, 0), read) };
}

async function* readDown<Revision>(
  first: number,
  end: number,
  read: (revision: number) => Promise<readonly Revision[]>,
): AsyncGenerator<Revision, void, void> {
  for (let revision = first; revision > end; revision--) yield* await read(revision);
}
