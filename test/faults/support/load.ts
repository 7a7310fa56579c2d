import { setTimeout as delay } from 'node:timers/promises';
import * as administrators from './acts-of-administrators';
import * as members from './acts-of-members';
import type { World } from './world';

/** Requests in a second, where the machine can do as much. */
const WANTED_RATE = 200;
/** Of what it can do, as an api less, or one that starts, leaves room for. */
const SHARE = 0.5;
/** Below it, a fault of seconds would meet nobody. */
const LEAST_RATE = 15;
/** How long an answer takes on a machine that does more than it can, and on one that can do more, in seconds. */
const [SLOW, FAST] = [0.6, 0.1] as const;
const WARM_UP_MS = 12_000;
const TRIAL_MS = 6_000;
/** So many are under way at most: those who are not answered do not ask on for ever. */
const UNDER_WAY = 150;
const TICK_MS = 20;

/** How many of a thousand requests begin each. */
const MIX: readonly (readonly [number, members.Act])[] = [
  [298, members.readConfig],
  [210, members.readProfile],
  [150, members.readInbox],
  [100, members.countUnread],
  [60, members.refresh],
  [60, members.changePreferences],
  [40, members.markRead],
  [25, members.visit],
  [5, members.register],
  [8, administrators.createRole],
  [8, administrators.publishToAll],
  [3, administrators.publishToFew],
  [5, administrators.renameApp],
  [12, administrators.listMembers],
  [8, administrators.listAudit],
  [8, administrators.listNotices],
];
const RARE = [
  administrators.publishToAll,
  administrators.publishToFew,
  administrators.renameApp,
  members.visit,
  members.register,
];
const ALL = MIX.reduce((sum, [weight]) => sum + weight, 0);

/** Asks at a steady rate, whether or not there are answers: an open loop, as crowds are. */
export class Load {
  private isOver = true;
  private running: Promise<void> = Promise.resolve();
  private readonly underWay = new Set<Promise<void>>();
  /** Beginnings for which there was no room. */
  skipped = 0;
  /** Beginnings in a second. */
  rate = WANTED_RATE;

  constructor(private readonly world: World) {}

  start(): void {
    this.isOver = false;
    this.skipped = 0;
    this.running = this.run();
  }

  /** Returns when all that was asked has ended. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
    await Promise.all(this.underWay);
  }

  /** Finds the rate that this machine can do. @returns what was reached. */
  async calibrate(): Promise<number> {
    const { measurement } = this.world;
    this.start();
    await delay(WARM_UP_MS);
    measurement.begin();
    this.skipped = 0;
    await delay(TRIAL_MS);
    const { requests, seconds } = measurement.end();
    await this.stop();
    const reached = requests / seconds;
    if (this.skipped > 0) this.rate = Math.max(LEAST_RATE, Math.round(reached * SHARE));
    return reached;
  }

  /** Asks less of a machine that has more to do than before, and more of one that has less. */
  adapt(): void {
    const latency = this.underWay.size / this.rate;
    if (latency > SLOW) this.rate = Math.max(LEAST_RATE, Math.round(this.rate * 0.6));
    else if (latency < FAST) this.rate = Math.min(WANTED_RATE, Math.round(this.rate * 1.1));
  }

  private async run(): Promise<void> {
    let due = 0;
    let before = performance.now();
    while (!this.isOver) {
      const now = performance.now();
      due += ((now - before) * this.rate) / 1_000;
      before = now;
      for (; due >= 1; due--) this.begin();
      await delay(TICK_MS);
    }
  }

  /** What may be rare, and has to be under way in every fault. */
  beginRare(): void {
    for (const act of RARE) this.begin(act);
  }

  private begin(what = this.draw()): void {
    if (this.underWay.size >= UNDER_WAY) {
      this.skipped += 1;
      return;
    }
    const act = what(this.world)
      .catch((error: unknown) => void this.world.ledger.violations.push(String(error)))
      .finally(() => this.underWay.delete(act));
    this.underWay.add(act);
  }

  private draw(): members.Act {
    let at = this.world.random.next() * ALL;
    for (const [weight, act] of MIX) {
      at -= weight;
      if (at < 0) return act;
    }
    return members.readConfig;
  }
}
