import { computed } from 'vue';
import { useRead } from '../../api/reads';

interface ArticlePath {
  readonly app_id: string;
  readonly id: string;
}

/** One revision by its number. They count from 1 without gaps, and are listed with the newest first. */
export function useRevision(path: () => ArticlePath, number: () => number | null, latest: () => number | null) {
  const page = computed(() => {
    const [wanted, last] = [number(), latest()];
    return wanted === null || last === null || wanted < 1 || wanted > last ? null : last - wanted + 1;
  });
  const read = useRead(
    'listAdminArticleRevisions',
    () => ({ path: path(), query: { page: page.value ?? 1, page_size: 1 } }),
    { enabled: () => page.value !== null },
  );
  const revision = computed(() => {
    const found = page.value === null ? undefined : read.data.value?.items[0];
    // One that was published meanwhile has moved the others a page on; they are read again in a moment.
    return found?.revision === number() ? found : null;
  });
  return { revision, error: read.error, isError: read.isError, refetch: read.refetch };
}
