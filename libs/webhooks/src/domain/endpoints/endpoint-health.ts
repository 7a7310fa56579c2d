import { type AttemptOutcome, saysGone } from '../deliveries/delivery';
import type { DisabledReason } from './endpoint-settings';

/** An endpoint at which everything failed for longer is disabled: nobody looks after it. The retries of an event end before. */
const FAILING_DAYS = 5;

/** Why a failed attempt may disable the endpoint. */
export interface Closure {
  readonly reason: Exclude<DisabledReason, 'administrator'>;
  /** How long the endpoint has failed by then. */
  readonly afterDays: number;
}

/** One that says so wants no more requests at once. */
export function closureAfter(outcome: AttemptOutcome): Closure {
  return saysGone(outcome) ? { reason: 'gone', afterDays: 0 } : { reason: 'failing', afterDays: FAILING_DAYS };
}
