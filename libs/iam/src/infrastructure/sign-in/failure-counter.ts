/** How an attempt ended. `neither` is no failure, but clears nothing. */
export type AttemptOutcome = 'failure' | 'success' | 'neither';

/**
 * Whether an attempt may be made: `admitted`, refused for so many seconds, or `busy`: attempts under way may yet use up
 * what is left, and how they end has to be waited for.
 */
export type Admission = 'admitted' | 'busy' | { readonly waitSeconds: number };

/** An attempt whose process died counts as a failure once this time has passed. */
const LEASE_SECONDS = 30;

/** The attempts under way of the row `t`, and those whose lease ran out. */
export const IN_FLIGHT = `CASE WHEN t.in_flight_until > now() THEN t.in_flight ELSE 0 END`;
export const LOST = `CASE WHEN t.in_flight_until > now() THEN 0 ELSE t.in_flight END`;
export const LEASE = `now() + make_interval(secs => ${LEASE_SECONDS})`;

/** The failures of the row `t` in its window. */
export const FAILURES = `CASE WHEN t.expires_at > now() THEN t.failures ELSE 0 END`;
