import { Problem } from '../api/problem';
import type { Batch } from './list-types';

/** A deed was done to some of many records; each that refused it has its own reason. */
export class PartlyDone extends Error {
  override readonly name = 'PartlyDone';

  constructor(
    readonly done: number,
    /** By the ids of the records. */
    readonly failures: ReadonlyMap<string, Problem>,
    /** The ids of those that were not begun, as the batch was stopped before. */
    readonly notBegun: readonly string[] = [],
  ) {
    super(`${done} done, ${failures.size} refused, ${notBegun.length} not begun`);
  }
}

/**
 * A batch where the API has none: one request for each record, one after the other, until its signal is aborted.
 *
 * @throws PartlyDone where some were refused or not begun; the others are done then.
 */
export async function oneByOne<Row>(
  { rows, signal }: Pick<Batch<Row>, 'rows' | 'signal'>,
  deed: (row: Row, id: string) => Promise<unknown>,
): Promise<void> {
  const failures = new Map<string, Problem>();
  let begun = 0;
  for (const [id, row] of rows) {
    if (signal.aborted) break;
    begun += 1;
    try {
      await deed(row, id);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      failures.set(id, problem);
    }
  }
  const notBegun = [...rows.keys()].slice(begun);
  if (failures.size + notBegun.length > 0) throw new PartlyDone(begun - failures.size, failures, notBegun);
}
