/*
 * How failed sign-ins are slowed down. NIST SP 800-63B (5.2.2) suggests a wait that grows with the failures, of half a
 * minute up to an hour: a quarter of an hour makes guessing useless, and is bearable for an owner whom others keep out.
 */

/** Seconds to wait after the first, second, … failure in a row at an account, and after all further ones the last. */
export const ACCOUNT_WAITS: readonly number[] = [0, 0, 0, 0, 60, 120, 240, 480, 900];

/** The failure after which waiting begins. Attempts under way may not exceed it either, but for a single one. */
export const FIRST_WAITING_FAILURE = ACCOUNT_WAITS.findIndex((seconds) => seconds > 0) + 1;

/** Failures at an account are forgotten after so many seconds without another one or a wait. */
export const ACCOUNT_WINDOW_SECONDS = 900;

/** Failures at an address, for any account: many people may share it. */
export const ADDRESS_FAILURES = { perMinute: 30, perHour: 300 } as const;
