import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { PushTokens } from '@libs/iam';
import type { PushRouteName, SendableDelivery } from '../../domain/deliveries/due-delivery';
import { keptText } from '../../domain/deliveries/settlement';
import type { NotificationScope } from '../../domain/notification-scope';
import type { PushRoute } from '../../domain/push/push-provider';
import { DeliverySettlements } from '../../infrastructure/deliveries/delivery-settlements';
import { PushPauses } from '../../infrastructure/push/push-pauses';
import { isAccepted, refusesConfiguration, type SendOutcome, settlementOf } from './delivery-outcomes';

/** What follows from the outcomes of pushes: for them, for tokens, and for the provider. */
@Injectable()
export class PushConclusions {
  constructor(
    private readonly database: Database,
    private readonly settlements: DeliverySettlements,
    private readonly pauses: PushPauses,
    private readonly tokens: PushTokens,
  ) {}

  /** @returns whether the provider is paused from now on. */
  conclude(
    scope: NotificationScope,
    route: PushRouteName,
    by: PushRoute,
    sendable: readonly SendableDelivery[],
    outcomes: readonly SendOutcome[],
  ): Promise<boolean> {
    const accepted = outcomes.filter(isAccepted).length;
    const refused = sendable.flatMap(({ deviceId, target: token }, at) => {
      const outcome = outcomes[at];
      const isRefused = outcome?.kind === 'drop_token' && deviceId !== null;
      return isRefused ? [{ deviceId, provider: route, token, since: outcome.since }] : [];
    });
    const complaint = sendable.flatMap(({ target }, at) => {
      const outcome = outcomes[at];
      return outcome?.kind === 'configuration' ? [keptText(outcome.reason, target)] : [];
    })[0];
    const isRefused = complaint !== undefined && refusesConfiguration(outcomes);
    return this.database.run(scope.tenantId, async () => {
      const counts = { results: accepted + refused.length, refusedTokens: refused.length };
      const refusesTooMany = !by.isPaused && (await this.pauses.count(scope, by.name, counts));
      if (refusesTooMany) {
        await this.pauses.pause(scope, by.name, 'too many tokens are refused', { isProbed: false });
      } else if (isRefused) await this.pauses.pause(scope, by.name, complaint, { isProbed: true });
      else if (by.isPaused && accepted > 0) await this.pauses.resume(scope, by.name);
      const isPaused = refusesTooMany || isRefused || (by.isPaused && accepted === 0);
      const forgotten = isPaused ? new Set<string>() : await this.tokens.forget(scope.tenantId, refused);
      const settlements = sendable.map((delivery, at) =>
        settlementOf(delivery, outcomes[at] ?? { kind: 'unsent' }, { isPaused, forgotten }),
      );
      await this.settlements.settle(scope, route, settlements);
      return isPaused;
    });
  }
}
