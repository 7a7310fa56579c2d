import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { backoffSeconds, type OutboxMessage } from '@libs/foundation';
import { DELIVERY_ROUTES, type DeliveryRoute } from '../../domain/deliveries/due-delivery';
import type { NotificationScope } from '../../domain/notification-scope';
import { DeliveryTurns } from '../../infrastructure/deliveries/delivery-turns';
import { DueDeliveries } from '../../infrastructure/deliveries/due-deliveries';
import { type DeliveringApp, DeliveringApps } from './delivering-apps';

/** What came of one batch. */
export interface DrainStep {
  /** Whether there may be more to send now. */
  readonly more: boolean;
  /** For how long the provider is to be left alone. */
  readonly heldSeconds?: number;
  /** Whether the provider answered nothing. */
  readonly hasHung?: boolean;
}

/** Then the turn ends and another one follows, so that a process can stop and other Apps have places. */
const TURN_MS = 10_000;
const MAX_RETRY_SECONDS = 300;
const DROP_BATCH = 500;

/** Sends what is due by a route of an App, batch after batch, while it is its turn. */
@Injectable()
export class DeliveryDrain implements OnModuleDestroy {
  private isStopping = false;

  constructor(
    private readonly turns: DeliveryTurns,
    private readonly due: DueDeliveries,
    private readonly apps: DeliveringApps,
  ) {}

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** @param steps sends a batch each time it is called. */
  async handle(
    { tenantId, appId, data }: OutboxMessage,
    steps: (scope: NotificationScope, route: DeliveryRoute, app: DeliveringApp) => () => Promise<DrainStep>,
  ): Promise<void | 'hung'> {
    const route = DELIVERY_ROUTES.find((name) => name === data['route']);
    const turn = String(data['turn']);
    if (appId === null || route === undefined) return;
    const scope = { tenantId, appId };
    if (!(await this.turns.isTurnOf(scope, route, turn))) return;
    const app = await this.apps.find(scope);
    const { heldSeconds = 0, hasHung } = await this.repeat(
      app ? steps(scope, route, app) : () => this.dropAll(scope, route),
    );
    await this.turns.end(scope, route, turn, heldSeconds);
    return hasHung ? 'hung' : undefined;
  }

  /** Never gives up: the deliveries count their own tries. */
  readonly retryDelaySeconds = (attempt: number): number => Math.min(backoffSeconds(attempt), MAX_RETRY_SECONDS);

  private async repeat(step: () => Promise<DrainStep>): Promise<DrainStep> {
    const start = performance.now();
    for (;;) {
      const last = await step();
      const isOver = !last.more || (last.heldSeconds ?? 0) > 0 || last.hasHung === true;
      if (isOver || this.isStopping || performance.now() - start > TURN_MS) return last;
    }
  }

  private async dropAll(scope: NotificationScope, route: DeliveryRoute): Promise<DrainStep> {
    return { more: await this.due.drop(scope, route, DROP_BATCH, 'app_unavailable') };
  }
}
