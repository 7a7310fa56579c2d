import { Injectable } from '@nestjs/common';
import type { DomainEvent } from '@libs/kernel';
import { Database } from '../database/database';
import { Logger } from '../logging/logger';
import { endWatched, type MessageOutcome, MESSAGES, type WatchedMessage } from '../diagnostics/channels';
import { OutboxHandlers } from './outbox-handlers';
import { familyOf } from './outbox-lanes';
import { defaultRetryDelaySeconds, type LanedMessage, type OutboxHandler } from './outbox-message';
import { OutboxStore } from './outbox-store';
import { PostgresOutbox } from './postgres-outbox';
import { SlowLanes } from './slow-lanes';
import { type Step, Turn } from './turn';

/** Calls the handlers of a message and records the outcome. */
@Injectable()
export class OutboxDelivery {
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly handlers: OutboxHandlers,
    private readonly outbox: PostgresOutbox,
    private readonly store: OutboxStore,
    private readonly slowLanes: SlowLanes,
    private readonly logger: Logger,
  ) {}

  /** Ends the turns under way after their current step. */
  stop(): void {
    this.isStopping = true;
  }

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
    const turn = new Turn(() => this.isStopping);
    const steps: Step[] = [];
    let last: OutboxHandler | undefined;
    try {
      for (const handler of this.handlers.of(message.type)) {
        last = handler;
        steps.push((await handler.handle(message, turn)) ?? {});
      }
      await this.end(message, steps);
      return 'completed';
    } catch (error) {
      return this.postpone(message, last, error);
    }
  }

  private end(message: LanedMessage, steps: readonly Step[]): Promise<void> {
    const { tenantId, lane, hangs } = message;
    return this.database.run(tenantId, async () => {
      for (const { conclude } of steps) await conclude?.();
      // Recorded before another message of the lane may be begun.
      if (steps.some(({ hasHung }) => hasHung)) await this.slowLanes.hung(tenantId, lane);
      else if (hangs > 0) await this.slowLanes.answered(tenantId, lane);
      if (steps.some(({ more }) => more)) await this.outbox.add(followUpOf(message));
      await this.store.complete(message);
    });
  }

  private async postpone(
    message: LanedMessage,
    handler: OutboxHandler | undefined,
    error: unknown,
  ): Promise<MessageOutcome> {
    const delay = handler?.retryDelaySeconds
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

function followUpOf({ type, tenantId, appId, data, lane }: LanedMessage): DomainEvent {
  return { type, tenantId, appId, data, lane };
}

/** The error without mail addresses, which mail servers repeat in their answers. */
function describe(error: unknown): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown failure';
  return reason.replace(/[^\s<>@"']+@[^\s<>@"']+/g, '[address]');
}
