import type { HealthGate } from './release-settings';

/** Whoever invents installations has to find a network for every few of them. */
export const INSTALLATIONS_PER_NETWORK = 3;

/**
 * What installations have told within the window of a gate that has not acted yet: each counts once, by its last word,
 * and no more than three of one network do.
 */
export interface HealthReading {
  readonly gate: HealthGate;
  /** Installations that failed. */
  readonly failures: number;
  /** Those, and the installations whose first run went well. */
  readonly reports: number;
}

/** `failing`: the gate acts; `suspect`: it would, but too few reports prove nothing. */
export type Health = 'fine' | 'suspect' | 'failing';

export function healthOf({ gate, failures, reports }: HealthReading): Health {
  // In whole numbers, as the bound has two decimals: 29 of 10,000 are 0.29 per cent and not a little more.
  const isExceeded = failures * 10_000 > Math.round(gate.maxFailurePercent * 100) * reports;
  if (!isExceeded) return 'fine';
  return reports < gate.minReports ? 'suspect' : 'failing';
}
