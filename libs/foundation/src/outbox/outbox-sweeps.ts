import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeps } from './sweeps';
import { OutboxStore } from './outbox-store';
import { SlowLanes } from './slow-lanes';

/** Registers the sweeps of the outbox. */
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
