import type { DelayedEvent, DomainEvent } from '@libs/kernel';
import type { MessageKind } from './message-settings';
import type { NotificationScope } from '../notification-scope';

interface MessageRef extends NotificationScope {
  readonly id: string;
}

/** The type of outbox message that has a scheduled message published. */
export const MESSAGE_DUE = 'notifications.due';
/** The type of outbox message that has a publication written into the inboxes of its audience. */
export const FAN_OUT = 'notifications.fan_out';
/** The type of outbox message that has a recalled or expired message removed from inboxes. */
export const WITHDRAWAL = 'notifications.withdrawal';

abstract class MessageEvent implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, appId, id }: MessageRef) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { message_id: id };
  }
}

/** What other systems are told. */
abstract class ToldEvent implements DomainEvent {
  abstract readonly type: string;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, appId, id, kind }: ToldMessage) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { message_id: id, kind };
  }
}

/** A message as events name it to other systems. */
export interface ToldMessage extends MessageRef {
  readonly kind: MessageKind;
}

export class NotificationPublished extends ToldEvent {
  readonly type = 'notification.published';
}

/** A draft was given up, or a scheduled publication called off. */
export class NotificationCancelled extends ToldEvent {
  readonly type = 'notification.cancelled';
}

export class NotificationRecalled extends ToldEvent {
  readonly type = 'notification.recalled';
}

/** In the transaction of the publication. */
export class FanOutDue extends MessageEvent {
  readonly type = FAN_OUT;
}

/**
 * Delivered when the message is to be published. Whether it still is, its row decides then: the message of a schedule
 * that was called off meanwhile does nothing.
 */
export class MessageDue extends MessageEvent implements DelayedEvent {
  readonly type = MESSAGE_DUE;

  constructor(
    message: MessageRef,
    readonly deliverAt: Date,
  ) {
    super(message);
  }
}

/** In the transaction of a recall, and in that of a publication for the time when it expires. */
export class WithdrawalDue extends MessageEvent implements DelayedEvent {
  readonly type = WITHDRAWAL;

  constructor(
    message: MessageRef,
    readonly deliverAt: Date,
  ) {
    super(message);
  }
}
