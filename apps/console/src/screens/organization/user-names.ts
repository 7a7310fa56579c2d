import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { can } from '../../api/can';
import { call } from '../../api/client';
import { personName } from '../../parts/people';

/** How many ids a list takes at once. */
const AT_ONCE = 100;

/** The names that belong to ids of users; of nobody for those who may not see users. */
export function useUserNames(ids: () => readonly string[]) {
  const wanted = computed(() => [...new Set(ids())].sort());
  const { data } = useQuery({
    queryKey: ['listAdminUsers', 'names', wanted],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(wanted.value.length / AT_ONCE) }, (_, index) =>
        wanted.value.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
      );
      const pages = await Promise.all(parts.map((part) => call('listAdminUsers', { query: { ids: part }, signal })));
      return pages.flatMap(({ items }) => items);
    },
    enabled: () => can('listAdminUsers') && wanted.value.length > 0,
  });
  const names = computed(() => new Map(data.value?.map((user) => [user.id, personName(user)])));
  return (id: string): string | undefined => names.value.get(id);
}
