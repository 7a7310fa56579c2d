import { useQueryClient } from '@tanstack/vue-query';
import { useRouter } from 'vue-router';
import { forgetApp } from './current-app';
import { beginVisit, endVisit, visit } from '../api/visit';

type Tenant = Parameters<typeof beginVisit>[0];

/** Into another tenant and back. Nothing that was read in one is shown in the other. */
export function useVisits() {
  const queries = useQueryClient();
  const router = useRouter();

  /** Leaves the page first: a form on it belongs to the tenant that is left. */
  async function go(change: () => void): Promise<void> {
    const failure = await router.push('/');
    if (failure && router.currentRoute.value.path !== '/') return;
    await queries.cancelQueries();
    change();
    forgetApp();
    await queries.resetQueries();
  }
  return {
    enter: ({ id, code, name }: Tenant): Promise<void> => go(() => beginVisit({ id, code, name })),
    leave: async (): Promise<void> => {
      if (visit.value) await go(endVisit);
    },
  };
}
