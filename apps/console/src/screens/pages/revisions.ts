import { computed } from 'vue';
import { useRead } from '../../api/reads';
import { operationsOf, pathOf, type DocumentRef } from './document-kinds';

/** One revision by its number. They count from 1 without gaps, and are listed with the newest first. */
export function useRevision(ref: () => DocumentRef, number: () => number | null, latest: () => number) {
  const page = computed(() => {
    const wanted = number();
    return wanted === null || wanted < 1 || wanted > latest() ? null : latest() - wanted + 1;
  });
  const read = useRead(
    operationsOf(ref()).revisions,
    () => ({ path: pathOf(ref()), query: { page: page.value ?? 1, page_size: 1 } }),
    { enabled: () => page.value !== null },
  );
  const revision = computed(() => {
    const found = page.value === null ? undefined : read.data.value?.items[0];
    // One that was published meanwhile has moved the others a page on; they are read again in a moment.
    return found?.revision === number() ? found : null;
  });
  return { revision, error: read.error };
}
