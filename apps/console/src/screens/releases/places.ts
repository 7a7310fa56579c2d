import { useQueries } from '@tanstack/vue-query';
import { computed } from 'vue';
import { can } from '../../api/can';
import { call } from '../../api/client';
import type { Place } from './publication';
import type { PackageType, Platform } from './release-kinds';

interface Where {
  readonly app_id: string;
  readonly package_type: PackageType;
  readonly platforms: readonly Platform[];
}

/** What the clients of some platforms get now, as the API decides it. */
export function usePlaces(where: () => Where | null) {
  const reads = useQueries({
    queries: computed(() => {
      const { app_id, package_type, platforms } = where() ?? { app_id: '', package_type: 'wgt', platforms: [] };
      return platforms.map((platform) => {
        const input = { path: { app_id }, query: { platform, package_type } } as const;
        return {
          queryKey: ['explainAdminMobileReleases', input],
          queryFn: ({ signal }: { signal: AbortSignal }) => call('explainAdminMobileReleases', { ...input, signal }),
          enabled: can('explainAdminMobileReleases'),
        };
      });
    }),
  });
  return {
    /** Null until all of them are known. */
    places: computed<readonly Place[] | null>(() => {
      const known = reads.value.flatMap(({ data }) => (data ? [data] : []));
      return known.length === reads.value.length ? known : null;
    }),
    error: computed(() => reads.value.find(({ error }) => error !== null)?.error ?? null),
  };
}
