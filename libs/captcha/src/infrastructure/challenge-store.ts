import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { CaptchaAnswer } from '../domain/answer';
import type { CaptchaKind } from '../domain/captcha';
import { CHALLENGE_SECONDS, OPEN_CHALLENGES } from '../domain/captcha-limits';
import type { CaptchaProof } from '../domain/captcha-proof';
import type { CaptchaScope } from '../domain/captcha-scope';
import { ScopeKeys, type SealedScope } from './scope-keys';

export interface NewChallenge {
  readonly id: string;
  readonly token: string;
  readonly scope: CaptchaScope;
  readonly kind: CaptchaKind;
  readonly answer: CaptchaAnswer;
}

/** A challenge that was answered, and is thereby used up. */
export interface TakenChallenge {
  readonly scope: SealedScope;
  readonly answer: CaptchaAnswer;
}

interface TakenRow {
  key_id: string;
  scope_hash: Buffer;
  answer: CaptchaAnswer;
}

@Injectable()
export class ChallengeStore {
  constructor(
    private readonly database: Database,
    private readonly keys: ScopeKeys,
  ) {}

  /** Adds a challenge, and removes the oldest open ones that its installation has beyond the limit in the scene. */
  async add({ id, token, scope, kind, answer }: NewChallenge): Promise<void> {
    const { keyId, hash } = this.keys.seal(scope);
    await this.database.query(
      `WITH surplus AS (
         DELETE FROM captcha_challenges
          WHERE tenant_id = $1 AND id IN (
            SELECT id FROM captcha_challenges
             WHERE tenant_id = $1 AND installation_key = $4 AND scene = $5 AND consumed_at IS NULL AND expires_at > now()
             ORDER BY issued_at DESC, id DESC OFFSET ${OPEN_CHALLENGES - 1})
       )
       INSERT INTO captcha_challenges (tenant_id, id, app_id, installation_key, scene, type, level, token_hash, key_id,
                                       scope_hash, answer, issued_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), now() + interval '${CHALLENGE_SECONDS} seconds')`,
      [
        scope.tenantId,
        id,
        scope.appId,
        this.keys.ofInstallation(scope),
        scope.scene,
        kind.type,
        kind.level,
        hashOf(token),
        keyId,
        hash,
        JSON.stringify(answer),
      ],
    );
  }

  /** Uses a challenge up. Null if it is unknown, expired or used, or the token is wrong: then it is left unchanged. */
  async take({ tenantId, appId }: CaptchaScope, { id, token }: CaptchaProof): Promise<TakenChallenge | null> {
    const [row] = await this.database.query<TakenRow>(
      `UPDATE captcha_challenges SET consumed_at = now()
        WHERE tenant_id = $1 AND app_id = $2 AND id = $3 AND token_hash = $4
          AND consumed_at IS NULL AND expires_at > now()
        RETURNING key_id, scope_hash, answer`,
      [tenantId, appId, id, hashOf(token)],
    );
    return row ? { scope: { keyId: row.key_id, hash: row.scope_hash }, answer: row.answer } : null;
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
