import type { SupportedLocale } from './locale';

/** The requested page of a list, both counted from 1. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
  /** A column of the list, with a minus before it for descending; none for the order that the list has by itself. */
  readonly sort?: string | undefined;
  /** The items to choose from, all of which fit on the page; none for all. */
  readonly ids?: readonly string[] | undefined;
}

/** A page of a list in the order of texts that its reader expects. */
export interface ListRequest extends PageRequest {
  readonly languages: Languages;
}

/** In which languages somebody reads, and so expects texts to be sorted. */
export interface Languages {
  readonly locale: SupportedLocale;
  /** Of the App, in which there is a text where there is none in the first. */
  readonly defaultLocale: SupportedLocale;
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
