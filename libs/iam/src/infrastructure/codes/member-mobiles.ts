import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { MemberSession } from '../sessions/signed-in';

/** The mobile numbers of a member, which codes of a step-up go to: the member names one by its id, never the number. */
@Injectable()
export class MemberMobiles {
  constructor(private readonly database: Database) {}

  /** E.164. Null for the id of another's identifier, of an address of email, and of what was never verified. */
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
