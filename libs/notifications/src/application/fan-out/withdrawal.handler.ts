import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  CONFIG,
  type Config,
  Database,
  type OutboxHandler,
  OutboxHandlers,
  type OutboxMessage,
  type SweepBatch,
  Sweeps,
} from '@libs/foundation';
import { Outbox } from '@libs/kernel';
import type { NotificationScope } from '../../domain/notification-scope';
import { WITHDRAWAL, WithdrawalDue } from '../../domain/messages/message.events';
import { StalledFanOuts } from '../../infrastructure/fan-out/stalled-fan-outs';
import { TURN_MS } from '../../infrastructure/fan-out/walks';
import { Withdrawals } from '../../infrastructure/fan-out/withdrawals';

/** Removes what was recalled, has expired or is too old from inboxes. Members no longer see it by then. */
@Injectable()
export class WithdrawalHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly sweeps: Sweeps,
    private readonly withdrawals: Withdrawals,
    private readonly stalled: StalledFanOuts,
    private readonly database: Database,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    // Not in the lane of fan-outs: what is recalled while a lot is being published does not wait for that.
    this.handlers.register(WITHDRAWAL, this);
    this.sweeps.register('notifications.withdrawals', () => this.resume());
  }

  /** In turns, like the fan-out. */
  async handle({ tenantId, appId, data }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    const id = String(data['message_id']);
    const end = performance.now() + TURN_MS;
    while (await this.withdrawals.next({ tenantId, appId }, id, this.config.fanOut.batchSize)) {
      if (performance.now() < end) continue;
      await this.followUp({ tenantId, appId, id });
      return;
    }
  }

  private async resume(): Promise<SweepBatch> {
    const { stalled, full } = await this.stalled.standing();
    for (const message of stalled) await this.followUp(message);
    return { rows: 0, full };
  }

  private followUp(message: NotificationScope & { readonly id: string }): Promise<void> {
    return this.database.run(message.tenantId, async () =>
      this.outbox.add(new WithdrawalDue(message, await this.database.now())),
    );
  }
}
