import type { components } from '../../api/schema';
import { textOr } from '../../i18n';
import type { Path } from '../../parts/merge';

export type Tenant = components['schemas']['AdminTenantResponse'];

export const STATUSES = ['active', 'disabled'] as const satisfies readonly components['schemas']['TenantStatus'][];

export function labelOf([field = '', ...rest]: Path): string {
  return [textOr(`tenants.${field}`, field), ...rest].join(' › ');
}
