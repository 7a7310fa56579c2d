/** What the tree needs of a category. */
interface Placed {
  readonly id: string;
  readonly parent_id: string | null;
  readonly sort_order: number;
  readonly slug: string;
}

export interface TreeNode<C> {
  readonly category: C;
  /** 1 for those without a parent. */
  readonly level: number;
  /** From 0, among those with the same parent. */
  readonly place: number;
  /** How many have that parent. */
  readonly of: number;
  readonly children: readonly TreeNode<C>[];
}

/** Where a category is to go. */
export interface Destination {
  readonly parent_id: string | null;
  /** Among the children of the parent, without the category itself. */
  readonly place: number;
}

export type Step = 'up' | 'down' | 'in' | 'out';

/** Which part of a row something is dropped upon. */
export type Zone = 'before' | 'in' | 'after';

/** What one category has to become. */
export interface Change {
  readonly id: string;
  readonly parent_id?: string | null;
  readonly sort_order: number;
}

export const MOST_LEVELS = 5;
const STEP = 10;
const LAST_ORDER = 1_000_000;

/** In the order in which readers get them. */
export function treeOf<C extends Placed>(categories: readonly C[]): TreeNode<C>[] {
  const known = new Set(categories.map(({ id }) => id));
  const byParent = new Map<string | null, C[]>();
  for (const category of categories) {
    // One whose parent is not there any more is still to be seen.
    const parent = category.parent_id !== null && known.has(category.parent_id) ? category.parent_id : null;
    byParent.set(parent, [...(byParent.get(parent) ?? []), category]);
  }
  const below = (parent: string | null, level: number): TreeNode<C>[] => {
    const siblings = [...(byParent.get(parent) ?? [])].sort(inOrder);
    return siblings.map((category, place) => ({
      ...{ category, level, place, of: siblings.length },
      children: below(category.id, level + 1),
    }));
  };
  return below(null, 1);
}

function inOrder(one: Placed, other: Placed): number {
  return one.sort_order - other.sort_order || (one.slug < other.slug ? -1 : 1);
}

/** The nodes from the top down, without what is below those that are closed. */
export function flatten<C extends Placed>(
  nodes: readonly TreeNode<C>[],
  isOpen: (id: string) => boolean = () => true,
): TreeNode<C>[] {
  return nodes.flatMap((node) => [node, ...(isOpen(node.category.id) ? flatten(node.children, isOpen) : [])]);
}

/** The tree with nothing but what matches, and what that is below. */
export function matching<C extends Placed>(
  nodes: readonly TreeNode<C>[],
  matches: (category: C) => boolean,
): TreeNode<C>[] {
  return nodes.flatMap((node) => {
    const children = matching(node.children, matches);
    return children.length > 0 || matches(node.category) ? [{ ...node, children }] : [];
  });
}

/** Where a step by the keyboard leads; null where there is no such place. */
export function destinationOf<C extends Placed>(
  nodes: readonly TreeNode<C>[],
  id: string,
  step: Step,
): Destination | null {
  const all = flatten(nodes);
  const node = all.find(({ category }) => category.id === id);
  if (!node) return null;
  const parent = all.find(({ children }) => children.includes(node)) ?? null;
  const siblings = parent?.children ?? nodes;
  const parent_id = parent?.category.id ?? null;
  const destination = {
    up: node.place > 0 ? { parent_id, place: node.place - 1 } : null,
    down: node.place < node.of - 1 ? { parent_id, place: node.place + 1 } : null,
    in: lastWithin(siblings[node.place - 1]),
    out: parent && { parent_id: parent.category.parent_id, place: parent.place + 1 },
  }[step];
  return destination && isAllowed(nodes, id, destination.parent_id) ? destination : null;
}

function lastWithin<C extends Placed>(node: TreeNode<C> | undefined): Destination | null {
  return node ? { parent_id: node.category.id, place: node.children.length } : null;
}

/** Where a category goes that is dropped upon another; null where it cannot. */
export function dropped<C extends Placed>(
  nodes: readonly TreeNode<C>[],
  id: string,
  { category, place, children }: TreeNode<C>,
  zone: Zone,
): Destination | null {
  const moved = flatten(nodes).find((node) => node.category.id === id);
  const parent_id = zone === 'in' ? category.id : category.parent_id;
  if (!moved || category.id === id || !isAllowed(nodes, id, parent_id)) return null;
  if (zone === 'in') return { parent_id, place: children.filter((child) => child.category.id !== id).length };
  // Places are counted without the moved one.
  const isBehind = moved.category.parent_id === parent_id && moved.place < place;
  return { parent_id, place: place - (isBehind ? 1 : 0) + (zone === 'after' ? 1 : 0) };
}

/** Whether a category may be there: not within itself, and nothing of it deeper than the API has it. */
export function isAllowed<C extends Placed>(
  nodes: readonly TreeNode<C>[],
  id: string | null,
  parentId: string | null,
): boolean {
  const all = flatten(nodes);
  const node = all.find(({ category }) => category.id === id);
  const parent = all.find(({ category }) => category.id === parentId);
  if (parentId !== null && !parent) return false;
  if (node && parent && flatten([node]).includes(parent)) return false;
  return (parent?.level ?? 0) + (node ? heightOf(node) : 1) <= MOST_LEVELS;
}

function heightOf<C>(node: TreeNode<C>): number {
  return 1 + Math.max(0, ...node.children.map(heightOf));
}

/**
 * What has to be written so that a category stands there: one category where there is room between its neighbours, else
 * all of them anew. In an order in which those that are not written yet stay in theirs.
 */
export function changesFor<C extends Placed>(
  categories: readonly C[],
  id: string,
  { parent_id, place }: Destination,
): Change[] {
  const moved = categories.find((category) => category.id === id);
  if (!moved) return [];
  const siblings = categories
    .filter((category) => category.parent_id === parent_id && category.id !== id)
    .sort(inOrder);
  const parent = moved.parent_id === parent_id ? {} : { parent_id };
  const sort_order = between(siblings[place - 1], siblings[place]);
  if (sort_order !== null) return [{ id, ...parent, sort_order }];
  return siblings
    .toSpliced(place, 0, moved)
    .map((category, index) => ({ category, order: (index + 1) * STEP }))
    .filter(({ category, order }) => category.sort_order !== order || category.id === id)
    .map(({ category, order }) => ({ id: category.id, ...(category.id === id ? parent : {}), sort_order: order }))
    .toReversed();
}

function between(before: Placed | undefined, after: Placed | undefined): number | null {
  const low = before?.sort_order ?? -1;
  if (!after) {
    const next = before ? low + STEP : STEP;
    return next <= LAST_ORDER ? next : null;
  }
  const middle = low + Math.floor((after.sort_order - low) / 2);
  return middle > low && middle < after.sort_order ? middle : null;
}

/** The order of what comes last within a parent. */
export function lastOrder<C extends Placed>(categories: readonly C[], parentId: string | null): number {
  const orders = categories.filter(({ parent_id }) => parent_id === parentId).map(({ sort_order }) => sort_order);
  return Math.min(LAST_ORDER, Math.max(0, ...orders) + STEP);
}
