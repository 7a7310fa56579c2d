/** How long a challenge can be answered. */
export const CHALLENGE_SECONDS = 300;

/** Challenges that one installation may ask for from one address. */
export const ISSUES_PER_MINUTE = 30;

/** Challenges of one installation and scene that wait for their answer. The oldest goes when another one comes. */
export const OPEN_CHALLENGES = 3;

/** So many failed proofs of one installation at one address, within so many seconds, start a pause of so many. */
export const COOLDOWN = { failures: 3, withinSeconds: 60, seconds: 2 } as const;
