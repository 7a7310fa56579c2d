import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  CONFIG,
  type Config,
  type OutboxHandler,
  OutboxHandlers,
  type OutboxMessage,
  type SweepBatch,
  Sweeps,
} from '@libs/foundation';
import { Outbox, Transactions } from '@libs/kernel';
import { FAN_OUT, FanOutDue } from '../../domain/messages/message.events';
import { FanOutBatches } from '../../infrastructure/fan-out/fan-out-batches';
import { StalledFanOuts } from '../../infrastructure/fan-out/stalled-fan-outs';
import { TURN_MS } from '../../infrastructure/fan-out/walks';

/**
 * Writes a publication into the inboxes of its audience. A large one takes many turns: after each a message of its own
 * follows, so that others get at the lane, and a process that is to end need not wait for long.
 */
@Injectable()
export class FanOutHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly sweeps: Sweeps,
    private readonly batches: FanOutBatches,
    private readonly stalled: StalledFanOuts,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.handlers.register(FAN_OUT, this, 'notifications.fan_out');
    this.handlers.register('app.deleted', { handle: (message) => this.stop(message) });
    this.sweeps.register('notifications.fan_outs', () => this.resume());
  }

  async handle({ tenantId, appId, data }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    const id = String(data['message_id']);
    const end = performance.now() + TURN_MS;
    while (await this.batches.next({ tenantId, appId }, id, this.config.fanOut.batchSize)) {
      if (performance.now() < end) continue;
      await this.transactions.run(tenantId, () => this.outbox.add(new FanOutDue({ tenantId, appId, id })));
      return;
    }
  }

  private async stop({ tenantId, appId }: OutboxMessage): Promise<void> {
    if (appId !== null) await this.batches.finishAll({ tenantId, appId });
  }

  private async resume(): Promise<SweepBatch> {
    const { stalled, full } = await this.stalled.unfinished();
    for (const publication of stalled) {
      await this.transactions.run(publication.tenantId, () => this.outbox.add(new FanOutDue(publication)));
    }
    return { rows: 0, full };
  }
}
