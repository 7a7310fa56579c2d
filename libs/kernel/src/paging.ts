/** The requested page of a list, both counted from 1. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

export interface ListPage<T> {
  readonly items: readonly T[];
  /** The number of items on all pages. */
  readonly total: number;
}

/**
 * The ILIKE pattern that finds a text anywhere, with its wildcards escaped (by the default escape character); null,
 * which matches everything, for no text.
 */
export function likePattern(q: string | undefined): string | null {
  return q ? `%${q.replaceAll(/[\\%_]/g, '\\$&')}%` : null;
}
