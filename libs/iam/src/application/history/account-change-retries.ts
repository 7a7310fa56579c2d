import { persistently } from '@libs/foundation';

const MAX_RETRY_DELAY_SECONDS = 15 * 60;

/**
 * Retries until the notice is deleted, a day after the change: a provider may be away for long, and using up the
 * budgets of a number must not prevent its owner from being told later.
 */
export const retryDelaySeconds = persistently(MAX_RETRY_DELAY_SECONDS);
