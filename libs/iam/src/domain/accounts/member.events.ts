import type { DomainEvent } from '@libs/kernel';

/** Something that happened to a member of an App. */
abstract class MemberEvent implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, appId }: { tenantId: string; appId: string }, userId: string) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { user_id: userId };
  }
}

export class MemberRegistered extends MemberEvent {
  readonly type = 'member.registered';
}

export class MemberVerified extends MemberEvent {
  readonly type = 'member.verified';
}

export class MemberSuspended extends MemberEvent {
  readonly type = 'member.suspended';
}

export class MemberDeleted extends MemberEvent {
  readonly type = 'member.deleted';
}
