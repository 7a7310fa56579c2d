import { Injectable } from '@nestjs/common';
import { Logger } from '../logging/logger';
import { endWatched, type MessageOutcome, MESSAGES, type WatchedMessage } from '../diagnostics/channels';
import { OutboxHandlers } from './outbox-handlers';
import { familyOf } from './outbox-lanes';
import { defaultRetryDelaySeconds, type LanedMessage, type OutboxHandler } from './outbox-message';
import { OutboxStore } from './outbox-store';
import { SlowLanes } from './slow-lanes';

/** Hands one message to its handlers and records the outcome. */
@Injectable()
export class OutboxDelivery {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly store: OutboxStore,
    private readonly slowLanes: SlowLanes,
    private readonly logger: Logger,
  ) {}

  async deliver(message: LanedMessage): Promise<void> {
    if (!MESSAGES.hasSubscribers) {
      await this.handOver(message);
      return;
    }
    const { lane, type, tenantId, attempt, traceparent } = message;
    const watched: WatchedMessage = { queue: familyOf(lane), type, tenantId, attempt, traceparent, endings: [] };
    let outcome: MessageOutcome = 'postponed';
    try {
      outcome = await MESSAGES.runStores(watched, () => this.handOver(message));
    } finally {
      endWatched(watched, outcome);
    }
  }

  private async handOver(message: LanedMessage): Promise<MessageOutcome> {
    let hasHung = false;
    for (const handler of this.handlers.of(message.type)) {
      try {
        hasHung = (await handler.handle(message)) === 'hung' || hasHung;
      } catch (error) {
        return this.postpone(message, handler, error);
      }
    }
    // Before another message of the lane may be begun.
    if (hasHung) await this.slowLanes.hung(message.tenantId, message.lane);
    else if (message.hangs > 0) await this.slowLanes.answered(message.tenantId, message.lane);
    await this.store.complete(message);
    return 'completed';
  }

  private async postpone(message: LanedMessage, handler: OutboxHandler, error: unknown): Promise<MessageOutcome> {
    const delay = handler.retryDelaySeconds
      ? handler.retryDelaySeconds(message.attempt)
      : defaultRetryDelaySeconds(message.attempt);
    const reason = describe(error);
    const { id: outbox_id, type, lane, attempt } = message;
    this.logger.warn(
      { outbox_id, type, lane, attempt, retry_in_seconds: delay, reason },
      delay === null ? 'outbox message given up' : 'outbox message postponed',
    );
    await this.store.fail(message, reason, delay);
    return delay === null ? 'given_up' : 'postponed';
  }
}

/** The error without the addresses that mail servers like to repeat in their answers. */
function describe(error: unknown): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown failure';
  return reason.replace(/[^\s<>@"']+@[^\s<>@"']+/g, '[address]');
}
