import { Injectable } from '@nestjs/common';
import { sameSecret, Secrets } from '@libs/foundation';

/** What a seal vouches for: that the chain up to here has this hash. */
export interface SealedPosition {
  readonly tenantId: string;
  readonly seq: number;
  readonly hash: string;
}

/** An HMAC under a key that is not in the database. */
export interface Seal {
  readonly keyId: string;
  readonly hmac: Buffer;
}

/**
 * A head says that nothing comes after it, a checkpoint does not; a redaction says what is left of a record. One must
 * not pass for another.
 */
type SealKind = 'head' | 'checkpoint' | 'redaction';

/** Seals on chains of hashes, which alone could be rewritten as a whole by whoever can write to the tables. */
@Injectable()
export class ChainSeals {
  constructor(private readonly secrets: Secrets) {}

  get currentKeyId(): string {
    return this.secrets.currentKeyId;
  }

  seal(kind: SealKind, position: SealedPosition): Seal {
    const keyId = this.secrets.currentKeyId;
    return { keyId, hmac: this.hmac(kind, position, keyId) };
  }

  /** `unknown` when its key is not configured any more, so that nobody can tell. */
  check(kind: SealKind, position: SealedPosition, seal: Seal): 'intact' | 'broken' | 'unknown' {
    if (!this.secrets.knows(seal.keyId)) return 'unknown';
    return sameSecret(seal.hmac, this.hmac(kind, position, seal.keyId)) ? 'intact' : 'broken';
  }

  private hmac(kind: SealKind, { tenantId, seq, hash }: SealedPosition, keyId: string): Buffer {
    return this.secrets.hmac('audit', [kind, tenantId.toLowerCase(), String(seq), hash], keyId);
  }
}
