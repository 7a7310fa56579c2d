/** The page of a list that is asked for, both counted from 1. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Of all pages. */
  readonly total: number;
}

/**
 * The pattern of ILIKE for a text anywhere, its wildcards taken literally (for the default escape character); null for
 * no text, which matches everything.
 */
export function likePattern(q: string | undefined): string | null {
  return q ? `%${q.replaceAll(/[\\%_]/g, '\\$&')}%` : null;
}
