import { ref } from 'vue';
import { session } from '../api/session';

/** Which of the frame's own dialogs is open. */
export const opened = ref<'palette' | 'requests' | 'shortcuts' | 'menu' | 'outbox' | null>(null);

/** Keys that work everywhere; those of forms and lists belong to them. */
export function hearKeys(event: KeyboardEvent): void {
  // Nothing opens above the question for the password.
  if (session.state.value !== 'in') return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    opened.value = opened.value === 'palette' ? null : 'palette';
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isBusy()) return;
  if (event.key === '?') {
    opened.value = 'shortcuts';
  } else if (event.key === '/') {
    const search = document.querySelector<HTMLElement>('main [data-search] input, main input[data-search]');
    if (!search) return;
    event.preventDefault();
    search.focus();
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function isBusy(): boolean {
  return document.querySelector('dialog[open], [role="dialog"][aria-modal="true"]') !== null;
}
