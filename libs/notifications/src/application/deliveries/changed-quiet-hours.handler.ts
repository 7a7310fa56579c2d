import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { QuietHoursChanged } from '../../domain/preferences/preferences.events';
import { HeldDeliveries } from '../../infrastructure/deliveries/held-deliveries';

/** Of iam: quiet hours that name no time zone have moved, in all Apps of the user. */
const TIME_ZONE_CHANGED = 'user.time_zone_changed';

/** Lets go what the former quiet hours held, unless those that hold by now do. */
@Handles([QuietHoursChanged.type, TIME_ZONE_CHANGED])
export class ChangedQuietHoursHandler implements OutboxHandler {
  constructor(private readonly held: HeldDeliveries) {}

  async handle({ tenantId, appId, data }: OutboxMessage): Promise<void> {
    await this.held.release({ tenantId, appId, userId: String(data['user_id']) });
  }
}
