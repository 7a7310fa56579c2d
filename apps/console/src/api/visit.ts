import { readonly, shallowRef } from 'vue';
import type { components } from './schema';

type Tenant = components['schemas']['AdminTenantIdentityResponse'];

interface Visit {
  readonly tenant: Tenant;
  /** When it ends by itself, in milliseconds since 1970. */
  readonly until: number;
}

const KEY = 'ak-visit';
const LENGTH_MS = 30 * 60 * 1000;

const current = shallowRef<Visit | null>(read());

/** The tenant that a platform administrator acts in instead of their own, in this tab alone. */
export const visit = readonly(current);

export function beginVisit(tenant: Tenant): void {
  current.value = { tenant, until: Date.now() + LENGTH_MS };
  sessionStorage.setItem(KEY, JSON.stringify(current.value));
}

export function endVisit(): void {
  current.value = null;
  sessionStorage.removeItem(KEY);
}

function read(): Visit | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Visit | null;
    return found && found.until > Date.now() ? found : null;
  } catch {
    return null;
  }
}
