import { Handles, type OutboxHandler, type OutboxMessage, type Step, type Turn } from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { DeliveryDue, ReplayDue } from '../../domain/deliveries/delivery.events';
import { Replays } from '../../infrastructure/deliveries/replays';

/** Has the events of a replay delivered, some at a time. */
@Handles(ReplayDue.type)
export class ReplaysHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly replays: Replays,
    private readonly outbox: Outbox,
  ) {}

  handle({ tenantId, data }: OutboxMessage, turn: Turn): Promise<Step> {
    const id = String(data['replay_id']);
    return turn.repeat(() =>
      this.transactions.run(tenantId, async () => {
        const { added, more } = await this.replays.deliverNext(tenantId, id);
        for (const delivery of added) {
          await this.outbox.add(new DeliveryDue({ tenantId, ...delivery, kind: 'replay', turn: 0 }));
        }
        return { more };
      }),
    );
  }
}
