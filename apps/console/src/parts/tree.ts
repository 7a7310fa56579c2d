/** What the tree needs of a record. */
export interface Placed {
  readonly id: string;
  readonly parent_id: string | null;
  readonly sort_order: number;
}

/** What the API says of trees of a kind of record. */
export interface TreeKind<C> {
  readonly levels: number;
  /** By which those with the same order are told apart. */
  readonly tie: (record: C) => string;
}

export interface TreeNode<C> {
  readonly record: C;
  /** 1 for those without a parent. */
  readonly level: number;
  /** From 0, among those with the same parent. */
  readonly place: number;
  /** How many have that parent. */
  readonly of: number;
  readonly children: readonly TreeNode<C>[];
}

/** Where a record is to go. */
export interface Destination {
  readonly parent_id: string | null;
  /** Among the children of the parent, without the record itself. */
  readonly place: number;
}

export type Step = 'up' | 'down' | 'in' | 'out';

/** Which part of a row something is dropped upon. */
export type Zone = 'before' | 'in' | 'after';

/** What one record has to become. */
export interface Change {
  readonly id: string;
  readonly parent_id?: string | null;
  readonly sort_order: number;
}

const STEP = 10;
const LAST_ORDER = 1_000_000;

/** In the order in which the API has them. */
export function treeOf<C extends Placed>(records: readonly C[], kind: TreeKind<C>): TreeNode<C>[] {
  const known = new Set(records.map(({ id }) => id));
  const byParent = new Map<string | null, C[]>();
  for (const record of records) {
    // One whose parent is not there any more is still to be seen.
    const parent = record.parent_id !== null && known.has(record.parent_id) ? record.parent_id : null;
    byParent.set(parent, [...(byParent.get(parent) ?? []), record]);
  }
  const below = (parent: string | null, level: number): TreeNode<C>[] => {
    const siblings = [...(byParent.get(parent) ?? [])].sort(inOrder(kind));
    return siblings.map((record, place) => ({
      ...{ record, level, place, of: siblings.length },
      children: below(record.id, level + 1),
    }));
  };
  return below(null, 1);
}

function inOrder<C extends Placed>({ tie }: TreeKind<C>): (one: C, other: C) => number {
  return (one, other) => one.sort_order - other.sort_order || (tie(one) < tie(other) ? -1 : 1);
}

/** The nodes from the top down, without what is below those that are closed. */
export function flatten<C extends Placed>(
  nodes: readonly TreeNode<C>[],
  isOpen: (id: string) => boolean = () => true,
): TreeNode<C>[] {
  return nodes.flatMap((node) => [node, ...(isOpen(node.record.id) ? flatten(node.children, isOpen) : [])]);
}

/** The tree with nothing but what matches, and what that is below. */
export function matching<C extends Placed>(
  nodes: readonly TreeNode<C>[],
  matches: (record: C) => boolean,
): TreeNode<C>[] {
  return nodes.flatMap((node) => {
    const children = matching(node.children, matches);
    return children.length > 0 || matches(node.record) ? [{ ...node, children }] : [];
  });
}

/** Where a step by the keyboard leads; null where there is no such place. */
export function destinationOf<C extends Placed>(
  nodes: readonly TreeNode<C>[],
  id: string,
  step: Step,
  kind: TreeKind<C>,
): Destination | null {
  const all = flatten(nodes);
  const node = all.find(({ record }) => record.id === id);
  if (!node) return null;
  const parent = all.find(({ children }) => children.includes(node)) ?? null;
  const siblings = parent?.children ?? nodes;
  const parent_id = parent?.record.id ?? null;
  const destination = {
    up: node.place > 0 ? { parent_id, place: node.place - 1 } : null,
    down: node.place < node.of - 1 ? { parent_id, place: node.place + 1 } : null,
    in: lastWithin(siblings[node.place - 1]),
    out: parent && { parent_id: parent.record.parent_id, place: parent.place + 1 },
  }[step];
  return destination && isAllowed(nodes, id, destination.parent_id, kind) ? destination : null;
}

function lastWithin<C extends Placed>(node: TreeNode<C> | undefined): Destination | null {
  return node ? { parent_id: node.record.id, place: node.children.length } : null;
}

/** Where a record goes that is dropped upon another; null where it cannot. */
export function dropped<C extends Placed>(
  nodes: readonly TreeNode<C>[],
  id: string,
  { record, place, children }: TreeNode<C>,
  zone: Zone,
  kind: TreeKind<C>,
): Destination | null {
  const moved = flatten(nodes).find((node) => node.record.id === id);
  const parent_id = zone === 'in' ? record.id : record.parent_id;
  if (!moved || record.id === id || !isAllowed(nodes, id, parent_id, kind)) return null;
  if (zone === 'in') return { parent_id, place: children.filter((child) => child.record.id !== id).length };
  // Places are counted without the moved one.
  const isBehind = moved.record.parent_id === parent_id && moved.place < place;
  return { parent_id, place: place - (isBehind ? 1 : 0) + (zone === 'after' ? 1 : 0) };
}

/** Whether a record may be there: not within itself, and nothing of it deeper than the API has it. */
export function isAllowed<C extends Placed>(
  nodes: readonly TreeNode<C>[],
  id: string | null,
  parentId: string | null,
  { levels }: TreeKind<C>,
): boolean {
  const all = flatten(nodes);
  const node = all.find(({ record }) => record.id === id);
  const parent = all.find(({ record }) => record.id === parentId);
  if (parentId !== null && !parent) return false;
  if (node && parent && flatten([node]).includes(parent)) return false;
  return (parent?.level ?? 0) + (node ? heightOf(node) : 1) <= levels;
}

function heightOf<C>(node: TreeNode<C>): number {
  return 1 + Math.max(0, ...node.children.map(heightOf));
}

/**
 * What has to be written so that a record stands there: one record where there is room between its neighbours, else
 * all of them anew. In an order in which those that are not written yet stay in theirs.
 */
export function changesFor<C extends Placed>(
  records: readonly C[],
  id: string,
  { parent_id, place }: Destination,
  kind: TreeKind<C>,
): Change[] {
  const moved = records.find((record) => record.id === id);
  if (!moved) return [];
  const siblings = records.filter((record) => record.parent_id === parent_id && record.id !== id).sort(inOrder(kind));
  const parent = moved.parent_id === parent_id ? {} : { parent_id };
  const sort_order = between(siblings[place - 1], siblings[place]);
  if (sort_order !== null) return [{ id, ...parent, sort_order }];
  return siblings
    .toSpliced(place, 0, moved)
    .map((record, index) => ({ record, order: (index + 1) * STEP }))
    .filter(({ record, order }) => record.sort_order !== order || record.id === id)
    .map(({ record, order }) => ({ id: record.id, ...(record.id === id ? parent : {}), sort_order: order }))
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
export function lastOrder<C extends Placed>(records: readonly C[], parentId: string | null): number {
  const orders = records.filter(({ parent_id }) => parent_id === parentId).map(({ sort_order }) => sort_order);
  return Math.min(LAST_ORDER, Math.max(0, ...orders) + STEP);
}
