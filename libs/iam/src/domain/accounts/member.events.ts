import { domainEvent } from '@libs/kernel';

/** Something that happened to a member of an App. */
function memberEvent<Type extends string>(type: Type) {
  return domainEvent(type, (_app: { readonly tenantId: string; readonly appId: string }, userId: string) => ({
    user_id: userId,
  }));
}

export class MemberRegistered extends memberEvent('member.registered') {}

export class MemberVerified extends memberEvent('member.verified') {}

export class MemberSuspended extends memberEvent('member.suspended') {}

export class MemberDeleted extends memberEvent('member.deleted') {}
