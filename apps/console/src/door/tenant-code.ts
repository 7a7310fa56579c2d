import { ref } from 'vue';
import { env } from '../env';

const STORED = 'ak-tenant';

/** The code of the tenant that signs in here: the last one, else the server's own. */
export function useTenantCode() {
  return ref(localStorage.getItem(STORED) ?? env.value?.default_tenant_code ?? 'default');
}

export function rememberTenantCode(code: string): void {
  localStorage.setItem(STORED, code);
}
