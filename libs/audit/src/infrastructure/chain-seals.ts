import { Injectable } from '@nestjs/common';
import { type HashedColumn, sameSecret, Secrets } from '@libs/foundation';

const RENEWAL = 'npm run admin -- verify-audit';

/** Checkpoints are not renewed: the head vouches for everything before it. */
export const CHAIN_SEALS: readonly HashedColumn[] = [
  { table: 'audit_heads', keyId: 'key_id', renewal: RENEWAL },
  { table: 'audit_redactions', keyId: 'key_id', renewal: RENEWAL },
];

/** What a seal vouches for: the chain's hash at this position. */
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
 * A head vouches that nothing comes after it, a checkpoint does not; a redaction vouches for the rest of a record. One
 * must not pass for another.
 */
type SealKind = 'head' | 'checkpoint' | 'redaction';

/** Seals on hash chains, which without them could be rewritten as a whole by anyone with write access to the tables. */
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

  /** `unknown` if its key is no longer configured, so that it cannot be verified. */
  check(kind: SealKind, position: SealedPosition, seal: Seal): 'intact' | 'broken' | 'unknown' {
    if (!this.secrets.knows(seal.keyId)) return 'unknown';
    return sameSecret(seal.hmac, this.hmac(kind, position, seal.keyId)) ? 'intact' : 'broken';
  }

  private hmac(kind: SealKind, { tenantId, seq, hash }: SealedPosition, keyId: string): Buffer {
    return this.secrets.hmac('audit', [kind, tenantId.toLowerCase(), String(seq), hash], keyId);
  }
}
