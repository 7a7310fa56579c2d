import { onScopeDispose, watch } from 'vue';
import { visit } from '../api/visit';

/**
 * For what goes on after somebody has begun it: a signal that is aborted once they leave the page, what the page is about, or
 * the tenant that they visit.
 */
export function useLeaving(subject: () => unknown): () => AbortSignal {
  let current = new AbortController();
  const leave = (): void => {
    current.abort();
    current = new AbortController();
  };
  watch([() => JSON.stringify(subject()), () => visit.value?.tenant.id], leave, { flush: 'sync' });
  onScopeDispose(leave);
  return () => current.signal;
}
