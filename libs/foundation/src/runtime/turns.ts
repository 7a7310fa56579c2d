import { setImmediate } from 'node:timers/promises';

/** The length in UTF-16 units from which a step with a text takes a considerable part of a millisecond. */
const LONG = 64 * 1024;

/** Yields to the event loop between two steps with a long text. */
export async function turnForLong({ length }: { readonly length: number }): Promise<void> {
  if (length >= LONG) await setImmediate();
}
