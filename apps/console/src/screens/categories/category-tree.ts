import type { TreeKind } from '../../parts/tree';

/** Five levels, each in its order and then by slug, as readers get them. */
export const CATEGORY_TREE: TreeKind<{ readonly slug: string }> = { levels: 5, tie: ({ slug }) => slug };
