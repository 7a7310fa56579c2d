import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MAX_TOKENS = 20_000;
const MAX_BYTES = 6 * 1024 * 1024;
/** With its claims, but for what those of an API client say of its scopes. */
const BYTES_PER_TOKEN = 300;

interface Verified<Claims> {
  readonly claims: Claims;
  /** Seconds since 1970. */
  readonly validUntil: number;
}

/**
 * Remembers what verified tokens claim, until they expire: verifying a signature costs more than everything else that
 * a cached answer needs. Tokens are kept as their hashes only. Those that were not used for longest are forgotten when there are too many.
 */
export class VerifiedTokens<Claims> {
  private readonly tokens = new LRUCache<string, Verified<Claims>>({ max: MAX_TOKENS, maxSize: MAX_BYTES });

  /** What the token claims, if that is known. @param now in seconds since 1970. */
  find(token: string, now: number): Claims | null {
    const known = this.tokens.get(keyOf(token));
    return known && now < known.validUntil ? known.claims : null;
  }

  /** @param scopesLength of the text that names scopes, in characters. */
  keep(token: string, verified: Verified<Claims>, scopesLength = 0): void {
    this.tokens.set(keyOf(token), verified, { size: BYTES_PER_TOKEN + scopesLength });
  }
}

function keyOf(token: string): string {
  return hash('sha256', token, 'base64');
}
