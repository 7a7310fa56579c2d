import type { SupportedLocale } from '@libs/kernel';
import { fold } from './fold';
import { fullName } from './full-name';
import type { PackedStrings } from './packed-strings';
import type { DatasetIdentity, RegionDetail, RegionItem } from './region';
import type { RegionNames } from './region-names';
import type { RegionSearch } from './region-search';
import type { RegionTree } from './region-tree';

export interface IndexContents {
  readonly codes: PackedStrings;
  readonly names: RegionNames;
  readonly successors: ReadonlyMap<number, readonly string[]>;
  readonly tree: RegionTree;
  readonly search: RegionSearch;
  /** The node of the country whose divisions are ordered by code; -1 if it does not exist. */
  readonly china: number;
}

export interface RegionFilter {
  readonly q: string | null;
  readonly parentCode: string | null;
  readonly level: number | null;
  readonly locale: SupportedLocale;
}

/** The end of a page: its last region, and how well that matched the query. */
export interface RegionPosition {
  readonly rank: number;
  readonly code: string;
}

export interface RegionPage {
  readonly items: readonly RegionItem[];
  readonly total: number;
  /** Null on the last page. */
  readonly end: RegionPosition | null;
}

const EMPTY_PAGE: RegionPage = { items: [], total: 0, end: null };

/** All regions, ready to be listed and searched. Immutable: when the regions change, a new index replaces it. */
export class RegionIndex {
  /** Lists ordered by localized name, which is expensive, by locale and parent. */
  private readonly sorted = new Map<string, Uint32Array>();

  constructor(
    readonly dataset: DatasetIdentity,
    /** Increases with every change of the regions; the same in every process that has the same regions. */
    readonly revision: string,
    private readonly contents: IndexContents,
  ) {}

  /** A region by its code, including retired ones. Null if it is unknown or not public. */
  find(code: string, locale: SupportedLocale): RegionDetail | null {
    const node = this.nodeOf(code);
    if (node === null || !this.contents.tree.isReachable(node)) return null;
    return { ...this.item(node, locale), successorCodes: this.contents.successors.get(node) ?? [] };
  }

  has(code: string): boolean {
    return this.nodeOf(code) !== null;
  }

  /** @throws RangeError when the position is not that of a region. */
  list(filter: RegionFilter, limit: number, after: RegionPosition | null): RegionPage {
    const { tree } = this.contents;
    const parent = filter.parentCode === null ? null : this.nodeOf(filter.parentCode);
    if (filter.parentCode !== null && (parent === null || !tree.isListed(parent))) return EMPTY_PAGE;
    const query = filter.q === null ? '' : fold(filter.q);
    return query === ''
      ? this.listChildren(parent, filter, limit, after)
      : this.search(query, parent, filter, limit, after);
  }

  private listChildren(
    parent: number | null,
    filter: RegionFilter,
    limit: number,
    after: RegionPosition | null,
  ): RegionPage {
    const { level, locale } = filter;
    const all = this.orderedChildren(parent, locale);
    const nodes = level === null ? all : all.filter((node) => this.contents.tree.levelOf(node) === level);
    const start = after === null ? 0 : this.indexBehind(nodes, this.existing(after.code), locale);
    const page = nodes.subarray(start, start + limit);
    const last = page.at(-1);
    return {
      items: Array.from(page, (node) => this.item(node, locale)),
      total: nodes.length,
      end: last !== undefined && start + limit < nodes.length ? { rank: 0, code: this.contents.codes.at(last) } : null,
    };
  }

  private search(
    query: string,
    parent: number | null,
    { level, locale }: RegionFilter,
    limit: number,
    after: RegionPosition | null,
  ): RegionPage {
    const { codes, search, tree } = this.contents;
    const lastRow = after && { rank: after.rank, row: tree.rows[this.existing(after.code)] ?? -1 };
    const { matches, hasMore, total } = search.search(query, locale, tree.ranges(level, parent), limit, lastRow);
    const found = matches.map(({ rank, row }) => ({ rank, node: tree.nodes[row] ?? 0 }));
    const last = found.at(-1);
    return {
      items: found.map(({ node }) => this.item(node, locale)),
      total,
      end: hasMore && last ? { rank: last.rank, code: codes.at(last.node) } : null,
    };
  }

  /** China's divisions by code, which keeps neighbours together; countries and all others by localized name. */
  private orderedChildren(parent: number | null, locale: SupportedLocale): Uint32Array {
    const { tree } = this.contents;
    if (parent !== null && this.isChinese(parent)) return tree.childrenOf(parent);
    const key = `${locale}:${parent ?? ''}`;
    const known = this.sorted.get(key);
    if (known) return known;
    const nodes = parent === null ? tree.roots.slice() : tree.childrenOf(parent).slice();
    nodes.sort((a, b) => this.compare(a, b, locale));
    this.sorted.set(key, nodes);
    return nodes;
  }

  /** The index of the first node after the given one, which need not be among them any more. */
  private indexBehind(nodes: Uint32Array, node: number, locale: SupportedLocale): number {
    const index = nodes.findIndex((candidate) => this.compare(candidate, node, locale) > 0);
    return index < 0 ? nodes.length : index;
  }

  private compare(a: number, b: number, locale: SupportedLocale): number {
    if (this.isChinese(a) || this.isChinese(b)) return Number(this.isChinese(b)) - Number(this.isChinese(a)) || a - b;
    const { names } = this.contents;
    return collatorOf(locale).compare(names.of(a, locale), names.of(b, locale)) || a - b;
  }

  private item(node: number, locale: SupportedLocale): RegionItem {
    const { codes, names, tree } = this.contents;
    const parent = tree.parentOf(node);
    return {
      code: codes.at(node),
      parentCode: parent < 0 ? null : codes.at(parent),
      level: tree.levelOf(node),
      name: names.of(node, locale),
      fullName: this.fullName(node, locale),
      hasChildren: tree.hasChildren(node),
      status: tree.isActive(node) ? 'active' : 'retired',
    };
  }

  private fullName(node: number, locale: SupportedLocale): string {
    const { names, tree, china } = this.contents;
    const path = tree.pathTo(node);
    // A Chinese address inside China does not name the country.
    if (path[0] === china && path.length > 1 && locale.startsWith('zh')) path.shift();
    return fullName(
      path.map((each) => names.of(each, locale)),
      locale,
    );
  }

  private isChinese(node: number): boolean {
    return this.contents.tree.rootOf(node) === this.contents.china;
  }

  /** Null also for a region outside every country. */
  private nodeOf(code: string): number | null {
    const node = this.contents.codes.search(code);
    return node >= 0 && (this.contents.tree.rows[node] ?? -1) >= 0 ? node : null;
  }

  private existing(code: string): number {
    const node = this.nodeOf(code);
    if (node === null) throw new RangeError('The position is of no region');
    return node;
  }
}

const collators = new Map<SupportedLocale, Intl.Collator>();

function collatorOf(locale: SupportedLocale): Intl.Collator {
  const known = collators.get(locale);
  if (known) return known;
  const collator = new Intl.Collator(locale);
  collators.set(locale, collator);
  return collator;
}
