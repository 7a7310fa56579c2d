import { Handles, type OutboxHandler, type OutboxMessage, persistently, type Step, type Turn } from '@libs/foundation';
import { PUSHES_DUE } from '../../domain/deliveries/delivery.events';
import type { DeliveryRoute, PushRouteName, SendableDelivery } from '../../domain/deliveries/due-delivery';
import type { NotificationScope } from '../../domain/notification-scope';
import { filledIn, placeholderValues } from '../../domain/messages/placeholders';
import type { PushNotification, PushRoute } from '../../domain/push/push-provider';
import { DueDeliveries } from '../../infrastructure/deliveries/due-deliveries';
import { PushPauses } from '../../infrastructure/push/push-pauses';
import { PushRoutes } from '../../infrastructure/push/push-routes';
import type { DeliveringApp } from './delivering-apps';
import { DeliveryDrain, type DrainStep, MAX_RETRY_SECONDS } from './delivery-drain';
import { hasHung, refusesConfiguration, restOf, type SendOutcome } from './delivery-outcomes';
import { PushConclusions } from './push-conclusions';
import { type DeliveryText, type DrainTexts, RecipientTexts } from './recipient-texts';

/** Judged together, so that a wrong key is noticed before the first token is forgotten. */
const BATCH = 200;
/** Of a provider that is slow: the rest goes back, and has its turn again. */
const BATCH_MS = 20_000;
const UNRENDERED_SECONDS = 10;
const UNANSWERED: SendOutcome = { kind: 'retry', afterSeconds: null, reason: 'no outcome' };

/** Sends the pushes of an App that are due, by the provider that it has for the devices. */
@Handles(PUSHES_DUE, 'push')
export class PushDrainHandler implements OutboxHandler {
  readonly retryDelaySeconds = persistently(MAX_RETRY_SECONDS);

  constructor(
    private readonly drain: DeliveryDrain,
    private readonly due: DueDeliveries,
    private readonly routes: PushRoutes,
    private readonly pauses: PushPauses,
    private readonly texts: RecipientTexts,
    private readonly conclusions: PushConclusions,
  ) {}

  handle(message: OutboxMessage, turn: Turn): Promise<Step | void> {
    const isProbe = (message.hangs ?? 0) > 0;
    return this.drain.handle(message, turn, (scope, route, app) => {
      const texts = this.texts.begin(scope, app);
      return () => this.sendBatch(scope, route, app, texts, isProbe);
    });
  }

  private async sendBatch(
    scope: NotificationScope,
    route: DeliveryRoute,
    app: DeliveringApp,
    texts: DrainTexts,
    isProbe: boolean,
  ): Promise<DrainStep> {
    if (route === 'email') return { more: false };
    const by = await this.routes.find(scope, route);
    if (!by) return { more: await this.due.drop(scope, route, BATCH, 'no_provider') };
    const heldSeconds = by.isPaused ? await this.pauses.secondsToProbe(scope, by.name) : null;
    if (heldSeconds !== null) return { more: false, heldSeconds };
    const { sendable, full } = await this.claim(scope, route, by.isPaused || isProbe);
    if (sendable.length === 0) return { more: full };
    const { outcomes, restSeconds } = await this.due.holding(scope, sendable, () =>
      this.send(sendable, route, app, by, texts),
    );
    const isPaused = await this.conclusions.conclude(scope, route, by, sendable, outcomes);
    // Whoever looks next finds out how long a pause lasts.
    const isLeft = full || isPaused || outcomes.some(({ kind }) => kind === 'unsent');
    const rest = isPaused ? 0 : restSeconds;
    return { more: isLeft && rest === 0, heldSeconds: rest, hasHung: hasHung(outcomes) };
  }

  /** A probe is one push, and must not be spent on one that is dropped or put off. */
  private async claim(scope: NotificationScope, route: DeliveryRoute, isProbe: boolean) {
    for (;;) {
      const claimed = await this.due.claim(scope, route, isProbe ? 1 : BATCH);
      if (!isProbe || claimed.sendable.length > 0 || !claimed.full) return claimed;
    }
  }

  private async send(
    sendable: readonly SendableDelivery[],
    route: PushRouteName,
    app: DeliveringApp,
    { provider }: PushRoute,
    texts: DrainTexts,
  ): Promise<{ outcomes: SendOutcome[]; restSeconds: number }> {
    const unsent = (): SendOutcome[] => sendable.map(() => ({ kind: 'unsent' }));
    const written = await texts.of(sendable);
    if (!written) return { outcomes: unsent(), restSeconds: UNRENDERED_SECONDS };
    const pushes = written.map((text, at) => pushOf(sendable[at] as SendableDelivery, route, app, text));
    const start = performance.now();
    const outcomes: SendOutcome[] = [];
    let restSeconds = 0;
    while (outcomes.length < pushes.length && restSeconds === 0 && performance.now() - start < BATCH_MS) {
      const chunk = pushes.slice(outcomes.length, outcomes.length + provider.batchSize);
      const answered = await provider.send(chunk);
      outcomes.push(...chunk.map((_, at) => answered[at] ?? UNANSWERED));
      restSeconds = restOf(outcomes);
      if (refusesConfiguration(outcomes)) break;
    }
    return { outcomes: [...outcomes, ...unsent().slice(outcomes.length)], restSeconds };
  }
}

function pushOf(
  { id, target, platform, displayName, attempts }: SendableDelivery,
  provider: PushRouteName,
  app: DeliveringApp,
  { message, text }: DeliveryText,
): PushNotification {
  const values = placeholderValues(displayName, app.name, text.locale);
  const asItIs = (value: string) => value.replaceAll(/[\s\p{Cc}]+/gu, ' ');
  return {
    deliveryId: id,
    messageId: message.id,
    device: { provider, token: target, platform },
    title: filledIn(text.title, values, asItIs),
    body: filledIn(text.notification, values, asItIs),
    data: {
      id: message.publicationId,
      type: message.messageType ?? 'notice',
      // Whoever has the address of an export has the data: the App finds it in the inbox.
      action: JSON.stringify((message.isOfProduct ? null : message.action) ?? { type: 'none', target: null }),
    },
    isMarketing: message.messageType === 'marketing',
    expiresAt: message.expiresAt,
    attempt: attempts,
  };
}
