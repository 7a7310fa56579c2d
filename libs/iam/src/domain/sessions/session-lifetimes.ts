/** Where a session is used: in an App, or in the administration. */
export const SURFACES = ['mobile', 'admin'] as const;
export type Surface = (typeof SURFACES)[number];

/** Seconds. */
export const ACCESS_TOKEN_SECONDS = 900;

/** A session ends when its refresh token has not been used for this long… */
export const REFRESH_IDLE_DAYS = 30;

/** …and in any case this long after the sign-in. */
export const SESSION_ABSOLUTE_DAYS = 90;

/** The live sessions of a user at one App. One more sign-in ends the least recently active one. */
export const MAX_LIVE_SESSIONS = 50;

/** Within this time a consumed token from the same installation counts as a lost race, not as a theft. */
export const REPLAY_GRACE_SECONDS = 10;

/** How long a retry with the same Idempotency-Key gets the same pair. */
export const REFRESH_RETRY_SECONDS = 60;

/** Administrators' sessions are shorter in every way. Seconds. */
export const ADMIN_ACCESS_TOKEN_SECONDS = 600;
export const ADMIN_REFRESH_IDLE_HOURS = 8;
export const ADMIN_SESSION_ABSOLUTE_HOURS = 24;

/** Seconds within which the second factor must follow the password. */
export const MFA_TOKEN_SECONDS = 300;

/** The lifetime in seconds of an access token of an API client, which has no session. */
export const SERVICE_TOKEN_SECONDS = 600;
