import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeps } from './sweeps';
import { OutboxStore } from './outbox-store';
import { SlowLanes } from './slow-lanes';

/** Has the sweeper forget what the outbox is done with. */
@Injectable()
export class OutboxSweeps implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly store: OutboxStore,
    private readonly slowLanes: SlowLanes,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('outbox.completed', () => this.store.sweepCompleted());
    this.sweeps.register('outbox.dead', () => this.store.sweepDead());
    this.sweeps.register('outbox.slow_lanes', () => this.slowLanes.sweep());
  }
}
