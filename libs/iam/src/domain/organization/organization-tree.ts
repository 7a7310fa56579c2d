import { ValidationFailedError } from '@libs/kernel';
import { OrganizationUnitLimitError } from './organization.errors';

/** A unit without parent is on the first. */
export const MAX_UNIT_LEVELS = 10;

/** In a tenant: so few that consoles and rules look at all of them at once. */
export const MAX_UNITS = 1_000;

export interface UnitNode {
  readonly id: string;
  readonly parentId: string | null;
}

/** How the organization units of a tenant lie below each other: the rules that concern more than one of them. */
export class OrganizationTree {
  private readonly parents: ReadonlyMap<string, string | null>;

  constructor(nodes: readonly UnitNode[]) {
    this.parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  }

  /** @throws OrganizationUnitLimitError when the tenant has as many as it may have. */
  expectRoom(): void {
    if (this.parents.size >= MAX_UNITS) throw new OrganizationUnitLimitError();
  }

  /**
   * @param id the unit to be moved, with all below it; undefined for a new one.
   * @throws ValidationFailedError when it cannot lie there.
   */
  expectPlace(parentId: string | null, id?: string): void {
    if (parentId === null) return;
    if (!this.parents.has(parentId)) throw ValidationFailedError.of('parent_id', 'unknown_unit');
    const above = this.lineOf(parentId);
    if (id !== undefined && above.includes(id)) throw ValidationFailedError.of('parent_id', 'unit_below_itself');
    if (above.length + this.heightOf(id) > MAX_UNIT_LEVELS) {
      throw ValidationFailedError.of('parent_id', 'too_deep', { max: MAX_UNIT_LEVELS });
    }
  }

  hasChildren(id: string): boolean {
    return [...this.parents.values()].includes(id);
  }

  /** How many levels a unit and all below it take. */
  private heightOf(id: string | undefined): number {
    if (id === undefined) return 1;
    return Math.max(...[...this.parents.keys()].map((below) => this.lineOf(below).indexOf(id) + 1));
  }

  /** The unit and those above it, nearest first. */
  private lineOf(id: string): string[] {
    const line: string[] = [];
    let next: string | null | undefined = id;
    for (; next && line.length < MAX_UNIT_LEVELS; next = this.parents.get(next)) line.push(next);
    return line;
  }
}
