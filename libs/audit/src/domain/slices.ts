import { setImmediate } from 'node:timers/promises';

/** Work that tells what it has cost since it last told, in about the bytes that it looked at, and can stop there. */
export type Steps<Result> = Generator<number, Result, void>;

/** Takes a few milliseconds. */
const SLICE_BYTES = 128 * 1024;

/** Counts what was done, and gives the event loop back after each slice. */
export class Slices {
  private done = 0;

  /** @returns what to wait for before going on, if anything. */
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
