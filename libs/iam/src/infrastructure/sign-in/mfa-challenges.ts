import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { MFA_TOKEN_SECONDS } from '../../domain/sessions/session-lifetimes';

/** Sign-ins of administrators between the password and the second factor. In the current transaction. */
@Injectable()
export class MfaChallenges {
  constructor(private readonly database: Database) {}

  async add(tenantId: string, userId: string, identifierKey: Buffer, tokenHash: Buffer): Promise<void> {
    await this.database.query(
      `INSERT INTO mfa_challenges (tenant_id, token_hash, user_id, identifier_key, expires_at)
       VALUES ($1, $2, $3, $4, now() + interval '${MFA_TOKEN_SECONDS} seconds')`,
      [tenantId, tokenHash, userId, identifierKey],
    );
  }

  /** An open one. Under its user's lock nobody else consumes or ends it. */
  async find(tenantId: string, tokenHash: Buffer): Promise<{ userId: string; identifierKey: Buffer } | null> {
    const [row] = await this.database.query<{ userId: string; identifierKey: Buffer }>(
      `SELECT user_id AS "userId", identifier_key AS "identifierKey" FROM mfa_challenges
        WHERE tenant_id = $1 AND token_hash = $2 AND consumed_at IS NULL AND expires_at > now()`,
      [tenantId, tokenHash],
    );
    return row ?? null;
  }

  async consume(tenantId: string, tokenHash: Buffer): Promise<void> {
    await this.database.query(
      'UPDATE mfa_challenges SET consumed_at = now() WHERE tenant_id = $1 AND token_hash = $2',
      [tenantId, tokenHash],
    );
  }
}
