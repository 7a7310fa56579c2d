import { Injectable } from '@nestjs/common';
import { Logger } from '../logging/logger';
import { Outage } from '../logging/outage';
import { reasonOf } from '../logging/reason';
import { whileRenewing } from './lease';
import { Polling } from './polling';
import { SWEEP_INTERVAL_SECONDS, SweepSchedule } from './sweep-schedule';
import { Sweeps } from './sweeps';

/** The limit of a run; rows may be left. */
const BUDGET_MS = 60_000;
/** A sweep rests as long as it works, and so leaves the database to deliveries. */
const RESTING_SHARE = 0.5;
const LEASE_SECONDS = 60;
const POLL_INTERVAL_MS = 5_000;

/** Runs due sweeps one after the other, beside the relay. A sweep runs in one process at a time. */
@Injectable()
export class Sweeper {
  private readonly polling: Polling;
  private isKnown = false;

  constructor(
    private readonly sweeps: Sweeps,
    private readonly schedule: SweepSchedule,
    private readonly logger: Logger,
  ) {
    const came = 'the schedule of the sweeps cannot be read';
    const outage = new Outage(logger, { came, went: 'the schedule of the sweeps is read again' });
    this.polling = new Polling(() => this.runNext(), POLL_INTERVAL_MS, outage);
  }

  start(): void {
    this.isKnown = false;
    this.polling.start();
  }

  /** Waits for the current step. */
  stop(): Promise<void> {
    return this.polling.stop();
  }

  /** @returns the milliseconds until the next poll. */
  private async runNext(): Promise<number> {
    if (!this.isKnown) await this.schedule.add(this.sweeps.names);
    this.isKnown = true;
    const name = await this.schedule.take(this.sweeps.names, LEASE_SECONDS);
    if (name === null) return POLL_INTERVAL_MS;
    const run = await whileRenewing(
      (LEASE_SECONDS * 1_000) / 3,
      () => this.extend(name),
      () => this.sweeps.run(name, BUDGET_MS, RESTING_SHARE, () => this.polling.isStopping),
    );
    await this.schedule.finish(name, run, SWEEP_INTERVAL_SECONDS);
    return 0;
  }

  private async extend(name: string): Promise<void> {
    await this.schedule
      .extend(name, LEASE_SECONDS)
      .catch((error: unknown) => this.logger.warn({ sweep: name, reason: reasonOf(error) }, 'a sweep may run twice'));
  }
}
