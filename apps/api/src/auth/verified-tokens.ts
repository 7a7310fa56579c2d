import { hash } from 'node:crypto';

/** Some 300 bytes each, twice as many at most: 6 MiB. */
const GENERATION = 10_000;

export interface Verified<Claims> {
  readonly claims: Claims;
  /** Seconds since 1970. */
  readonly validUntil: number;
}

/**
 * Remembers what verified tokens claim, until they expire: verifying a signature costs more than everything else that
 * a cached answer needs. Tokens are kept as their hashes only. The oldest half is forgotten when there are too many.
 */
export class VerifiedTokens<Claims> {
  private young = new Map<string, Verified<Claims>>();
  private old = new Map<string, Verified<Claims>>();

  /**
   * What the token claims, if that is known, or else the result of `verify`, which is null for a token that is not valid.
   *
   * @param now in seconds since 1970.
   */
  claimsOf(token: string, now: number, verify: () => Verified<Claims> | null): Claims | null {
    const key = hash('sha256', token, 'base64');
    const known = this.young.get(key) ?? this.promoted(key);
    if (known && now < known.validUntil) return known.claims;
    const verified = verify();
    if (verified) this.keep(key, verified);
    return verified?.claims ?? null;
  }

  private promoted(key: string): Verified<Claims> | undefined {
    const verified = this.old.get(key);
    if (verified) this.keep(key, verified);
    return verified;
  }

  private keep(key: string, verified: Verified<Claims>): void {
    if (this.young.size >= GENERATION) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, verified);
  }
}
