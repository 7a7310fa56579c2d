import { ValidationFailedError } from './common-errors';

export interface TreeNode {
  readonly id: string;
  readonly parentId: string | null;
}

interface TreeForm {
  /** A node without a parent is on level 1. */
  readonly maxLevels: number;
  /** The codes for a parent that does not exist, and for one that lies below what is to be moved. */
  readonly unknownParent: string;
  readonly belowItself: string;
}

/** A tree of nodes by parent, small enough to load as a whole, and the rules that concern more than one node. */
export abstract class Tree {
  private readonly parents: ReadonlyMap<string, string | null>;

  protected constructor(
    nodes: readonly TreeNode[],
    private readonly form: TreeForm,
  ) {
    this.parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  }

  /**
   * @param id the node to move with its descendants; undefined for a new one.
   * @throws ValidationFailedError when the parent is not allowed.
   */
  expectPlace(parentId: string | null, id?: string): void {
    if (parentId === null) return;
    const { maxLevels, unknownParent, belowItself } = this.form;
    if (!this.parents.has(parentId)) throw ValidationFailedError.of('parent_id', unknownParent);
    const above = this.lineOf(parentId);
    if (id !== undefined && above.includes(id)) throw ValidationFailedError.of('parent_id', belowItself);
    if (above.length + this.heightOf(id) > maxLevels) {
      throw ValidationFailedError.of('parent_id', 'too_deep', { max: maxLevels });
    }
  }

  hasChildren(id: string): boolean {
    return [...this.parents.values()].includes(id);
  }

  protected get size(): number {
    return this.parents.size;
  }

  /** The number of levels of a node and its descendants. */
  private heightOf(id: string | undefined): number {
    if (id === undefined) return 1;
    return Math.max(...[...this.parents.keys()].map((below) => this.lineOf(below).indexOf(id) + 1));
  }

  /** The node and its ancestors, nearest first. */
  private lineOf(id: string): string[] {
    const line: string[] = [];
    let next: string | null | undefined = id;
    for (; next && line.length < this.form.maxLevels; next = this.parents.get(next)) line.push(next);
    return line;
  }
}
