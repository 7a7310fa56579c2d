/** How an attempt ended. `neither` is not a failure, but clears nothing. */
export type AttemptOutcome = 'failure' | 'success' | 'neither';

/**
 * Why an attempt may not be made: not for some seconds, or `busy`: attempts under way may yet use up the rest, so their
 * end has to be awaited.
 */
export type Refusal = 'busy' | { readonly waitSeconds: number };

/** An attempt whose process died counts as a failure after this time. */
const LEASE_SECONDS = 30;

/** The attempts under way in the row `t`, and those whose lease ran out. */
export const IN_FLIGHT = `CASE WHEN t.in_flight_until > now() THEN t.in_flight ELSE 0 END`;
export const LOST = `CASE WHEN t.in_flight_until > now() THEN 0 ELSE t.in_flight END`;
export const LEASE = `now() + make_interval(secs => ${LEASE_SECONDS})`;

/** The failures of the row `t` in its window. */
export const FAILURES = `CASE WHEN t.expires_at > now() THEN t.failures ELSE 0 END`;
