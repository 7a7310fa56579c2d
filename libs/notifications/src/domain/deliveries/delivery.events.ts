import type { DomainEvent } from '@libs/kernel';
import type { NotificationScope } from '../notification-scope';
import type { DeliveryRoute } from './due-delivery';

/** The types of outbox message that have the deliveries of an App sent that are due by one route. */
export const PUSHES_DUE = 'notifications.pushes_due';
export const MAILS_DUE = 'notifications.mails_due';

/** Has its own lane: an App or provider that hangs holds up nothing but itself. */
export class DeliveriesDue implements DomainEvent {
  readonly type: string;
  readonly tenantId: string;
  readonly appId: string;
  readonly lane: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    { tenantId, appId }: NotificationScope,
    route: DeliveryRoute,
    turn: string,
    readonly deliverAt: Date,
  ) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.type = route === 'email' ? MAILS_DUE : PUSHES_DUE;
    this.lane = route === 'email' ? `notifications.mail:${appId}` : `push:${appId}.${route}`;
    this.data = { route, turn };
  }
}
