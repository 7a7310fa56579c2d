import { setImmediate } from 'node:timers/promises';

/** Work in steps, each of which yields its cost: about the number of bytes that it read. */
export type Steps<Result> = Generator<number, Result, void>;

/** Work of a few milliseconds. */
const SLICE_BYTES = 128 * 1024;

/** Sums up costs, and yields to the event loop after each slice. */
export class Slices {
  private done = 0;

  /** @returns a promise to await before going on, after a full slice. */
  spend(bytes: number): Promise<void> | undefined {
    this.done += bytes;
    if (this.done < SLICE_BYTES) return undefined;
    this.done = 0;
    return setImmediate();
  }
}

export async function inSlices<Result>(steps: Steps<Result>, slices = new Slices()): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const pause = slices.spend(step.value);
    if (pause) await pause;
  }
}

export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
