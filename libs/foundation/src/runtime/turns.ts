import { setImmediate } from 'node:timers/promises';

/** Of a text, in UTF-16 units: from this on each step with it takes a part of a millisecond or more. */
const LONG = 64 * 1024;

/** Gives others their turn between two steps with a text, where it is long: all of them at once would hold them up. */
export async function turnForLong({ length }: { readonly length: number }): Promise<void> {
  if (length >= LONG) await setImmediate();
}
