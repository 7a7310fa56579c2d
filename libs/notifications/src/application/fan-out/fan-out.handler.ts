import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config, Database, type OutboxHandler, OutboxHandlers, Sweeps } from '@libs/foundation';
import { type DomainEvent, Outbox } from '@libs/kernel';
import { FanOutDue, WithdrawalDue } from '../../domain/messages/message.events';
import type { NotificationScope } from '../../domain/notification-scope';
import { FanOutBatches } from '../../infrastructure/fan-out/fan-out-batches';
import { StalledFanOuts } from '../../infrastructure/fan-out/stalled-fan-outs';
import { Withdrawals } from '../../infrastructure/fan-out/withdrawals';

/** The members of an App, batch after batch. */
interface Walk {
  /** @returns whether there may be more. */
  next(scope: NotificationScope, messageId: string, size: number): Promise<boolean>;
}

/**
 * Writes publications into the inboxes of their audience, and removes what was recalled, has expired or is too old, which
 * members no longer see by then. Large ones take many turns.
 */
@Injectable()
export class FanOutHandler implements OnModuleInit {
  constructor(
    private readonly handlers: OutboxHandlers,
    private readonly sweeps: Sweeps,
    private readonly batches: FanOutBatches,
    private readonly withdrawals: Withdrawals,
    private readonly stalled: StalledFanOuts,
    private readonly database: Database,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.handlers.register(FanOutDue.type, this.walking(this.batches), 'notifications.fan_out');
    // Not in the lane of fan-outs: what is recalled while a lot is being published does not wait for that.
    this.handlers.register(WithdrawalDue.type, this.walking(this.withdrawals));
    this.handlers.register('app.deleted', {
      handle: async ({ tenantId, appId }) => {
        if (appId !== null) await this.batches.finishAll({ tenantId, appId });
      },
    });
    this.sweeps.registerEach(
      'notifications.fan_outs',
      () => this.stalled.unfinished(),
      (message) => this.add(message.tenantId, () => new FanOutDue(message)),
    );
    this.sweeps.registerEach(
      'notifications.withdrawals',
      () => this.stalled.standing(),
      (message) => this.add(message.tenantId, (now) => new WithdrawalDue(message, now)),
    );
  }

  private walking(walk: Walk): OutboxHandler {
    return {
      handle: async ({ tenantId, appId, data }, turn) => {
        if (appId === null) return;
        const id = String(data['message_id']);
        const size = this.config.fanOut.batchSize;
        return turn.repeat(async () => ({ more: await walk.next({ tenantId, appId }, id, size) }));
      },
    };
  }

  private add(tenantId: string, event: (now: Date) => DomainEvent): Promise<void> {
    return this.database.run(tenantId, async () => this.outbox.add(event(await this.database.now())));
  }
}
