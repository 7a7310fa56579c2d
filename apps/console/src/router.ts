import { shallowRef } from 'vue';
import { createRouter, createWebHistory, type RouteLocationNormalized, type RouteLocationRaw } from 'vue-router';
import type { OperationId } from './api/operations';
import { me, readMe } from './api/me';
import { resume, session } from './api/session';
import { hasUnsaved } from './api/unsaved';
import { DOOR_ROUTES } from './door/routes';
import { loadTexts, t } from './i18n';
import { ROUTES } from './routes';

declare module 'vue-router' {
  interface RouteMeta {
    /** A page for those who are not signed in. */
    readonly door?: true;
    readonly operation?: OperationId | null;
    /** Of the folder, from `src`. */
    readonly folder?: string;
    /** Of another folder whose texts are read, too. */
    readonly texts?: string | undefined;
  }
}

export const router = createRouter({
  history: createWebHistory('/console/'),
  routes: [
    ...DOOR_ROUTES,
    {
      path: '/',
      component: () => import('./frame/Frame.vue'),
      children: [
        ...ROUTES.map(({ path, name, operation, screen, texts }) => ({
          ...{ path, name, component: screen as () => Promise<never> },
          meta: { operation, folder: `screens/${name.split('.')[0]}`, texts },
        })),
        { path: ':path(.*)*', name: 'frame.nowhere', component: () => import('./frame/Nowhere.vue') },
      ],
    },
  ],
  // A screen that is asked for one of its parts goes there itself.
  scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path || to.hash !== '' ? false : { top: 0 }),
});

/** Why the page cannot open at all, as while the server is away. */
export const startFailure = shallowRef<unknown>(null);

/** Asks whether unsaved input may be left. The frame puts its dialog here. */
export const leaving: { ask: () => Promise<boolean> } = { ask: () => Promise.resolve(true) };

router.beforeEach(async (to, from) => {
  try {
    startFailure.value = null;
    return await admit(to, from);
  } catch (problem) {
    if (from.matched.length > 0) throw problem;
    startFailure.value = problem;
    return false;
  }
});

async function admit(to: RouteLocationNormalized, from: RouteLocationNormalized): Promise<RouteLocationRaw | boolean> {
  if (to.path !== from.path && hasUnsaved() && !(await leaving.ask())) return false;
  if (session.state.value === 'unknown') await resume();
  if (session.state.value === 'out') return to.meta.door ? true : signInFor(to);
  if (to.name === 'door.sign-in') return wanted(to);
  // The links of mails work for whoever holds them.
  if (to.meta.door && to.name !== 'door.enrol') return true;
  if (!me.context.value) await readMe();
  if (me.mustEnrol.value) return to.name === 'door.enrol' ? true : { name: 'door.enrol' };
  return to.name === 'door.enrol' ? { path: '/' } : true;
}

function signInFor(to: RouteLocationNormalized): RouteLocationRaw {
  return { name: 'door.sign-in', query: to.fullPath === '/' ? {} : { return: to.fullPath } };
}

/** Where somebody wanted to go before the sign-in: a path of this page, and nothing else. */
export function wanted({ query }: Pick<RouteLocationNormalized, 'query'>): string {
  const path = query['return'];
  return typeof path === 'string' && /^\/(?!\/)/.test(path) && !path.startsWith('/sign-in') ? path : '/';
}

router.beforeResolve(async ({ meta }) => {
  const own = [meta.folder, meta.texts].filter((folder) => folder !== undefined);
  await loadTexts('', ...(meta.door ? [] : ['frame', 'parts']), ...own);
});

/** Whether a part is brought that nobody waits for yet. */
export let isPreparing = false;

/** Brings the parts of a place before anybody goes there. Whatever fails is asked for again on the way there. */
export async function prepare(path: string): Promise<void> {
  const { matched, meta } = router.resolve(path);
  const parts = matched.flatMap(({ components }) => Object.values(components ?? {}));
  const own = [meta.folder, meta.texts].filter((folder) => folder !== undefined);
  isPreparing = true;
  await Promise.allSettled([
    ...parts.map((part) => (typeof part === 'function' ? (part as () => Promise<unknown>)() : part)),
    loadTexts('frame', 'parts', ...own),
  ]);
  isPreparing = false;
}

/** The name of a screen, in the language of the page. */
export function titleOf({ name }: Pick<RouteLocationNormalized, 'name'>): string {
  const [folder, which] = String(name).split('.');
  return t(`${folder}.titles.${which}`);
}
