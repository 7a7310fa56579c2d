import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import { useRoute } from 'vue-router';
import { useRead } from '../api/reads';
import { idIn } from './list-query';
import type { FilterField } from './list-types';

/** The filter by a person, where the address names one: nobody is chosen from a list of everybody. */
export function usePersonFilter() {
  const { t } = useI18n();
  const route = useRoute();
  const id = computed(() => idIn(route.query, 'user_id'));
  const { data } = useRead('listAdminUsers', () => ({ query: { ids: [id.value ?? ''] } }), {
    enabled: () => id.value !== null,
  });
  return computed<FilterField[]>(() => {
    if (id.value === null) return [];
    const name = data.value?.items[0]?.display_name;
    const label = name || id.value.slice(0, 8);
    return [{ kind: 'id', name: 'user_id', label: t('parts.person.label'), options: [{ value: id.value, label }] }];
  });
}
