import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { STEP_UP_TOKEN_SECONDS, type StepUpAct } from '../../domain/codes/step-up';
import { IS_NOT_CUT_OFF } from '../sessions/session-access';

/** The owner of a token, and the one act that it permits. */
export interface StepUpGrant {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly act: StepUpAct;
}

/** The row of a token that is valid for a grant. It ends with its session, even for a request already on its way. */
const GOOD = `FROM step_up_tokens
  WHERE tenant_id = $1 AND token_hash = $2 AND user_id = $3 AND session_id = $4 AND purpose = $5 AND resource = $6
    AND expires_at > now()
    AND EXISTS (SELECT FROM sessions s WHERE s.tenant_id = $1 AND s.id = $4 AND s.revoked_at IS NULL
                  AND ${IS_NOT_CUT_OFF})`;

/** Proofs of presence, by the hash of their token. */
@Injectable()
export class StepUpTokens {
  constructor(private readonly database: Database) {}

  /** In the current transaction. @returns when the token expires. */
  async add({ tenantId, userId, sessionId, act }: StepUpGrant, tokenHash: Buffer): Promise<Date> {
    const [row] = await this.database.query<{ expires_at: Date }>(
      `INSERT INTO step_up_tokens (tenant_id, token_hash, user_id, session_id, purpose, resource, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + interval '${STEP_UP_TOKEN_SECONDS} seconds')
       RETURNING expires_at`,
      [tenantId, tokenHash, userId, sessionId, act.purpose, act.resource],
    );
    if (!row) throw new Error('The token was not written');
    return row.expires_at;
  }

  /** Whether the token is valid for this grant. */
  async isGood(grant: StepUpGrant, tokenHash: Buffer): Promise<boolean> {
    const rows = await this.database.read(grant.tenantId, `SELECT 1 ${GOOD}`, valuesOf(grant, tokenHash));
    return rows.length > 0;
  }

  /**
   * Deletes the token, in the transaction of what it permits. Of several concurrent calls one gets true. A token of an
   * ended session is never valid: ending the session waits until this transaction is over.
   */
  async take(grant: StepUpGrant, tokenHash: Buffer): Promise<boolean> {
    return this.database.hasRows(
      `WITH session AS (
         SELECT FROM sessions s
          WHERE s.tenant_id = $1 AND s.id = $4 AND s.revoked_at IS NULL AND s.expires_at > now() FOR SHARE
       )
       DELETE ${GOOD} AND EXISTS (SELECT FROM session) RETURNING 1`,
      valuesOf(grant, tokenHash),
    );
  }
}

function valuesOf({ tenantId, userId, sessionId, act }: StepUpGrant, tokenHash: Buffer): unknown[] {
  return [tenantId, tokenHash, userId, sessionId, act.purpose, act.resource];
}
