import { computed } from 'vue';
import type { RouteLocationRaw } from 'vue-router';
import { me } from '../../api/me';
import { useRead } from '../../api/reads';
import type { components } from '../../api/schema';
import { reachable } from '../../frame/allowed-menu';

type App = components['schemas']['AdminAppResponse'];

export interface Step {
  readonly key: 'second_factor' | 'app' | 'page' | 'release';
  readonly isDone: boolean;
  readonly to: RouteLocationRaw;
}

/** What a newcomer does first, as far as they may, ticked by what the API knows. */
export function useSteps(app: () => App | null) {
  const path = computed(() => ({ app_id: app()?.id ?? '' }));
  const enabled = computed(() => app() !== null);
  const pages = useRead('listAdminPages', () => ({ path: path.value, query: { page_size: 100 } }), { enabled });
  const releases = useRead('listAdminMobileReleases', () => ({ path: path.value, query: { page_size: 1 } }), {
    enabled,
  });

  return computed<Step[]>(() => {
    const params = path.value;
    const own: Step[] = me.profile.value
      ? [
          {
            key: 'second_factor',
            isDone: me.profile.value.mfa_enabled,
            to: { name: 'profile.own', hash: '#second-factor' },
          },
        ]
      : [];
    const ofApp: (Step & { readonly isKnown: boolean })[] = [
      {
        key: 'app',
        // Created with 1: somebody has changed something since.
        isDone: (app()?.lock_version ?? 1) > 1,
        isKnown: app() !== null,
        to: { name: 'apps.settings', params },
      },
      {
        key: 'page',
        isDone: pages.data.value?.items.some(({ published }) => published !== null) ?? false,
        isKnown: pages.data.value !== undefined,
        to: { name: 'pages.list', params },
      },
      {
        key: 'release',
        isDone: (releases.data.value?.total ?? 0) > 0,
        isKnown: releases.data.value !== undefined,
        to: { name: 'releases.list', params },
      },
    ];
    return [...own, ...ofApp.filter(({ isKnown, to }) => isKnown && reachable((to as { name: string }).name))];
  });
}
