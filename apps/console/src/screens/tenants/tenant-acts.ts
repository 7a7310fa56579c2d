import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import { call } from '../../api/client';
import { t } from '../../i18n';
import { confirm, reasonIn } from '../../parts/confirm';
import { attempt, say } from '../../toast';
import type { Tenant } from './tenant-kinds';

/** Whether a tenant is there at all, for its Apps and its administrators. */
export function useTenantActs() {
  const queries = useQueryClient();
  /** The tenant that something is being done to. */
  const busy = ref<string | null>(null);

  async function doing({ id }: Tenant, deed: () => Promise<void>): Promise<void> {
    if (busy.value !== null) return;
    busy.value = id;
    await attempt(deed);
    busy.value = null;
    // Also after a failure: somebody else may have been quicker.
    void queries.invalidateQueries();
  }

  return {
    busy,
    enable: async (tenant: Tenant): Promise<void> => {
      const { id, name, lock_version } = tenant;
      const answer = await confirm({
        ...{ title: t('tenants.enable_title', { name }), text: t('tenants.enable_text') },
        ...{ act: t('tenants.enable'), takesReason: true },
      });
      if (!answer) return;
      await doing(tenant, async () => {
        await call('enableAdminTenant', { path: { id }, body: { lock_version, ...reasonIn(answer) } });
        say(t('tenants.enabled', { name }));
      });
    },
    disable: async (tenant: Tenant): Promise<void> => {
      const { id, code, name, lock_version } = tenant;
      const answer = await confirm({
        ...{ title: t('tenants.disable_title', { name }), text: t('tenants.disable_text') },
        ...{ act: t('tenants.disable'), danger: true, typed: code, takesReason: true },
      });
      if (!answer) return;
      await doing(tenant, async () => {
        await call('disableAdminTenant', { path: { id }, body: { lock_version, ...reasonIn(answer) } });
        say(t('tenants.disabled', { name }));
      });
    },
  };
}
