import { ResourceConflictError } from '@libs/kernel';

/**
 * What is done to several articles is done to all of them, or to none.
 *
 * @param possible those to which it can be done.
 * @throws ResourceConflictError naming in `ids` the others.
 */
export function expectAll(ids: readonly string[], possible: readonly { readonly id: string }[]): void {
  const known = new Set(possible.map(({ id }) => id));
  const obstacles = [...new Set(ids)].filter((id) => !known.has(id));
  if (obstacles.length > 0) throw new ResourceConflictError({ extra: { ids: obstacles } });
}
