import { timingSafeEqual } from 'node:crypto';
import { REFRESH_RETRY_SECONDS, REPLAY_GRACE_SECONDS } from './session-lifetimes';

/** A consumed refresh token of a session that is still alive. */
export interface ConsumedToken {
  readonly consumedAt: Date;
  /** The token issued for it was consumed as well: its holder had received the answer. */
  readonly isOutdated: boolean;
  /** The installation that consumed it, or else the one that signed in; null if neither sent a device key. */
  readonly consumerDeviceKey: string | null;
  /** Null if it was consumed without an Idempotency-Key. */
  readonly idempotencyKeyHash: Buffer | null;
  /** The answer to its consumption is still stored, and its owner may have it. */
  readonly hasAnswer: boolean;
}

/** The request that presents it again. */
export interface Presentation {
  readonly presentedAt: Date;
  readonly deviceKey: string | null;
  readonly idempotencyKeyHash: Buffer | null;
}

/**
 * What it means when a consumed token is presented again. A `retry` gets the answer that was lost on its way. Of two
 * concurrent requests the `lost_race` is refused, and nothing else happens. After a `theft` it is unknown which of the
 * two clients is the owner's: the session ends.
 */
export type ReuseMeaning = 'retry' | 'lost_race' | 'theft';

export function meaningOfReuse(token: ConsumedToken, presentation: Presentation): ReuseMeaning {
  if (isRetry(token, presentation)) return 'retry';
  const isLate = secondsBetween(token, presentation) > REPLAY_GRACE_SECONDS;
  return isLate || token.isOutdated || isFromElsewhere(token, presentation) ? 'theft' : 'lost_race';
}

/** Whether it is presented by another installation than its own. A request without a device key counts as the same. */
export function isFromElsewhere({ consumerDeviceKey }: ConsumedToken, { deviceKey }: Presentation): boolean {
  return deviceKey !== null && deviceKey !== consumerDeviceKey;
}

/** The same key, token and installation again, in time. */
function isRetry(token: ConsumedToken, presentation: Presentation): boolean {
  return (
    token.hasAnswer &&
    secondsBetween(token, presentation) < REFRESH_RETRY_SECONDS &&
    isSameKey(token.idempotencyKeyHash, presentation.idempotencyKeyHash) &&
    token.consumerDeviceKey === presentation.deviceKey
  );
}

function isSameKey(kept: Buffer | null, brought: Buffer | null): boolean {
  return kept !== null && brought !== null && kept.length === brought.length && timingSafeEqual(kept, brought);
}

function secondsBetween({ consumedAt }: ConsumedToken, { presentedAt }: Presentation): number {
  return (presentedAt.getTime() - consumedAt.getTime()) / 1_000;
}
