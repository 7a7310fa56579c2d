import { shallowRef } from 'vue';
import { router, titleOf } from '../router';

interface RecentPlace {
  readonly path: string;
  readonly title: string;
}

const KEPT = 5;

/** Where this page has been lately, without the place that it is at. */
export const recentPlaces = shallowRef<readonly RecentPlace[]>([]);

export function rememberPlaces(): () => void {
  return router.afterEach((to, from) => {
    if (from.meta.folder === undefined || from.meta.door || from.path === to.path) return;
    const others = recentPlaces.value.filter(({ path }) => path !== from.fullPath && path !== to.fullPath);
    recentPlaces.value = [{ path: from.fullPath, title: titleOf(from) }, ...others].slice(0, KEPT);
  });
}
