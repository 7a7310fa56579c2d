import { problemText } from '../problem-text';

/** Some of several could not be done; all others were. */
export class SomeFailed extends Error {
  override readonly name = 'SomeFailed';

  constructor(
    readonly ids: readonly string[],
    readonly done: number,
    /** Why the first of them could not be done. */
    readonly reason: string,
  ) {
    super(reason);
  }
}

/**
 * Does it for each, where the API has no request for several. One that fails does not keep it from the others.
 *
 * @throws SomeFailed
 */
export async function oneByOne(ids: readonly string[], deed: (id: string) => Promise<unknown>): Promise<void> {
  const failures: { readonly id: string; readonly problem: unknown }[] = [];
  for (const id of ids) {
    try {
      await deed(id);
    } catch (problem) {
      failures.push({ id, problem });
    }
  }
  const [first] = failures;
  if (!first) return;
  const failed = failures.map(({ id }) => id);
  throw new SomeFailed(failed, ids.length - failed.length, problemText(first.problem));
}
