import { setTimeout as delay } from 'node:timers/promises';
import { check, type Counts } from './checks';
import type { Load } from './load';
import type { Measured } from './measurement';
import type { Step } from './plan';
import { until } from './until';
import type { World } from './world';

/** How long the load goes on before a fault, and when everything is up again. */
const CALM_MS = 1_500;
const UP_WITHIN_MS = 120_000;

export interface Row extends Measured {
  readonly fault: string;
  readonly lasted: number;
  /** Seconds from its end until all was up; null if that did not come about. */
  readonly upAfter: number | null;
  readonly skipped: number;
  /** What was looked at, or what was wrong. */
  readonly checks: Counts | string;
}

/** One fault under load, and what it leaves. */
export async function tryOut(world: World, load: Load, { fault, seconds }: Step): Promise<Row> {
  const { on, measurement, ledger } = world;
  measurement.begin();
  load.start();
  await delay(CALM_MS);
  load.adapt();
  // Before, while it lasts, and when it is over.
  load.beginRare();
  await happen(world, load, { fault, seconds });
  load.beginRare();
  const healed = performance.now();
  let troubles: string[] = [];
  const isUp = await until(async () => {
    troubles = await on.troubles();
    return troubles.length === 0 && world.revocations.areHeard;
  }, UP_WITHIN_MS);
  const upAfter = isUp ? (performance.now() - healed) / 1_000 : null;
  if (!isUp) ledger.violations.push(`Not up: ${troubles.join('; ') || 'the change feeds'}`);
  await delay(CALM_MS);
  await load.stop();
  const measured = measurement.end();
  if (measured.failed.hung) ledger.violations.push(`${measured.failed.hung} requests hung`);
  for (const { part } of [...on.apis, ...on.workers]) {
    for (const death of part.deaths.splice(0)) ledger.violations.push(`${part.name} ended by itself: ${death}`);
  }
  const checks = await check(world).catch((error: unknown) => (error as Error).message);
  const { skipped } = load;
  return {
    ...measured,
    fault: fault.name,
    lasted: seconds,
    upAfter,
    skipped,
    checks,
  };
}

/** That a fault cannot be brought about, or cannot end, is wrong as well. */
async function happen({ on, random, ledger }: World, load: Load, { fault, seconds }: Step): Promise<void> {
  try {
    const heal = await fault.begin(on, random);
    await delay(seconds * 500);
    load.beginRare();
    await delay(seconds * 500);
    await heal();
  } catch (error) {
    ledger.violations.push(`The fault itself: ${String(error)}`);
  }
}
