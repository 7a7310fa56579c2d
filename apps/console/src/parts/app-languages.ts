import { computed } from 'vue';
import { useRead } from '../api/reads';
import { LOCALES } from '../locale';

/** The languages that an App's texts are written in, and the one that devices get where theirs is not; all until they are known. */
export function useAppLanguages(appId: () => string) {
  const { data } = useRead('getAdminApp', () => ({ path: { app_id: appId() } }));
  return computed(() => ({
    locales: data.value?.supported_locales ?? LOCALES,
    standard: data.value?.default_locale,
  }));
}
