import { Injectable } from '@nestjs/common';
import { Logger } from '../logging/logger';
import { Outage } from '../logging/outage';
import { reasonOf } from '../logging/reason';
import { whileRenewing } from './lease';
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
  private running: Promise<void> | null = null;
  private stopping = false;
  private awake: () => void = () => undefined;
  private readonly outage: Outage;

  constructor(
    private readonly sweeps: Sweeps,
    private readonly schedule: SweepSchedule,
    private readonly logger: Logger,
  ) {
    const came = 'the schedule of the sweeps cannot be read';
    this.outage = new Outage(logger, { came, went: 'the schedule of the sweeps is read again' });
  }

  start(): void {
    this.stopping = false;
    this.running ??= this.loop();
  }

  /** Waits for the current step. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.awake();
    await this.running;
    this.running = null;
  }

  private async loop(): Promise<void> {
    let isKnown = false;
    while (!this.stopping) {
      const rest = this.rest();
      try {
        if (!isKnown) await this.schedule.add(this.sweeps.names);
        isKnown = true;
        if (await this.runNext()) this.awake();
        this.outage.went();
      } catch (error) {
        this.outage.came(error);
      }
      await rest;
    }
  }

  /** @returns whether one was due. */
  private async runNext(): Promise<boolean> {
    const name = await this.schedule.take(this.sweeps.names, LEASE_SECONDS);
    if (name === null) return false;
    const run = await whileRenewing(
      (LEASE_SECONDS * 1_000) / 3,
      () => this.extend(name),
      () => this.sweeps.run(name, BUDGET_MS, RESTING_SHARE, () => this.stopping),
    );
    await this.schedule.finish(name, run, SWEEP_INTERVAL_SECONDS);
    return true;
  }

  private async extend(name: string): Promise<void> {
    await this.schedule
      .extend(name, LEASE_SECONDS)
      .catch((error: unknown) => this.logger.warn({ sweep: name, reason: reasonOf(error) }, 'a sweep may run twice'));
  }

  private rest(): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(wake, POLL_INTERVAL_MS);
      this.awake = wake;
    });
  }
}
