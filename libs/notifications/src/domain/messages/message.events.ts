import { domainEvent } from '@libs/kernel';
import type { MessageKind } from './message-settings';
import type { NotificationScope } from '../notification-scope';

interface MessageRef extends NotificationScope {
  readonly id: string;
}

/** A message as events name it to other systems. */
export interface ToldMessage extends MessageRef {
  readonly kind: MessageKind;
}

const toldOf = ({ id, kind }: ToldMessage) => ({ message_id: id, kind });

export class NotificationPublished extends domainEvent('notification.published', toldOf) {}

/** A draft was given up, or a scheduled publication called off. */
export class NotificationCancelled extends domainEvent('notification.cancelled', toldOf) {}

export class NotificationRecalled extends domainEvent('notification.recalled', toldOf) {}

/** Has a publication written into the inboxes of its audience. In the transaction of the publication. */
export class FanOutDue extends domainEvent('notifications.fan_out', ({ id }: MessageRef) => ({ message_id: id })) {}

/** A message to be delivered later. */
function delayed<Type extends string>(type: Type) {
  return domainEvent(
    type,
    ({ id }: MessageRef, _deliverAt: Date) => ({ message_id: id }),
    (_message, deliverAt) => ({ deliverAt }),
  );
}

/**
 * Delivered when the message is to be published. Whether it still is, its row decides then: the message of a schedule
 * that was called off meanwhile does nothing.
 */
export class MessageDue extends delayed('notifications.due') {}

/**
 * Has a recalled or expired message removed from inboxes. In the transaction of a recall, and in that of a publication
 * for the time when it expires.
 */
export class WithdrawalDue extends delayed('notifications.withdrawal') {}
