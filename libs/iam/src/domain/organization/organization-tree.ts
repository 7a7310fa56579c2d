import { Tree, type TreeNode } from '@libs/kernel';
import { OrganizationUnitLimitError } from './organization.errors';

/** A unit without parent is on the first. */
export const MAX_UNIT_LEVELS = 10;

/** The limit per tenant, low enough for consoles and rules to load all units at once. */
export const MAX_UNITS = 1_000;

/** The organization units of a tenant. */
export class OrganizationTree extends Tree {
  constructor(nodes: readonly TreeNode[]) {
    super(nodes, {
      maxLevels: MAX_UNIT_LEVELS,
      unknownParent: 'unknown_unit',
      belowItself: 'unit_below_itself',
    });
  }

  /** @throws OrganizationUnitLimitError when the tenant has as many as it may have. */
  expectRoom(): void {
    if (this.size >= MAX_UNITS) throw new OrganizationUnitLimitError();
  }
}
