import { useQueryClient } from '@tanstack/vue-query';
import { useRouter } from 'vue-router';
import { forgetApp } from './current-app';

/** For changes after which nothing that was read before holds, such as another tenant. */
export function useFreshPage() {
  const queries = useQueryClient();
  const router = useRouter();

  /**
   * Leaves the page first: a form on it belongs to what was before.
   *
   * @returns whether it was left.
   */
  return async (change: () => void): Promise<boolean> => {
    const failure = await router.push('/');
    if (failure && router.currentRoute.value.path !== '/') return false;
    await queries.cancelQueries();
    change();
    forgetApp();
    await queries.resetQueries();
    return true;
  };
}
