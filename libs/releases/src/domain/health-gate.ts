import type { HealthGate } from './release-settings';

/** An attacker who invents installations needs another network for every few of them. */
export const INSTALLATIONS_PER_NETWORK = 3;

/** Whoever owns an IPv6 /32 has 65,536 networks. */
export const INSTALLATIONS_PER_BLOCK = 30;

/** Of the installations that reported anything, those that must have failed before a release is taken away from all. */
const LEAST_PERCENT_TO_UNPUBLISH = 1;

/**
 * The reports within the window of a gate that has not acted yet: each installation counts once, by its last report, at
 * most three of each network count, and at most 30 of each IPv6 /32.
 */
export interface HealthReading {
  readonly gate: HealthGate;
  /** Installations that failed. */
  readonly failures: number;
  /** Those, and the installations whose first run succeeded. */
  readonly reports: number;
  /** Those that reported anything about the release; null where the action does not depend on it. */
  readonly installations: number | null;
}

/** `failing`: the gate acts; `suspect`: it would act, but there are too few reports. */
export type Health = 'fine' | 'suspect' | 'failing';

export function healthOf({ gate, failures, reports, installations }: HealthReading): Health {
  // In integers, as the bound has two decimals: 29 of 10,000 are 0.29 per cent, not slightly more.
  const isExceeded = failures * 10_000 > Math.round(gate.maxFailurePercent * 100) * reports;
  if (!isExceeded || failures * 100 < (installations ?? 0) * LEAST_PERCENT_TO_UNPUBLISH) return 'fine';
  return reports < gate.minReports ? 'suspect' : 'failing';
}
