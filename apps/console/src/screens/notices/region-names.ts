import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { can } from '../../api/can';
import { call } from '../../api/client';
import { localize } from '../../parts/localized';

/** As many as a field shows. */
const MOST = 50;

/** What regions are called that are known by their codes; nothing for those who may not see regions. */
export function useRegionNames(codes: () => readonly string[], locale: () => string) {
  const wanted = computed(() => [...new Set(codes().slice(0, MOST))].sort());
  const { data } = useQuery({
    queryKey: ['listAdminRegions', 'names', wanted],
    queryFn: async ({ signal }) => {
      // No list takes several codes, and a code that was pasted may be one of nothing.
      const pages = await Promise.all(
        wanted.value.map((q) => call('listAdminRegions', { query: { q, sort: 'code', page_size: 10 }, signal })),
      );
      return pages.flatMap(({ items }) => items).filter(({ code }) => wanted.value.includes(code));
    },
    enabled: () => can('listAdminRegions') && wanted.value.length > 0,
  });
  const names = computed(() => new Map(data.value?.map((region) => [region.code, localize(region.names, locale())])));
  return (code: string): string => {
    const name = names.value.get(code);
    return name ? `${name} (${code})` : code;
  };
}
