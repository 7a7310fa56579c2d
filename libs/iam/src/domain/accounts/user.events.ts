import type { DomainEvent } from '@libs/kernel';

/** Something that happened to a user of the tenant, regardless of the App. */
abstract class UserEvent implements DomainEvent {
  abstract readonly type: string;
  readonly appId = null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    readonly tenantId: string,
    userId: string,
    facts: Readonly<Record<string, unknown>> = {},
  ) {
    this.data = { user_id: userId, ...facts };
  }
}

export class UserInvited extends UserEvent {
  readonly type = 'user.invited';

  constructor(tenantId: string, userId: string, roles: readonly string[]) {
    super(tenantId, userId, { roles });
  }
}

export class UserDisabled extends UserEvent {
  readonly type = 'user.disabled';
}

export class UserErased extends UserEvent {
  readonly type = 'user.erased';
}
