import { backoffSeconds, Handles, type OutboxHandler, type OutboxMessage, type Step } from '@libs/foundation';
import { Outbox, SystemAudit, Transactions } from '@libs/kernel';
import {
  type AttemptOutcome,
  countsForHealth,
  hasHung,
  isTriedAgain,
  saysGone,
} from '../../domain/deliveries/delivery';
import { DeliveryDue } from '../../domain/deliveries/delivery.events';
import { retryDelaySeconds } from '../../domain/deliveries/schedule';
import { payloadOf } from '../../domain/events/webhook-event';
import { type BegunAttempt, DeliveryStore, type Settlement } from '../../infrastructure/deliveries/delivery-store';
import { SignedRequests } from '../../infrastructure/deliveries/signed-requests';
import { EndpointSecrets } from '../../infrastructure/endpoints/endpoint-secrets';
import { EndpointFailures } from './endpoint-failures';

const LONGEST_BACKOFF = 8;

/**
 * Makes one attempt at a delivery. That it failed is no failure of the message: the row of the delivery says when the next
 * one is, and a message of its own has it made.
 */
@Handles(DeliveryDue.type, 'webhooks')
export class DeliveryHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly deliveries: DeliveryStore,
    private readonly secrets: EndpointSecrets,
    private readonly requests: SignedRequests,
    private readonly failures: EndpointFailures,
    private readonly outbox: Outbox,
    private readonly systemAudit: SystemAudit,
  ) {}

  /** Only the database makes it fail, and it comes back. */
  retryDelaySeconds(attempt: number): number {
    return backoffSeconds(Math.min(attempt, LONGEST_BACKOFF));
  }

  async handle({ id: cause, tenantId, data, hangs = 0 }: OutboxMessage): Promise<Step | void> {
    const attempt = await this.deliveries.begin(tenantId, String(data['delivery_id']), Number(data['turn']));
    if (!attempt) return;
    const outcome = await this.send(attempt, hangs);
    const job = { tenantId, action: 'webhooks.write', name: 'webhooks.delivery', id: cause };
    return {
      hasHung: hasHung(outcome),
      conclude: () => this.systemAudit.perform(job, () => this.conclude(attempt, outcome)),
    };
  }

  private async send(
    { tenantId, endpointId, url, event, secrets }: BegunAttempt,
    hangs: number,
  ): Promise<AttemptOutcome> {
    const plain = this.secrets.open({ tenantId, id: endpointId }, secrets);
    if (plain.length === 0) {
      const error = 'secret_unavailable';
      return { responseStatus: null, durationMs: 0, error, retryAfterSeconds: null, responseBody: null };
    }
    return this.requests.send({ url, id: event.id, body: payloadOf(event), secrets: plain, hangs });
  }

  private async conclude(attempt: BegunAttempt, outcome: AttemptOutcome): Promise<void> {
    const { tenantId, endpointId, kind, turn, url } = attempt;
    const settlement = await this.settlementOf(attempt, outcome);
    // Another process took the message over, or the endpoint was closed: what they wrote stays.
    if (!(await this.deliveries.settle(attempt, outcome, settlement))) return;
    if (settlement.status === 'pending') {
      await this.outbox.add(new DeliveryDue({ ...attempt, turn: turn + 1, deliverAt: settlement.nextAttemptAt }));
    }
    if (countsForHealth(kind)) await this.failures.record({ tenantId, id: endpointId, url }, outcome);
  }

  private async settlementOf({ kind, turn }: BegunAttempt, outcome: AttemptOutcome): Promise<Settlement> {
    if (outcome.error === null) return { status: 'succeeded' };
    const delay = isTriedAgain(kind) && !saysGone(outcome) ? retryDelaySeconds(turn, outcome.retryAfterSeconds) : null;
    if (delay === null) return { status: 'failed' };
    const now = await this.transactions.now();
    return { status: 'pending', nextAttemptAt: new Date(now.getTime() + delay * 1_000) };
  }
}
