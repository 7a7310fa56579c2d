import { computed, type ComputedRef } from 'vue';
import { useRead } from '../../api/reads';
import type { components } from '../../api/schema';
import type { App } from './slides';

type Revision = Pick<
  components['schemas']['AdminAppOnboardingRevisionResponse'],
  'enabled' | 'slides' | 'published_by'
> & { readonly published_at: string | null };

const BEFORE_FIRST: Revision = { enabled: false, slides: [], published_at: null, published_by: null };

/** One revision: they are numbered without a gap, so the place of each in the list is known. Null until it is read. */
export function useRevision(app: () => App, version: () => number): ComputedRef<Revision | null> {
  const { data } = useRead(
    'listAdminAppOnboardingRevisions',
    () => ({
      path: { app_id: app().id },
      query: { sort: 'version' as const, page: Math.max(1, version()), page_size: 1 },
    }),
    { enabled: () => version() > 0 },
  );
  return computed(() => {
    if (version() === 0) return BEFORE_FIRST;
    return data.value?.items.find((revision) => revision.version === version()) ?? null;
  });
}
