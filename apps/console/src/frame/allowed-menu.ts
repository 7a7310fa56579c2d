import { computed, type Ref } from 'vue';
import type { RouteLocationRaw } from 'vue-router';
import { can } from '../api/can';
import { MENU } from '../menu';
import { ROUTES } from '../routes';

const routes = new Map<string, (typeof ROUTES)[number]>(ROUTES.map((route) => [route.name, route]));

/** Whether there is a screen of this name, and the administrator may see it. */
export function reachable(name: string): boolean {
  const route = routes.get(name);
  return route !== undefined && (route.operation === null || can(route.operation));
}

/** The entries that the administrator may open, with the place that each leads to. */
export function useAllowedMenu(appId: Ref<string | null>) {
  return computed(() =>
    MENU.filter(({ group, route }) => reachable(route) && (group !== 'app' || appId.value !== null)).map((row) => ({
      ...row,
      to: placeOf(row.route, appId.value),
    })),
  );
}

export function placeOf(name: string, appId: string | null): RouteLocationRaw {
  return routes.get(name)?.path.includes(':app_id') ? { name, params: { app_id: appId ?? '' } } : { name };
}

/** The screen of a record; its App matters only where the screen is one of an App. */
export function recordAt(name: string, id: string, appId: string | null): RouteLocationRaw {
  const isOfApp = routes.get(name)?.path.includes(':app_id') ?? false;
  return { name, params: isOfApp ? { app_id: appId ?? '', id } : { id } };
}
