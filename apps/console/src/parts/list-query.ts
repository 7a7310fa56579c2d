/** What a list can be narrowed by. The names are those of the API's query, and of the address of the page. */
export type Filter =
  | { readonly kind: 'text'; readonly name: string }
  | { readonly kind: 'select'; readonly name: string; readonly values: readonly string[] }
  /** The id of another record, such as an App. */
  | { readonly kind: 'id'; readonly name: string }
  /** Days of the tenant's calendar, both included; the names are those of the two ends. */
  | { readonly kind: 'days'; readonly from: string; readonly to: string };

export interface ListSpec {
  readonly filters: readonly Filter[];
  /** Columns that the API sorts by. */
  readonly sorts?: readonly string[];
  readonly pageSize?: number;
}

export interface ListState {
  /** By the names of the query; none of them empty. */
  readonly filters: Readonly<Record<string, string>>;
  readonly page: number;
  readonly page_size: number;
  /** A column, with `-` before it for descending; null for the order of the API. */
  readonly sort: string | null;
}

/** Of an address: its values may be anything. */
export type Query = Readonly<Record<string, unknown>>;

export const PAGE_SIZES = [10, 20, 50, 100] as const;
const STANDARD_PAGE_SIZE = 20;
const LAST_PAGE = 1_000_000;
const LONGEST_TEXT = 160;
// Control characters; and halves of surrogate pairs, which no address can carry.
const UNSENDABLE = /[\u0000-\u001f\u007f]|\p{Surrogate}/gu;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the address says of the list. What makes no sense is passed over. */
export function readListState(query: Query, spec: ListSpec): ListState {
  const entries = spec.filters.flatMap((filter) => valuesOf(filter, query));
  return {
    filters: Object.fromEntries(entries),
    page: wholeNumber(query['page'], LAST_PAGE) ?? 1,
    page_size: pageSizeOf(query['page_size'], spec),
    sort: sortOf(query['sort'], spec.sorts ?? []),
  };
}

/** An id that the address names; null where it names none. */
export function idIn(query: Query, name: string): string | null {
  const value = Object.hasOwn(query, name) ? query[name] : null;
  return typeof value === 'string' && ID.test(value) ? value : null;
}

/** The part of the address that tells the state; what goes without saying is left out. */
export function writeListState(state: ListState, spec: ListSpec): Record<string, string> {
  return {
    ...state.filters,
    ...(state.page > 1 ? { page: String(state.page) } : {}),
    ...(state.page_size !== standardSize(spec) ? { page_size: String(state.page_size) } : {}),
    ...(state.sort !== null ? { sort: state.sort } : {}),
  };
}

/** An address with another state of the list; what is not of the list stays. */
export function withListState(query: Query, state: ListState, spec: ListSpec): Query {
  const own = [...spec.filters.flatMap(namesOf), 'page', 'page_size', 'sort'];
  const others = Object.entries(query).filter(([name]) => !own.includes(name));
  return { ...Object.fromEntries(others), ...writeListState(state, spec) };
}

/** The state with other filters: back on the first page. An empty value lifts a filter. */
export function narrowed(state: ListState, filters: Readonly<Record<string, string>>): ListState {
  const kept = Object.entries({ ...state.filters, ...filters }).filter(([, value]) => value !== '');
  return { ...state, filters: Object.fromEntries(kept), page: 1 };
}

/** A click on the head of a column: ascending, descending, as the API orders. */
export function sortedBy(state: ListState, column: string): ListState {
  const sort = state.sort === column ? `-${column}` : state.sort === `-${column}` ? null : column;
  return { ...state, sort, page: 1 };
}

function valuesOf(filter: Filter, query: Query): [string, string][] {
  return namesOf(filter).flatMap((name): [string, string][] => {
    const given = Object.hasOwn(query, name) ? query[name] : undefined;
    const value = typeof given === 'string' ? accepted(filter, given) : '';
    return value === '' ? [] : [[name, value]];
  });
}

function namesOf(filter: Filter): string[] {
  return filter.kind === 'days' ? [filter.from, filter.to] : [filter.name];
}

function accepted(filter: Filter, value: string): string {
  switch (filter.kind) {
    case 'text':
      return textOf(value);
    case 'select':
      return filter.values.includes(value) ? value : '';
    case 'id':
      return ID.test(value) ? value : '';
    case 'days':
      return isDay(value) ? value : '';
  }
}

/** As long as the API takes it, counted as it counts: by characters, not by halves of them. */
function textOf(value: string): string {
  return [...value.replaceAll(UNSENDABLE, '')].slice(0, LONGEST_TEXT).join('').trim();
}

function isDay(value: string): boolean {
  const time = DAY.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function wholeNumber(value: unknown, most: number): number | null {
  if (typeof value !== 'string' || !/^[1-9]\d{0,6}$/.test(value)) return null;
  const number = Number(value);
  return number <= most ? number : null;
}

function pageSizeOf(value: unknown, spec: ListSpec): number {
  return PAGE_SIZES.find((size) => String(size) === value) ?? standardSize(spec);
}

function standardSize(spec: ListSpec): number {
  return spec.pageSize ?? STANDARD_PAGE_SIZE;
}

function sortOf(value: unknown, sorts: readonly string[]): string | null {
  return typeof value === 'string' && sorts.includes(value.replace(/^-/, '')) ? value : null;
}
