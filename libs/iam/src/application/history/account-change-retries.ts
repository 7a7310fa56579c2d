import { backoffSeconds } from '@libs/foundation';

const MAX_RETRY_DELAY_SECONDS = 15 * 60;

/**
 * Until the notice is cleared away, a day after the change: a provider may be away for long, and whoever uses up the
 * budgets of a number does not keep its owner from being told later.
 */
export function retryDelaySeconds(attempt: number): number {
  return Math.min(backoffSeconds(attempt), MAX_RETRY_DELAY_SECONDS);
}
