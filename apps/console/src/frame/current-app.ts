import { computed, shallowRef, watch } from 'vue';
import { useRoute } from 'vue-router';
import { useRead } from '../api/reads';

const KEPT = 'ak-app';
/** The App that was looked at last in this tab. */
const last = shallowRef(sessionStorage.getItem(KEPT));

/** Of another tenant, from now on. */
export function forgetApp(): void {
  last.value = null;
  sessionStorage.removeItem(KEPT);
}

/** The App of the page, else the last one, else the first. */
export function useCurrentApp() {
  const route = useRoute();
  const { data } = useRead('listAdminApps', { query: { page_size: 100 } });
  const named = computed(() => (typeof route.params['app_id'] === 'string' ? route.params['app_id'] : null));
  watch(
    named,
    (id) => {
      if (id === null) return;
      last.value = id;
      sessionStorage.setItem(KEPT, id);
    },
    { immediate: true },
  );
  const apps = computed(() => data.value?.items ?? []);
  const app = computed(() => {
    if (named.value !== null) return apps.value.find(({ id }) => id === named.value) ?? null;
    return apps.value.find(({ id }) => id === last.value) ?? apps.value[0] ?? null;
  });
  const appId = computed(() => named.value ?? app.value?.id ?? null);
  return { apps, app, appId, total: computed(() => data.value?.total ?? 0) };
}
