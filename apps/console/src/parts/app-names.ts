import { computed } from 'vue';
import { useRead } from '../api/reads';

/** The Apps by their names, where a list has them by their ids. */
export function useAppNames() {
  const { data } = useRead('listAdminApps', { query: { page_size: 100 } });
  const options = computed(() => data.value?.items.map(({ id: value, name: label }) => ({ value, label })) ?? []);
  const names = computed(() => new Map(options.value.map(({ value, label }) => [value, label])));
  return { options, nameOf: (id: string): string => names.value.get(id) ?? id };
}
