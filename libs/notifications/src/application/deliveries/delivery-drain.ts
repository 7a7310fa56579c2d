import { Injectable } from '@nestjs/common';
import type { OutboxMessage, Step, Turn } from '@libs/foundation';
import { DELIVERY_ROUTES, type DeliveryRoute } from '../../domain/deliveries/due-delivery';
import type { NotificationScope } from '../../domain/notification-scope';
import { DeliveryTurns } from '../../infrastructure/deliveries/delivery-turns';
import { DueDeliveries } from '../../infrastructure/deliveries/due-deliveries';
import { type DeliveringApp, DeliveringApps } from './delivering-apps';

/** What came of one batch. */
export interface DrainStep extends Step {
  /** For how long the provider is to be left alone. Then there is no more to send now. */
  readonly heldSeconds?: number;
}

/** Then another turn follows, so that other Apps have places. */
const TURN_MS = 10_000;
const DROP_BATCH = 500;

/** What waits for a provider waits on: the deliveries count their own tries. */
export const MAX_RETRY_SECONDS = 300;

/** Sends what is due by a route of an App, batch after batch, while it is its turn. */
@Injectable()
export class DeliveryDrain {
  constructor(
    private readonly turns: DeliveryTurns,
    private readonly due: DueDeliveries,
    private readonly apps: DeliveringApps,
  ) {}

  /** @param steps sends a batch each time it is called. */
  async handle(
    { tenantId, appId, data }: OutboxMessage,
    time: Turn,
    steps: (scope: NotificationScope, route: DeliveryRoute, app: DeliveringApp) => () => Promise<DrainStep>,
  ): Promise<Step | void> {
    const route = DELIVERY_ROUTES.find((name) => name === data['route']);
    const turn = String(data['turn']);
    if (appId === null || route === undefined) return;
    const scope = { tenantId, appId };
    if (!(await this.turns.isTurnOf(scope, route, turn))) return;
    const app = await this.apps.find(scope);
    const last = await time.repeat(app ? steps(scope, route, app) : () => this.dropAll(scope, route), TURN_MS);
    const conclude = () => this.turns.end(scope, route, turn, last.heldSeconds);
    // What is left has another turn, when it is due.
    return { ...last, more: false, conclude };
  }

  private async dropAll(scope: NotificationScope, route: DeliveryRoute): Promise<DrainStep> {
    return { more: await this.due.drop(scope, route, DROP_BATCH, 'app_unavailable') };
  }
}
