/*
 * Users whom nobody has proven to be: an address was registered, no code confirmed it. They give their address up to
 * whoever proves to own it, and are removed in time.
 */

/** What is known of a user. Lately: within `CONFIRMATION_DAYS`. */
export type Trace =
  | 'disabled_or_deleted'
  | 'password'
  | 'verified_identifier'
  | 'role'
  | 'open_link'
  | 'begun_membership'
  | 'session'
  | 'security_event'
  | 'consent'
  | 'profile'
  | 'created_lately'
  | 'requested_lately';

/** How long after the last request an unconfirmed user is removed. */
export const CONFIRMATION_DAYS = 7;

/** The user may still accept an invitation: administrators gave roles, or a link is valid. */
export const INVITED_BY = ['role', 'open_link'] as const satisfies readonly Trace[];

/** Each shows that somebody has proven to be the user, or still may by an invitation. */
export const CONFIRMED_BY = [
  'disabled_or_deleted',
  'password',
  'verified_identifier',
  ...INVITED_BY,
] as const satisfies readonly Trace[];

/** Each keeps a user from being removed without a trace: a suspension, and signs of one who was once signed in. */
export const KEPT_BY = [
  ...CONFIRMED_BY,
  'begun_membership',
  'session',
  'security_event',
  'consent',
  'profile',
] as const satisfies readonly Trace[];

/** Each keeps the sweep from removing a user whom nobody else asks to give way. */
export const NOT_STALE_BY = [...KEPT_BY, 'created_lately', 'requested_lately'] as const satisfies readonly Trace[];
