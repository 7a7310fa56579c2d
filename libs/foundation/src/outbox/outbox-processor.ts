import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { OutboxDelivery } from './outbox-delivery';
import { OutboxStore } from './outbox-store';

export const OUTBOX_QUEUE = 'outbox';
const CONCURRENCY = 10;

/** A job names its message and carries nothing else: what it says is in the database. */
export interface OutboxJob {
  readonly tenantId: string;
  readonly id: string;
}

@Processor(OUTBOX_QUEUE)
export class OutboxProcessor {
  constructor(
    private readonly store: OutboxStore,
    private readonly delivery: OutboxDelivery,
  ) {}

  @Process({ concurrency: CONCURRENCY })
  async process({ data }: Job<OutboxJob>): Promise<void> {
    const message = await this.store.find(data.tenantId, data.id);
    if (message) await this.delivery.deliver(message);
  }
}
