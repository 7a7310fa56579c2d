/** Where a session is used: in an App, or in the administration. */
export type Surface = 'mobile' | 'admin';

/** Seconds. */
export const ACCESS_TOKEN_SECONDS = 900;

/** A session ends when its refresh token was not used for this long… */
export const REFRESH_IDLE_DAYS = 30;

/** …and in any case this long after the sign-in. */
export const SESSION_ABSOLUTE_DAYS = 90;

/** The live sessions of a user at one App. A sign-in beyond ends the one that was active longest ago. */
export const MAX_LIVE_SESSIONS = 50;

/** Within this time a consumed token from the same installation is taken for a lost race, not for a theft. */
export const REPLAY_GRACE_SECONDS = 10;

/** How long a retry with the same Idempotency-Key gets the same pair. */
export const REFRESH_RETRY_SECONDS = 60;

/** Sessions of administrators are shorter in every way. Seconds. */
export const ADMIN_ACCESS_TOKEN_SECONDS = 600;
export const ADMIN_REFRESH_IDLE_HOURS = 8;
export const ADMIN_SESSION_ABSOLUTE_HOURS = 24;

/** Seconds in which the second factor must follow the password. */
export const MFA_TOKEN_SECONDS = 300;
