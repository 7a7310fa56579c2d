import { type Languages, type ListRequest, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { PLANNED_EACH_TIME } from './named-query';

/** A column by which a list can be sorted. Its SQL is a literal of the code, never a text of a client. */
export interface SortColumn {
  readonly sql: (languages: Languages) => string;
  /** Its nulls come last, in either direction. */
  readonly isNullable: boolean;
}

interface Defaults {
  /** The order of the list by itself: what follows ORDER BY. */
  readonly usual: string;
  /** The column that tells items apart that are equal otherwise. */
  readonly tie: string;
}

/** How people of each language sort: of ICU, so that it depends neither on the database nor on its operating system. */
export const COLLATIONS: Readonly<Record<SupportedLocale, string>> = {
  'zh-CN': '"zh-x-icu"',
  'zh-TW': '"zh-Hant-x-icu"',
  'en-US': '"en-x-icu"',
  'ja-JP': '"ja-x-icu"',
};

/** The languages in the order in which jsonb has them, which is that of the last fallback of `localize`. */
const ANY_LANGUAGE = SUPPORTED_LOCALES.toSorted();

/** A time, a number or a flag. */
export function sorted(sql: string): SortColumn {
  return { sql: () => sql, isNullable: false };
}

export function nullable({ sql }: SortColumn): SortColumn {
  return { sql, isNullable: true };
}

/** A code, key or address, by its bytes. */
export function sortedCode(sql: string): SortColumn {
  return sorted(`${sql} COLLATE "C"`);
}

/** A name that people read, as the language of whoever asks sorts it. */
export function sortedName(sql: string): SortColumn {
  return { sql: ({ locale }) => `${sql} COLLATE ${COLLATIONS[locale]}`, isNullable: false };
}

/** A localized text as whoever asks reads it, by the fallback of `localize`. @param sql an object of texts, or null. */
export function sortedText(...sql: readonly string[]): SortColumn {
  const textIn = ({ locale, defaultLocale }: Languages): string => {
    const locales = new Set([locale, defaultLocale, ...ANY_LANGUAGE]);
    const texts = [...locales].flatMap((one) => sql.map((object) => `${object} ->> '${one}'`));
    return `coalesce(${texts.join(', ')}) COLLATE ${COLLATIONS[locale]}`;
  };
  return { sql: textIn, isNullable: true };
}

/** The columns by which a list can be sorted, by their names on the wire. */
export class ListOrder<Name extends string = string> {
  /** All that can be asked for: each column, and the same descending. */
  readonly sorts: readonly string[];

  constructor(
    private readonly columns: Readonly<Record<Name, SortColumn>>,
    private readonly defaults: Defaults,
  ) {
    this.sorts = Object.keys(columns).flatMap((name) => [name, `-${name}`]);
  }

  /** Whether the list is to be sorted by one of the columns. */
  isBy({ sort }: Pick<ListRequest, 'sort'>, ...names: readonly Name[]): boolean {
    return sort !== undefined && names.some((name) => name === sort.replace(/^-/, ''));
  }

  /** What follows ORDER BY. @throws Error for what cannot be asked for. */
  of({ sort, languages }: Pick<ListRequest, 'sort' | 'languages'>): string {
    if (sort === undefined) return this.defaults.usual;
    if (!this.sorts.includes(sort)) throw new Error('The list has no such order');
    const { sql, isNullable } = this.columns[sort.replace(/^-/, '') as Name];
    const direction = sort.startsWith('-') ? ' DESC' : '';
    const nulls = isNullable && direction ? ' NULLS LAST' : '';
    return `${sql(languages)}${direction}${nulls}, ${this.defaults.tie}${direction} ${PLANNED_EACH_TIME}`;
  }
}
