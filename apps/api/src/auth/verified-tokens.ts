import { hash } from 'node:crypto';

/** Some 300 bytes each, twice as many at most: 6 MiB. */
const GENERATION = 10_000;

interface Verified<Claims> {
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

  /** What the token claims, if that is known. @param now in seconds since 1970. */
  find(token: string, now: number): Claims | null {
    const key = keyOf(token);
    const known = this.young.get(key) ?? this.promoted(key);
    return known && now < known.validUntil ? known.claims : null;
  }

  keep(token: string, verified: Verified<Claims>): void {
    this.put(keyOf(token), verified);
  }

  private promoted(key: string): Verified<Claims> | undefined {
    const verified = this.old.get(key);
    if (verified) this.put(key, verified);
    return verified;
  }

  private put(key: string, verified: Verified<Claims>): void {
    if (this.young.size >= GENERATION) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, verified);
  }
}

function keyOf(token: string): string {
  return hash('sha256', token, 'base64');
}
