import { timingSafeEqual } from 'node:crypto';
import { REFRESH_RETRY_SECONDS, REPLAY_GRACE_SECONDS } from './session-lifetimes';

/** A refresh token that was consumed, of a session that is still alive. */
export interface ConsumedToken {
  readonly consumedAt: Date;
  /** The token that came of it was consumed as well: whoever has that one did not miss the answer. */
  readonly isOutdated: boolean;
  /** The installation that consumed it, or else the one that signed in; null where neither said which one it is. */
  readonly consumerDeviceKey: string | null;
  /** Null where it was consumed without an Idempotency-Key. */
  readonly idempotencyKeyHash: Buffer | null;
  /** The answer that came of it is still there, and its owner may have it. */
  readonly hasAnswer: boolean;
}

/** The request that brings it once more. */
export interface Presentation {
  readonly presentedAt: Date;
  readonly deviceKey: string | null;
  readonly idempotencyKeyHash: Buffer | null;
}

/**
 * What it means that a consumed token comes again. A `retry` gets the answer that was lost on its way. Of two requests
 * at once the `lost_race` is refused, and nothing else. After a `theft` nobody can tell which of the two is the owner:
 * the session ends.
 */
export type ReuseMeaning = 'retry' | 'lost_race' | 'theft';

export function meaningOfReuse(token: ConsumedToken, presentation: Presentation): ReuseMeaning {
  if (isRetry(token, presentation)) return 'retry';
  const isLate = secondsBetween(token, presentation) > REPLAY_GRACE_SECONDS;
  return isLate || token.isOutdated || isFromElsewhere(token, presentation) ? 'theft' : 'lost_race';
}

/** Whether another installation brings it than the one that it belongs to. One that does not say which it is counts as the same. */
export function isFromElsewhere({ consumerDeviceKey }: ConsumedToken, { deviceKey }: Presentation): boolean {
  return deviceKey !== null && deviceKey !== consumerDeviceKey;
}

/** The same key, token and installation once more, in time. */
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
