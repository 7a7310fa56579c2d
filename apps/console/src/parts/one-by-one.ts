import { Problem } from '../api/problem';

/** A deed was done to some of many records; each of the others has its own reason. */
export class PartlyDone extends Error {
  override readonly name = 'PartlyDone';

  constructor(
    readonly done: number,
    /** By the ids of the records. */
    readonly failures: ReadonlyMap<string, Problem>,
  ) {
    super(`${done} done, ${failures.size} refused`);
  }
}

/**
 * A batch where the API has none: one request for each record, one after the other.
 *
 * @throws PartlyDone where some were refused; the others are done then.
 */
export async function oneByOne(ids: readonly string[], deed: (id: string) => Promise<unknown>): Promise<void> {
  const failures = new Map<string, Problem>();
  for (const id of ids) {
    try {
      await deed(id);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      failures.set(id, problem);
    }
  }
  if (failures.size > 0) throw new PartlyDone(ids.length - failures.size, failures);
}
