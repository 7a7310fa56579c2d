import { computed } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { idIn } from './list-query';

/** The row of a list that is open beside it, as the address says: for rows that are no screen of their own. */
export function useOpened() {
  const route = useRoute();
  const router = useRouter();
  const id = computed(() => idIn(route.query, 'open'));

  function open(next: string | null): void {
    const { open: _, ...others } = route.query;
    void router.replace({ query: next === null ? others : { ...others, open: next } });
  }

  return { id, open: (next: string) => open(next), close: () => open(null) };
}
