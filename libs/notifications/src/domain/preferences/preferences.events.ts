import { domainEvent } from '@libs/kernel';

interface Sleeper {
  readonly tenantId: string;
  readonly appId: string;
  readonly userId: string;
}

/** Has what was held back by the former quiet hours looked at again. In the transaction of the change. */
export class QuietHoursChanged extends domainEvent('notifications.quiet_hours_changed', ({ userId }: Sleeper) => ({
  user_id: userId,
})) {}
