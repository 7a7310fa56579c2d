/** How long a challenge can be answered. */
export const CHALLENGE_SECONDS = 300;

/** Challenges that one installation may request from one address. */
export const ISSUES_PER_MINUTE = 30;

/** Unanswered challenges of one installation and scene. Another one replaces the oldest. */
export const OPEN_CHALLENGES = 3;

/** This many failed proofs of one installation at one address within `withinSeconds` start a pause of `seconds`. */
export const COOLDOWN = { failures: 3, withinSeconds: 60, seconds: 2 } as const;
