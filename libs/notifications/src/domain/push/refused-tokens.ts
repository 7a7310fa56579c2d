/** How often a provider that refuses the credentials is tried again. */
export const PROBE_SECONDS = 300;

export const RESULTS_WINDOW_MINUTES = 10;
const MIN_RESULTS = 50;
const MAX_REFUSED_SHARE = 0.2;

/** Answers of a provider about devices. */
export interface TokenResults {
  readonly results: number;
  /** How many of them say that the token is no good. */
  readonly refusedTokens: number;
}

/**
 * Whether so many tokens are refused that the configuration is wrong rather than the tokens: a key for another
 * environment or project is answered like a token that has ended.
 */
export function refusesTooMany({ results, refusedTokens }: TokenResults): boolean {
  return results >= MIN_RESULTS && refusedTokens > results * MAX_REFUSED_SHARE;
}
