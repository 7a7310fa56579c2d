import { tenantEvent } from '@libs/kernel';

interface Tenant {
  readonly tenantId: string;
}

const userOf = (_tenant: Tenant, userId: string) => ({ user_id: userId });

/** These happen to a user of the tenant, regardless of the App. */
export class UserInvited extends tenantEvent(
  'user.invited',
  (_tenant: Tenant, userId: string, roles: readonly string[]) => ({ user_id: userId, roles }),
) {}

/** Whatever happens by the clock of the user moves. */
export class UserTimeZoneChanged extends tenantEvent('user.time_zone_changed', userOf) {}

export class UserDisabled extends tenantEvent('user.disabled', userOf) {}

export class UserErased extends tenantEvent('user.erased', userOf) {}
