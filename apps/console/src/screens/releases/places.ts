import { useQueries } from '@tanstack/vue-query';
import { computed } from 'vue';
import { can } from '../../api/can';
import { call } from '../../api/client';
import type { InputOf } from '../../api/types';
import { lanesOf } from './lanes';
import type { Place } from './publication';
import type { PackageType, Release } from './release-kinds';

type Query = NonNullable<InputOf<'listAdminMobileReleases'>['query']>;

/** What one request gives at most. No more than six can be current at once. */
const page_size = 100;

/** A fallback was last out to everybody: it is among those that were published last, of its own kind. */
function offlineOf(package_type: PackageType): Query {
  return { page_size, publish_status: 'offline', package_type, sort: '-published_at' };
}

function useReleases(app_id: () => string, queries: () => readonly Query[]) {
  const reads = useQueries({
    queries: computed(() =>
      queries().map((query) => {
        const input = { path: { app_id: app_id() }, query };
        return {
          queryKey: ['listAdminMobileReleases', input],
          queryFn: ({ signal }: { signal: AbortSignal }) => call('listAdminMobileReleases', { ...input, signal }),
          enabled: can('listAdminMobileReleases'),
        };
      }),
    ),
  });
  return {
    /** Null until all of them are known. */
    releases: computed<readonly Release[] | null>(() =>
      reads.value.every(({ data }) => data) ? reads.value.flatMap(({ data }) => data?.items ?? []) : null,
    ),
    error: computed(() => reads.value.find(({ error }) => error !== null)?.error ?? null),
    retry: () => reads.value.forEach(({ refetch }) => void refetch()),
  };
}

/** What devices of an App get now, and what waits to replace it. */
export function useLanes(appId: string) {
  const { releases, ...others } = useReleases(
    () => appId,
    () => [
      { page_size, publish_status: 'online' },
      { page_size, publish_status: 'partial' },
      { page_size, publish_status: 'draft' },
      offlineOf('native_app'),
      offlineOf('wgt'),
    ],
  );
  return { ...others, lanes: computed(() => releases.value && lanesOf(releases.value)) };
}

/** What the clients of a release's targets get now. */
export function usePlaces(release: () => Release) {
  const { releases, error } = useReleases(
    () => release().app_id,
    () => {
      const { package_type } = release();
      return [
        { page_size, publish_status: 'online', package_type },
        { page_size, publish_status: 'partial', package_type },
        offlineOf(package_type),
      ];
    },
  );
  const places = computed<readonly Place[] | null>(() => {
    const lanes = releases.value && lanesOf(releases.value);
    return (
      lanes &&
      release().target_platforms.map(
        (platform) => lanes.find((lane) => lane.platform === platform) ?? { platform, current: null, fallback: null },
      )
    );
  });
  return { places, error };
}
