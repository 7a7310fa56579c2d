import type { HealthGate } from './release-settings';

/** An attacker who invents installations needs another network for every few of them. */
export const INSTALLATIONS_PER_NETWORK = 3;

/**
 * The reports within the window of a gate that has not acted yet: each installation counts once, by its last report,
 * and at most three of each network count.
 */
export interface HealthReading {
  readonly gate: HealthGate;
  /** Installations that failed. */
  readonly failures: number;
  /** Those, and the installations whose first run succeeded. */
  readonly reports: number;
}

/** `failing`: the gate acts; `suspect`: it would act, but there are too few reports. */
export type Health = 'fine' | 'suspect' | 'failing';

export function healthOf({ gate, failures, reports }: HealthReading): Health {
  // In integers, as the bound has two decimals: 29 of 10,000 are 0.29 per cent, not slightly more.
  const isExceeded = failures * 10_000 > Math.round(gate.maxFailurePercent * 100) * reports;
  if (!isExceeded) return 'fine';
  return reports < gate.minReports ? 'suspect' : 'failing';
}
