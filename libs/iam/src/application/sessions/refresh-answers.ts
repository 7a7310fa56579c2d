import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secrets } from '@libs/foundation';
import type { TokenPair } from '../../domain/sessions/token-pair';
import { RefreshTokens } from '../../infrastructure/sessions/refresh-tokens';

/** What the pairs of all surfaces have. */
type Pair = Omit<TokenPair, 'appId'>;

/** The answers to refreshes, kept for a minute in case that one is lost on its way: sealed, and bound to the token. */
@Injectable()
export class RefreshAnswers {
  constructor(
    private readonly tokens: RefreshTokens,
    private readonly secrets: Secrets,
  ) {}

  /** In the current transaction, with its commit. @param tokenHash of the token that was exchanged for the pair. */
  async keep(tenantId: string, tokenHash: Buffer, pair: Pair): Promise<void> {
    const answer = this.secrets.seal('refresh-answer', JSON.stringify(pair), tokenHash);
    await this.tokens.keepAnswer(tenantId, tokenHash, answer);
  }

  /** Null for none, and for one that cannot be opened any more. */
  open<Kept extends Pair>(sealedAnswer: string | null, tokenHash: Buffer): Kept | null {
    const answer = sealedAnswer === null ? null : this.secrets.open('refresh-answer', sealedAnswer, tokenHash);
    return answer === null ? null : readPair<Kept>(answer);
  }
}

/** All that is kept of the key of a retry. */
export function keyHash(idempotencyKey: string | null): Buffer | null {
  return idempotencyKey === null ? null : createHash('sha256').update(idempotencyKey).digest();
}

function readPair<Kept extends Pair>(json: string): Kept {
  const pair = JSON.parse(json) as Kept & { accessTokenExpiresAt: string; refreshTokenExpiresAt: string };
  return {
    ...pair,
    accessTokenExpiresAt: new Date(pair.accessTokenExpiresAt),
    refreshTokenExpiresAt: new Date(pair.refreshTokenExpiresAt),
  };
}
