import { useRouter } from 'vue-router';
import { beginRoleView, endRoleView, roleView } from '../api/role-view';
import type { components } from '../api/schema';
import { roleName } from '../parts/role-names';
import { useFreshPage } from './fresh-page';

type Role = Pick<components['schemas']['AdminRoleResponse'], 'code' | 'name' | 'built_in' | 'permissions'>;

/** Into the console as a role has it, and back to the role. */
export function useRoleViews() {
  const go = useFreshPage();
  const router = useRouter();
  return {
    enter: async (role: Role): Promise<void> => {
      const { code, permissions } = role;
      await go(() => beginRoleView({ code, name: roleName(role), permissions: new Set(permissions) }));
    },
    leave: async (): Promise<void> => {
      const code = roleView.value?.code;
      if (code === undefined || !(await go(endRoleView))) return;
      await router.push({ name: 'roles.record', params: { id: code } });
    },
  };
}
