import { createApp } from 'vue';
import { i18n } from '../i18n';
import { attempt } from '../toast';
import ConfirmDanger from './ConfirmDanger.vue';

export interface Question {
  readonly title: string;
  readonly text?: string | undefined;
  /** What the button says: the deed, not `OK`. */
  readonly act: string;
  readonly danger?: boolean | undefined;
  /** To be typed before the button works: the name of what will be gone. */
  readonly typed?: string | undefined;
  /** Whether to ask for a reason, which stands in the audit record. */
  readonly takesReason?: boolean | undefined;
}

export interface Confirmed {
  readonly reason: string | null;
}

/**
 * Asks before a deed. Resolves to null where somebody thought better of it, or has left what it is about: the question goes
 * on the way back, and once the signal is aborted.
 */
export function confirm(question: Question, signal?: AbortSignal): Promise<Confirmed | null> {
  return new Promise((resolve) => {
    const place = document.createElement('div');
    const finish = (confirmed: Confirmed | null): void => {
      signal?.removeEventListener('abort', leave);
      window.removeEventListener('popstate', leave);
      app.unmount();
      place.remove();
      resolve(confirmed);
    };
    const leave = (): void => finish(null);
    const app = createApp(ConfirmDanger, { question, onDone: finish });
    // Both count from zero, and the name of the question would be what the page has under that id.
    app.config.idPrefix = 'asked';
    document.body.append(place);
    app.use(i18n).mount(place);
    signal?.addEventListener('abort', leave);
    window.addEventListener('popstate', leave);
  });
}

/**
 * Asks, and does it where that is wanted, or says why not.
 *
 * @returns whether it was done.
 */
export async function askAndAttempt(
  question: Question,
  deed: (confirmed: Confirmed) => Promise<unknown>,
): Promise<boolean> {
  const confirmed = await confirm(question);
  return confirmed !== null && attempt(() => deed(confirmed));
}

/** The reason in a body: a member of its own, or none. */
export function reasonIn({ reason }: Confirmed): { readonly reason?: string } {
  return reason === null ? {} : { reason };
}

/** The reason of a DELETE, which has no body. Headers carry ASCII alone. */
export function reasonHeader({ reason }: Confirmed): Record<string, string> {
  return reason === null ? {} : { 'X-Reason': encodeURIComponent(reason) };
}
