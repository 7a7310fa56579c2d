import { computed, ref } from 'vue';
import { useRoute } from 'vue-router';
import { useRead } from '../api/reads';
import { idIn } from './list-query';

/** Of a page: where there are more Apps, the others are looked for. */
const AT_ONCE = 100;

/**
 * The Apps by their names, where a list has them by their ids, and as the choices of a filter by `app_id`.
 *
 * @param chosenId the App that is chosen, which may be none of the first; default: that of the address.
 */
export function useAppNames(chosenId?: () => string | null) {
  const route = useRoute();
  const wanted = ref('');
  const first = useRead('listAdminApps', { query: { page_size: AT_ONCE } });
  const hasMore = computed(() => (first.data.value?.total ?? 0) > AT_ONCE);
  const found = useRead('listAdminApps', () => ({ query: { q: wanted.value, page_size: AT_ONCE } }), {
    enabled: () => hasMore.value && wanted.value !== '',
  });
  const named = computed(() => (chosenId ? chosenId() : idIn(route.query, 'app_id')));
  const chosen = useRead('listAdminApps', () => ({ query: { ids: [named.value ?? ''] } }), {
    enabled: () => hasMore.value && named.value !== null,
  });
  const known = computed(() => [chosen, first, found].flatMap(({ data }) => data.value?.items ?? []));
  const names = computed(() => new Map(known.value.map(({ id, name }) => [id, name] as const)));
  const options = computed(() => {
    const ids = wanted.value !== '' && hasMore.value ? found.data.value?.items.map(({ id }) => id) : undefined;
    const shown = ids ? [...(named.value === null ? [] : [named.value]), ...ids] : [...names.value.keys()];
    return [...new Set(shown)].map((value) => ({ value, label: names.value.get(value) ?? value }));
  });
  return {
    options,
    names,
    nameOf: (id: string): string => names.value.get(id) ?? id,
    /** The chosen one; absent until it is known, and where it is none that one may see. */
    chosen: computed(() => known.value.find(({ id }) => id === named.value)),
    /** Looks for others than the first; absent where there are none. */
    search: computed(() => (hasMore.value ? (text: string) => (wanted.value = text) : undefined)),
  };
}
