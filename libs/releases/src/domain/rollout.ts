import { createHash } from 'node:crypto';

/** As fine as a percentage with two decimals. */
const BUCKETS = 10_000;

/** What decides which devices get a release first. */
export interface Rollout {
  readonly id: string;
  /** 0.01 to 100, in steps of 0.01. */
  readonly rolloutPercent: number;
}

/**
 * The position of a device among 10,000 for a release: the same in every process and at all times, and independent of
 * its position for other releases. Ids and keys are used in lower case.
 */
export function rolloutBucket(releaseId: string, deviceKey: string): number {
  const hash = createHash('sha256').update(`${releaseId}:${deviceKey}`.toLowerCase()).digest();
  return hash.readUInt32BE(0) % BUCKETS;
}

/** Whether the device gets the release. A growing percentage only adds devices. */
export function isInRollout({ id, rolloutPercent }: Rollout, deviceKey: string | null): boolean {
  if (rolloutPercent >= 100) return true;
  if (deviceKey === null) return false;
  return rolloutBucket(id, deviceKey) < bucketsOf(rolloutPercent);
}

/** Rounded, since 1.1 × 100 is slightly more than 110. */
function bucketsOf(percent: number): number {
  return Math.round(percent * (BUCKETS / 100));
}
