import { holds } from '../api/can';
import { endRoleView } from '../api/role-view';
import { beginVisit, endVisit, visit } from '../api/visit';
import { useFreshPage } from './fresh-page';

type Tenant = Parameters<typeof beginVisit>[0];

/** What a visit takes besides seeing the tenants: no operation of its own stands for it. */
export const VISIT_PERMISSION = 'tenants.access';

export function mayVisit(): boolean {
  return holds(VISIT_PERMISSION);
}

/** Into another tenant and back. Nothing that was read in one is shown in the other. */
export function useVisits() {
  const go = useFreshPage();
  return {
    enter: async ({ id, code, name }: Tenant): Promise<void> => {
      await go(() => {
        endRoleView();
        beginVisit({ id, code, name });
      });
    },
    leave: async (): Promise<void> => {
      if (!visit.value) return;
      await go(() => {
        endRoleView();
        endVisit();
      });
    },
  };
}
