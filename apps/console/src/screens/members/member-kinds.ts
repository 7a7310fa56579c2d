import type { components } from '../../api/schema';
import type { RowOf } from '../../parts/list-types';

type Schemas = components['schemas'];
export type Row = RowOf<'listAdminMembers'>;
export type Member = Schemas['AdminMemberDetailResponse'];
export type Device = Schemas['AdminMemberDeviceResponse'];
type Status = Schemas['AppMembershipStatus'];

export const STATUSES = ['active', 'pending_verification', 'suspended'] as const satisfies readonly Status[];

export const STATUS_TONES = {
  active: 'success',
  pending_verification: 'warning',
  suspended: 'danger',
} as const satisfies Readonly<Record<Status, string>>;

/** What people know a member by who has given no name. */
export function nameOf({ display_name, identifiers }: Pick<Row, 'display_name' | 'identifiers'>): string | null {
  return display_name || (identifiers.find(({ is_primary }) => is_primary) ?? identifiers[0])?.value || null;
}
