import { readonly, shallowRef } from 'vue';
import { problemText } from './problem-text';

interface Said {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
  readonly requestId: string | null;
}

/** Long enough to read and to reach the request id; an error stays until it is closed. */
const SHOWN_MS = 6_000;
const said = shallowRef<readonly Said[]>([]);
let last = 0;

export const toasts = readonly(said);

/** Tells what happened, in a corner of the page, and by voice. */
export function say(text: string, requestId: string | null = null): void {
  add({ kind: 'success', text, requestId });
}

export function sayError(text: string, requestId: string | null = null): void {
  add({ kind: 'error', text, requestId });
}

/**
 * Does what somebody asked for, or says why not.
 *
 * @returns whether it was done.
 */
export async function attempt(deed: () => Promise<unknown>): Promise<boolean> {
  try {
    await deed();
    return true;
  } catch (problem) {
    sayError(problemText(problem));
    return false;
  }
}

export function unsay(id: number): void {
  said.value = said.value.filter((one) => one.id !== id);
}

function add(toast: Omit<Said, 'id'>): void {
  last += 1;
  const id = last;
  said.value = [...said.value, { ...toast, id }].slice(-4);
  if (toast.kind === 'success') setTimeout(() => unsay(id), SHOWN_MS);
}
