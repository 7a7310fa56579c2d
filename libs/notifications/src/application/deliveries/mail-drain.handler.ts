import {
  BULK_MAILS_AT_ONCE,
  Database,
  Handles,
  MailRefusedError,
  MailSender,
  type OutboxHandler,
  type OutboxMessage,
  persistently,
  reasonOf,
  type Step,
  type Turn,
} from '@libs/foundation';
import { MAILS_DUE } from '../../domain/deliveries/delivery.events';
import type { SendableDelivery } from '../../domain/deliveries/due-delivery';
import type { NotificationScope } from '../../domain/notification-scope';
import { DeliverySettlements } from '../../infrastructure/deliveries/delivery-settlements';
import { DueDeliveries } from '../../infrastructure/deliveries/due-deliveries';
import { UnsubscribeLinks } from '../../infrastructure/unsubscribe/unsubscribe-links';
import type { DeliveringApp } from './delivering-apps';
import { DeliveryDrain, type DrainStep, MAX_RETRY_SECONDS } from './delivery-drain';
import { restOf, type SendOutcome, settlementOf } from './delivery-outcomes';
import { notificationMail } from './notification-mail';
import { type DeliveryText, type DrainTexts, RecipientTexts } from './recipient-texts';

const BATCH = 50;
/** Of a server that is slow: the rest goes back, and has its turn again. */
const BATCH_MS = 20_000;
const UNRENDERED_SECONDS = 10;

/** Sends the mails of an App that are due. */
@Handles(MAILS_DUE, 'notifications.mail')
export class MailDrainHandler implements OutboxHandler {
  readonly retryDelaySeconds = persistently(MAX_RETRY_SECONDS);

  constructor(
    private readonly database: Database,
    private readonly drain: DeliveryDrain,
    private readonly due: DueDeliveries,
    private readonly settlements: DeliverySettlements,
    private readonly texts: RecipientTexts,
    private readonly links: UnsubscribeLinks,
    private readonly mailSender: MailSender,
  ) {}

  handle(message: OutboxMessage, turn: Turn): Promise<Step | void> {
    return this.drain.handle(message, turn, (scope, _route, app) => {
      const texts = this.texts.begin(scope, app);
      return () => this.sendBatch(scope, app, texts);
    });
  }

  private async sendBatch(scope: NotificationScope, app: DeliveringApp, texts: DrainTexts): Promise<DrainStep> {
    const { sendable, full } = await this.due.claim(scope, 'email', BATCH);
    if (sendable.length === 0) return { more: full };
    const { outcomes, restSeconds } = await this.due.holding(scope, sendable, () =>
      this.send(scope, sendable, app, texts),
    );
    const settlements = sendable.map((delivery, at) => settlementOf(delivery, outcomes[at] ?? { kind: 'unsent' }));
    await this.database.run(scope.tenantId, () => this.settlements.settle(scope, 'email', settlements));
    const isLeft = full || outcomes.length < sendable.length;
    return { more: isLeft && restSeconds === 0, heldSeconds: restSeconds };
  }

  /** @returns the outcomes of those that were tried, in their order. */
  private async send(
    scope: NotificationScope,
    sendable: readonly SendableDelivery[],
    app: DeliveringApp,
    texts: DrainTexts,
  ): Promise<{ outcomes: SendOutcome[]; restSeconds: number }> {
    const written = await texts.of(sendable);
    if (!written) return { outcomes: [], restSeconds: UNRENDERED_SECONDS };
    const start = performance.now();
    const outcomes: SendOutcome[] = [];
    let restSeconds = 0;
    while (outcomes.length < sendable.length && restSeconds === 0 && performance.now() - start < BATCH_MS) {
      const from = outcomes.length;
      const chunk = sendable.slice(from, from + BULK_MAILS_AT_ONCE);
      const sending = chunk.map((delivery, at) => this.mail(scope, delivery, app, written[from + at] as DeliveryText));
      outcomes.push(...(await Promise.all(sending)));
      restSeconds = restOf(outcomes);
    }
    return { outcomes, restSeconds };
  }

  private async mail(
    scope: NotificationScope,
    { id, userId, target, displayName }: SendableDelivery,
    app: DeliveringApp,
    { message, text }: DeliveryText,
  ): Promise<SendOutcome> {
    const isMarketing = message.messageType === 'marketing';
    const unsubscribeUrl = isMarketing ? this.links.urlFor({ ...scope, userId }, new Date()) : null;
    const mail = notificationMail({ app, text, displayName, action: message.action, unsubscribeUrl });
    try {
      await this.mailSender.send({ ...mail, to: target, idempotencyKey: id, isBulk: true });
      return { kind: 'sent', providerId: null };
    } catch (error) {
      const reason = reasonOf(error);
      if (error instanceof MailRefusedError) return { kind: 'message_defect', reason };
      return { kind: 'retry', afterSeconds: null, reason };
    }
  }
}
