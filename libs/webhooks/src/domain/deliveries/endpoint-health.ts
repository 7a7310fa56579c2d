import { type AttemptOutcome, saysGone } from './delivery';
import type { Closure } from '../endpoints/endpoint-settings';

/** An endpoint at which everything failed for longer is disabled: nobody looks after it. The retries of an event end before. */
const FAILING_DAYS = 5;

/** One that says so wants no more requests at once. */
export function closureAfter(outcome: AttemptOutcome): Closure {
  return saysGone(outcome) ? { reason: 'gone', afterDays: 0 } : { reason: 'failing', afterDays: FAILING_DAYS };
}
