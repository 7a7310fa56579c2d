import { MAX_LEVEL } from './region';
import type { RowRange } from './text-index';

/** The code of the country that leads every list of countries. */
export const CHINA = 'CN';

/** Ranks of size: the first country, its provinces, then all others by level. */
const SIZES = MAX_LEVEL + 3;

function levelOfSize(size: number): number {
  return size < 2 ? size : size - 2;
}

/** The shape of the tree in flat arrays. A node is the index of its code among all codes in order. */
export interface TreeNodes {
  /** -1 for a root. */
  readonly parents: Int32Array;
  readonly levels: Uint8Array;
  /** Whether the node itself is public, and active. */
  readonly open: Uint8Array;
  readonly active: Uint8Array;
}

/**
 * The tree with two orders of its nodes. Children are ordered by their codes. Rows are in the order of search results:
 * by level, and within a level in the order of a tree walk, so that the rows of a subtree are one range per level and
 * filtering by subtree or level costs nothing. The first country and its provinces, which are as large as countries,
 * come before the other ones.
 */
export class RegionTree {
  /** The listed roots, the first country ahead. */
  readonly roots: Uint32Array;
  /** By row: its node. */
  readonly nodes: Uint32Array;
  /** By node: its row; -1 for a node that no root leads to. */
  readonly rows: Int32Array;
  private readonly childStarts: Uint32Array;
  private readonly childNodes: Uint32Array;
  /** By node: its number in the walk, and the number after that of its last descendant. */
  private readonly walkNumbers: Uint32Array;
  private readonly walkEnds: Uint32Array;
  /** By rank of size: its first row. */
  private readonly sizeStarts: Uint32Array;
  /** By node: whether it and all its ancestors are public; and whether they are active, too. */
  private readonly reachable: Uint8Array;
  private readonly listed: Uint8Array;

  constructor(
    private readonly shape: TreeNodes,
    private readonly first: number,
  ) {
    const size = shape.parents.length;
    this.rows = new Int32Array(size).fill(-1);
    this.walkNumbers = new Uint32Array(size);
    this.walkEnds = new Uint32Array(size);
    this.reachable = new Uint8Array(size);
    this.listed = new Uint8Array(size);
    const all = childLists(shape.parents, () => true);
    const roots = rootsOf(shape.parents, first);
    const walk = this.walk(roots, all);
    const { nodes, sizeStarts } = this.orderBySize(walk);
    this.nodes = nodes;
    this.sizeStarts = sizeStarts;
    this.roots = roots.filter((node) => this.isListed(node));
    const listed = childLists(shape.parents, (node) => this.isListed(node));
    this.childStarts = listed.starts;
    this.childNodes = listed.nodes;
  }

  /** The listed children, ordered by code. */
  childrenOf(node: number): Uint32Array {
    return this.childNodes.subarray(this.childStarts[node], this.childStarts[node + 1]);
  }

  hasChildren(node: number): boolean {
    return (this.childStarts[node + 1] ?? 0) > (this.childStarts[node] ?? 0);
  }

  parentOf(node: number): number {
    return this.shape.parents[node] ?? -1;
  }

  levelOf(node: number): number {
    return this.shape.levels[node] ?? 0;
  }

  isActive(node: number): boolean {
    return this.shape.active[node] === 1;
  }

  /** Whether the node may be shown to a client that knows its code: it and all its ancestors are public. */
  isReachable(node: number): boolean {
    return this.reachable[node] === 1;
  }

  /** Whether lists and searches may show the node: it and all its ancestors are public and active. */
  isListed(node: number): boolean {
    return this.listed[node] === 1;
  }

  rootOf(node: number): number {
    let root = node;
    for (let parent = this.parentOf(root); parent >= 0; parent = this.parentOf(root)) root = parent;
    return root;
  }

  /** The path from the root to the node, both included. */
  pathTo(node: number): number[] {
    const path: number[] = [];
    for (let current = node; current >= 0; current = this.parentOf(current)) path.unshift(current);
    return path;
  }

