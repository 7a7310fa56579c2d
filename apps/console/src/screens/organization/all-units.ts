import { useQuery } from '@tanstack/vue-query';
import { can } from '../../api/can';
import { call } from '../../api/client';
import type { Problem } from '../../api/problem';
import type { components } from '../../api/schema';
import type { TreeKind } from '../../parts/tree';

export type Unit = components['schemas']['AdminOrganizationUnitResponse'];

export const ALL_UNITS = ['listAdminOrganizationUnits', 'all'] as const;

/** Ten levels, each in its order and then by name. */
export const UNIT_TREE: TreeKind<Unit> = { levels: 10, tie: ({ name }) => name };

/** All departments, which the API gives on one page: a tree has none. */
export function useUnits() {
  return useQuery<readonly Unit[], Problem>({
    queryKey: ALL_UNITS,
    queryFn: async ({ signal }) => (await call('listAdminOrganizationUnits', { signal })).items,
    enabled: () => can('listAdminOrganizationUnits'),
  });
}
