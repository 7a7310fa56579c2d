import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeps } from './sweeps';
import { OutboxStore } from './outbox-store';
import { Partitions } from './partitions';
import { SlowLanes } from './slow-lanes';

/** Registers the sweeps of the outbox, and that of the partitions of all large tables. */
@Injectable()
export class OutboxSweeps implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly store: OutboxStore,
    private readonly slowLanes: SlowLanes,
    private readonly partitions: Partitions,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('database.partitions', () => this.partitions.keep());
    this.sweeps.register('outbox.completed_messages', () => this.store.sweepCompleted());
    this.sweeps.register('outbox.dead_messages', () => this.store.sweepDead());
    this.sweeps.register('outbox.slow_lanes', () => this.slowLanes.sweep());
  }
}
