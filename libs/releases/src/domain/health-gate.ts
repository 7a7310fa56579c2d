import type { HealthGate } from './release-settings';

/** What devices have told within the window of a gate that has not acted yet. */
export interface HealthReading {
  readonly gate: HealthGate;
  readonly failures: number;
  /** The failures and the first runs that went well. */
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
