import { isEqual, isPlain, member } from './equality';

/** Which of the three a field keeps: what was typed here, what somebody else saved, or what was there before both. */
export type Choice = 'mine' | 'theirs' | 'base';

/** Names of a field and of what is in it, from the outside in: `['name', 'zh-CN']`, `['items', 'paid', 'label']`. */
export type Path = readonly string[];

/** One part of the record in its three states; undefined where it has no such part. */
export interface Part {
  readonly path: Path;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface Merged<T> {
  readonly value: T;
  /** What only somebody else changed, and the form has now. */
  readonly taken: readonly Part[];
  /** What both changed, each differently. `value` has what was chosen, else what was typed here. */
  readonly conflicts: readonly Part[];
}

/** Lists whose rows are told apart by a member: the path of the list, without keys of rows, and the member's name. */
export type RowKeys = Readonly<Record<string, string>>;

/** How a value reads in front of people, such as the name that belongs to an id; null: as it is. */
export type FormatOf = (path: Path, value: unknown) => string | null;

/** Stands in a path for the order of the rows of a list. */
export const ORDER = '#order';

export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/**
 * Three versions of a record into one: by field, by the members of objects (so by the language of texts), and by row
 * where `rowKeys` tells the rows of a list apart. Other lists are one value.
 */
export function merge<T extends object>(
  versions: { readonly base: T; readonly mine: T; readonly theirs: T },
  rowKeys: RowKeys = {},
  choices: ReadonlyMap<string, Choice> = new Map(),
): Merged<T> {
  const merger = new Merger(rowKeys, choices);
  const { base, mine, theirs } = versions;
  const value = merger.objects([], [], base as Plain, mine as Plain, theirs as Plain);
  return { value: value as T, taken: merger.taken, conflicts: merger.conflicts };
}

type Plain = Readonly<Record<string, unknown>>;

class Merger {
  readonly taken: Part[] = [];
  readonly conflicts: Part[] = [];

  constructor(
    private readonly rowKeys: RowKeys,
    private readonly choices: ReadonlyMap<string, Choice>,
  ) {}

  /** @param kind the path without the keys of rows, by which a list is known. */
  objects(path: Path, kind: Path, base: Plain, mine: Plain, theirs: Plain): Plain {
    const entries = union(Object.keys(base), Object.keys(mine), Object.keys(theirs)).map((key): [string, unknown] => [
      key,
      this.values([...path, key], [...kind, key], member(base, key), member(mine, key), member(theirs, key)),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  private values(path: Path, kind: Path, base: unknown, mine: unknown, theirs: unknown): unknown {
    if (isEqual(mine, theirs) || isEqual(base, theirs)) return mine;
    if (isEqual(base, mine)) {
      this.taken.push({ path, base, mine, theirs });
      return theirs;
    }
    if (isPlain(mine) && isPlain(theirs) && (isPlain(base) || isNothing(base))) {
      return this.objects(path, kind, isPlain(base) ? base : {}, mine, theirs);
    }
    const lists = this.lists(kind, base, mine, theirs);
    if (lists) return this.rows(path, kind, lists);
    return this.choose({ path, base, mine, theirs });
  }

  private choose(part: Part): unknown {
    this.conflicts.push(part);
    return part[this.choices.get(pathKey(part.path)) ?? 'mine'];
  }

  /** @returns null where rows cannot be told apart. */
  private lists(kind: Path, ...versions: unknown[]): [Rows, Rows, Rows] | null {
    const name = this.rowKeys[kind.join('.')];
    if (name === undefined) return null;
    const lists = versions.map((version) => rowsBy(name, isNothing(version) ? [] : version));
    const [base, mine, theirs] = lists;
    return base && mine && theirs ? [base, mine, theirs] : null;
  }

  private rows(path: Path, kind: Path, [base, mine, theirs]: [Rows, Rows, Rows]): unknown[] {
    const merged = new Map<string, unknown>();
    for (const key of union([...base.keys()], [...mine.keys()], [...theirs.keys()])) {
      const row = this.values([...path, key], kind, base.get(key), mine.get(key), theirs.get(key));
      if (row !== undefined) merged.set(key, row);
    }
    return this.order(path, merged, base, mine, theirs).map((key) => merged.get(key));
  }

  /** Each side may have moved rows; those that only one side has stay behind the row that they follow there. */
  private order(path: Path, merged: ReadonlyMap<string, unknown>, base: Rows, mine: Rows, theirs: Rows): string[] {
    const isShared = (key: string): boolean => [base, mine, theirs, merged].every((rows) => rows.has(key));
    const shared = [base, mine, theirs].map((rows) => [...rows.keys()].filter(isShared));
    const [before, here, there] = shared as [string[], string[], string[]];
    const isBoth = !isEqual(before, here) && !isEqual(before, there) && !isEqual(here, there);
    const part = { path: [...path, ORDER], base: before, mine: here, theirs: there };
    const order = isBoth ? (this.choose(part) as string[]) : isEqual(before, here) ? there : here;
    const leading = order === there ? theirs : mine;
    const placed = [...order];
    for (const rows of leading === mine ? [mine, theirs, base] : [theirs, mine, base]) place(placed, rows, merged);
    return placed;
  }
}

function place(placed: string[], rows: Rows, merged: ReadonlyMap<string, unknown>): void {
  let before: string | null = null;
  for (const key of rows.keys()) {
    if (!merged.has(key)) continue;
    if (!placed.includes(key)) placed.splice(before === null ? 0 : placed.indexOf(before) + 1, 0, key);
    before = key;
  }
}

type Rows = ReadonlyMap<string, unknown>;

function rowsBy(name: string, list: unknown): Rows | null {
  if (!Array.isArray(list)) return null;
  const rows = new Map<string, unknown>();
  for (const row of list as unknown[]) {
    const key = isPlain(row) ? member(row, name) : undefined;
    if ((typeof key !== 'string' && typeof key !== 'number') || rows.has(String(key))) return null;
    rows.set(String(key), row);
  }
  return rows;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function union(...lists: string[][]): string[] {
  return [...new Set(lists.flat())];
}
