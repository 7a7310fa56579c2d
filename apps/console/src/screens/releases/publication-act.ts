import { useQueryClient } from '@tanstack/vue-query';
import { useWrite } from '../../api/reads';
import { reasonIn } from '../../parts/confirm';
import type { Release } from './release-kinds';

/** Publishes or withdraws a release, as a dialog has shown it. */
export function usePublication(operation: 'publishAdminMobileRelease' | 'unpublishAdminMobileRelease') {
  const queries = useQueryClient();
  const { mutateAsync, isPending, error } = useWrite(operation);
  return {
    isPending,
    error,
    /** @returns whether it was done; else the dialog shows why not, beside what there is now. */
    act: async ({ app_id, id, lock_version }: Release, reason: string | null): Promise<boolean> => {
      try {
        await mutateAsync({ path: { app_id, id }, body: { lock_version, ...reasonIn({ reason }) } });
        return true;
      } catch {
        void queries.invalidateQueries();
        return false;
      }
    },
  };
}
