import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Some 300 bytes each: 6 MiB. */
const MAX_TOKENS = 20_000;

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
  private readonly tokens = new LRUCache<string, Verified<Claims>>({ max: MAX_TOKENS });

  /** What the token claims, if that is known. @param now in seconds since 1970. */
  find(token: string, now: number): Claims | null {
    const known = this.tokens.get(keyOf(token));
    return known && now < known.validUntil ? known.claims : null;
  }

  keep(token: string, verified: Verified<Claims>): void {
    this.tokens.set(keyOf(token), verified);
  }
}

function keyOf(token: string): string {
  return hash('sha256', token, 'base64');
}
