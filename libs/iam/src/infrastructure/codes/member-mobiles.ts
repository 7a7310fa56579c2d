import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { MemberSession } from '../sessions/signed-in';

/** A member's mobile numbers, for step-up codes: the member names one by its id, never by the number. */
@Injectable()
export class MemberMobiles {
  constructor(private readonly database: Database) {}

  /** E.164. Null for the id of another user's identifier, an email address, or an unverified number. */
  async find({ tenantId, userId }: MemberSession, identifierId: string): Promise<string | null> {
    const [row] = await this.database.read<{ value: string }>(
      tenantId,
      `SELECT value FROM login_identifiers
        WHERE tenant_id = $1 AND user_id = $2 AND id = $3 AND type = 'mobile' AND verified_at IS NOT NULL`,
      [tenantId, userId, identifierId],
    );
    return row?.value ?? null;
  }
}
