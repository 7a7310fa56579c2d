import { computed, onBeforeUnmount, ref, watch, type Ref } from 'vue';
import type { RouteLocationRaw } from 'vue-router';
import { useRead } from '../api/reads';
import type { components } from '../api/schema';
import { reachable } from './allowed-menu';

type Item = components['schemas']['AdminSearchItemResponse'];

export type Kind = 'app' | 'release' | 'page' | 'article' | 'file' | 'user' | 'role' | 'tenant';

export interface Found {
  readonly kind: Kind;
  readonly item: Item;
  readonly to: RouteLocationRaw;
}

/** What the API searches, as far as there is a screen that shows it. */
const SCREENS: Readonly<Record<Kind, string>> = {
  app: 'overview.app',
  release: 'releases.record',
  page: 'pages.record',
  article: 'articles.record',
  file: 'files.record',
  user: 'administrators.record',
  role: 'roles.record',
  tenant: 'tenants.record',
};

/** What is of the tenant, whatever App it may have been made for. */
const OF_TENANT: readonly Kind[] = ['file', 'user', 'role', 'tenant'];

/** Fewer find nothing (`GET /admin-api/v1/search`). */
const LEAST = 2;
const PAUSE_MS = 200;

/** Records that answer what is typed, as far as the administrator may read them; asked for once the typing pauses. */
export function useFound(typed: Ref<string>) {
  const q = ref('');
  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(typed, (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => (q.value = text.trim()), PAUSE_MS);
  });
  onBeforeUnmount(() => clearTimeout(timer));

  const isWanted = computed(() => q.value.length >= LEAST);
  const { data, error } = useRead('searchAdmin', () => ({ query: { q: q.value } }), { enabled: isWanted });
  const found = computed<Found[]>(() => {
    // What was found for another text is no answer to this one.
    if (!isWanted.value || q.value !== typed.value.trim()) return [];
    return (data.value?.groups ?? []).flatMap(({ type, items }) =>
      isKind(type) && reachable(SCREENS[type])
        ? items.map((item) => ({ kind: type, item, to: placeOf(type, item) }))
        : [],
    );
  });
  return { found, error: computed(() => (isWanted.value ? error.value : null)) };
}

function isKind(type: string): type is Kind {
  return Object.hasOwn(SCREENS, type);
}

function placeOf(kind: Kind, { id, app_id }: Item): RouteLocationRaw {
  const name = SCREENS[kind];
  if (kind === 'app') return { name, params: { app_id: id } };
  return { name, params: OF_TENANT.includes(kind) ? { id } : { app_id: app_id ?? '', id } };
}
