import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeps } from '@libs/foundation';
import { DeliverySettlements } from '../../infrastructure/deliveries/delivery-settlements';
import { DeliveryTurns } from '../../infrastructure/deliveries/delivery-turns';
import { PushPauses } from '../../infrastructure/push/push-pauses';

/** What pushes and mails leave behind, and the last resort for those that were forgotten. */
@Injectable()
export class DeliverySweeps implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly turns: DeliveryTurns,
    private readonly settlements: DeliverySettlements,
    private readonly pauses: PushPauses,
  ) {}

  onModuleInit(): void {
    this.sweeps.registerEach(
      'notifications.lost_turns',
      (position) => this.turns.lost(position),
      (route) => this.turns.restore(route),
    );
    this.sweeps.register('notifications.overdue_deliveries', () => this.settlements.sweepOld());
    this.sweeps.register('notifications.expired_deliveries', () => this.settlements.sweepSettled());
    this.sweeps.register('notifications.push_results', () => this.pauses.sweepResults());
  }
}
