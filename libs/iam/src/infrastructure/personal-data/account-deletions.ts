import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { DELETION_GRACE_DAYS } from '../../domain/personal-data/account-deletion';

export interface AccountDeletion {
  readonly eraseAt: Date;
  /** Whether it had not been requested before. */
  readonly isNew: boolean;
}

/** Requested deletions and their dates. In the current transaction, under the user's lock. */
@Injectable()
export class AccountDeletions {
  constructor(private readonly database: Database) {}

  /** The first date is kept. */
  async request(tenantId: string, userId: string): Promise<AccountDeletion> {
    const [row] = await this.database.query<{ erase_at: Date; is_new: boolean }>(
      `WITH requested AS (
         INSERT INTO account_deletions (tenant_id, user_id, erase_at)
         VALUES ($1, $2, now() + interval '${DELETION_GRACE_DAYS} days') ON CONFLICT DO NOTHING RETURNING erase_at
       )
       SELECT erase_at, true AS is_new FROM requested
       UNION ALL
       SELECT erase_at, false FROM account_deletions WHERE tenant_id = $1 AND user_id = $2`,
      [tenantId, userId],
    );
    if (!row) throw new Error('The deletion was not written');
    return { eraseAt: row.erase_at, isNew: row.is_new };
  }

  /** @returns whether a deletion was requested. */
  async cancel(tenantId: string, userId: string): Promise<boolean> {
    return this.database.hasRows('DELETE FROM account_deletions WHERE tenant_id = $1 AND user_id = $2 RETURNING 1', [
      tenantId,
      userId,
    ]);
  }

  async eraseAt(tenantId: string, userId: string): Promise<Date | null> {
    const [row] = await this.database.read<{ erase_at: Date }>(
      tenantId,
      'SELECT erase_at FROM account_deletions WHERE tenant_id = $1 AND user_id = $2',
      [tenantId, userId],
    );
    return row?.erase_at ?? null;
  }

  /**
   * Locks the user whose erasure has been due for longest, of any tenant; null if there is none, or others are at work
   * on all of them. A user who is just signing in keeps the account.
   */
  async lockDue(exceptUserIds: readonly string[]): Promise<{ tenantId: string; userId: string } | null> {
    const [row] = await this.database.query<{ tenantId: string; userId: string }>(
      `SELECT d.tenant_id AS "tenantId", d.user_id AS "userId"
         FROM account_deletions d JOIN users u ON u.tenant_id = d.tenant_id AND u.id = d.user_id
        WHERE d.erase_at <= now() AND NOT d.user_id = ANY ($1)
        ORDER BY d.erase_at, d.user_id LIMIT 1
          FOR NO KEY UPDATE OF d, u SKIP LOCKED`,
      [exceptUserIds],
    );
    return row ?? null;
  }
}
