import { type Tree, type TreeNode, ValidationFailedError } from '@libs/kernel';

/** One below the other: the first has no parent. */
export function aLine(length: number, prefix = ''): TreeNode[] {
  return Array.from({ length }, (_, index) => ({
    id: `${prefix}${index + 1}`,
    parentId: index === 0 ? null : `${prefix}${index}`,
  }));
}

/** Why something cannot lie there; null if it can. */
export function refusal(tree: Tree, parentId: string | null, id?: string): string | null {
  try {
    tree.expectPlace(parentId, id);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationFailedError);
    const [{ field, code } = { field: '', code: '' }, ...others] = (error as ValidationFailedError).fields;
    expect([field, others]).toEqual(['parent_id', []]);
    return code;
  }
}