  /** The rows of a level, or of all; with an ancestor, those of its descendants. */
  ranges(level: number | null, ancestor: number | null): RowRange[] {
    const ranges: RowRange[] = [];
    for (let size = 0; size < SIZES; size++) {
      if (level !== null && levelOfSize(size) !== level) continue;
      const start = this.sizeStarts[size] ?? 0;
      const end = this.sizeStarts[size + 1] ?? 0;
      const from = ancestor === null ? start : this.firstRowFrom(start, end, (this.walkNumbers[ancestor] ?? 0) + 1);
      const to = ancestor === null ? end : this.firstRowFrom(start, end, this.walkEnds[ancestor] ?? 0);
      if (from < to) ranges.push({ from, to });
    }
    return ranges;
  }

  /** Numbers the nodes in depth-first order, and determines on the way which are visible. */
  private walk(roots: Uint32Array, children: ChildLists): Uint32Array {
    const order = new Uint32Array(this.shape.parents.length);
    const stack = [...roots].reverse();
    let count = 0;
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      this.walkNumbers[node] = count;
      order[count++] = node;
      this.admit(node);
      for (let index = (children.starts[node + 1] ?? 0) - 1; index >= (children.starts[node] ?? 0); index--) {
        stack.push(children.nodes[index] ?? 0);
      }
    }
    // In reverse order, each node comes after all its descendants.
    for (let index = count - 1; index >= 0; index--) {
      const node = order[index] ?? 0;
      this.walkEnds[node] = Math.max(this.walkEnds[node] ?? 0, index + 1);
      const parent = this.parentOf(node);
      if (parent >= 0) this.walkEnds[parent] = Math.max(this.walkEnds[parent] ?? 0, this.walkEnds[node] ?? 0);
    }
    return order.subarray(0, count);
  }

  private admit(node: number): void {
    const parent = this.parentOf(node);
    const { open, active } = this.shape;
    this.reachable[node] = parent < 0 ? (open[node] ?? 0) : (open[node] ?? 0) & (this.reachable[parent] ?? 0);
    const visible = (this.reachable[node] ?? 0) & (active[node] ?? 0);
    this.listed[node] = parent < 0 ? visible : visible & (this.listed[parent] ?? 0);
  }

  private orderBySize(walk: Uint32Array): { nodes: Uint32Array; sizeStarts: Uint32Array } {
    const sizeStarts = new Uint32Array(SIZES + 1);
    for (const node of walk) sizeStarts[this.sizeOf(node) + 1]!++;
    for (let size = 0; size < SIZES; size++) sizeStarts[size + 1]! += sizeStarts[size] ?? 0;
    const next = sizeStarts.slice();
    const nodes = new Uint32Array(walk.length);
    for (const node of walk) {
      const row = next[this.sizeOf(node)]!++;
      nodes[row] = node;
      this.rows[node] = row;
    }
    return { nodes, sizeStarts };
  }

  private sizeOf(node: number): number {
    const level = this.levelOf(node);
    if (level > 1) return level + 2;
    return (level === 0 ? node : this.parentOf(node)) === this.first ? level : level + 2;
  }

  /** The first row of [start, end) whose number in the walk is not below the wanted one. */
  private firstRowFrom(start: number, end: number, wanted: number): number {
    let low = start;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.walkNumbers[this.nodes[middle] ?? 0] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface ChildLists {
  readonly starts: Uint32Array;
  readonly nodes: Uint32Array;
}

/** By parent, in the order of the nodes. */
function childLists(parents: Int32Array, isWanted: (node: number) => boolean): ChildLists {
  const starts = new Uint32Array(parents.length + 1);
  for (const [node, parent] of parents.entries()) if (parent >= 0 && isWanted(node)) starts[parent + 1]!++;
  for (let node = 0; node < parents.length; node++) starts[node + 1]! += starts[node] ?? 0;
  const next = starts.slice();
  const nodes = new Uint32Array(starts[parents.length] ?? 0);
  for (const [node, parent] of parents.entries()) if (parent >= 0 && isWanted(node)) nodes[next[parent]!++] = node;
  return { starts, nodes };
}

function rootsOf(parents: Int32Array, first: number): Uint32Array {
  const roots: number[] = [];
  for (const [node, parent] of parents.entries()) if (parent === -1 && node !== first) roots.push(node);
  return Uint32Array.from(first >= 0 ? [first, ...roots] : roots);
}
