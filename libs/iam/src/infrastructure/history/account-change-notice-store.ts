import { Injectable } from '@nestjs/common';
import { Database, inIndexOrder } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';
import type { Channel } from '../../domain/accounts/login-identifier';

/** Word of a change, to one identifier. */
export interface AccountChangeNotice {
  readonly tenantId: string;
  readonly id: string;
  readonly userId: string;
  /** In whose name it comes; null for the tenant's. */
  readonly appId: string | null;
  readonly eventId: string;
  readonly channel: Channel;
  readonly recipient: string;
  /** Masked; null where no identifier was changed. */
  readonly changedIdentifier: string | null;
  readonly locale: SupportedLocale;
}

/** The same with what is known of the reader when it is sent. */
export interface DueAccountChangeNotice extends AccountChangeNotice {
  readonly timeZone: string | null;
  readonly tenantName: string;
  /** Whether the recipient is no proven identifier of the account any more. */
  readonly isFormer: boolean;
}

/** What a message about a notice says, and where its notice stands in the order of age. */
export interface UntoldNotice extends Pick<AccountChangeNotice, 'tenantId' | 'id' | 'appId' | 'channel'> {
  readonly createdAt: string;
}

/**
 * What should have been told and has no message of the types $1 that waits, the oldest first, from $2 on. A message that
 * was given up has ended its process again and again, and so would another one. The messages are read once, by the
 * indexes of those that wait and of those that were given up, which are few beside the completed ones.
 */
const UNTOLD = `
  SELECT tenant_id AS "tenantId", id, app_id AS "appId", channel, created_at::text AS "createdAt"
    FROM account_change_notices
   WHERE created_at < now() - interval '5 minutes' AND created_at >= $2::timestamptz
     AND id::text NOT IN (
       SELECT data ->> 'notice_id' FROM outbox_messages
        WHERE completed_at IS NULL AND dead_at IS NULL AND type = ANY ($1) AND data ? 'notice_id'
       UNION ALL
       SELECT data ->> 'notice_id' FROM outbox_messages
        WHERE dead_at IS NOT NULL AND type = ANY ($1) AND data ? 'notice_id')
   ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED`;

/** Notices until they are delivered. */
@Injectable()
export class AccountChangeNoticeStore {
  constructor(private readonly database: Database) {}

  /** In the transaction under way. */
  async insert(notice: AccountChangeNotice): Promise<void> {
    await this.database.query(
      `INSERT INTO account_change_notices
         (tenant_id, id, user_id, app_id, event_id, channel, recipient, changed_identifier, locale)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        notice.tenantId,
        notice.id,
        notice.userId,
        notice.appId,
        notice.eventId,
        notice.channel,
        notice.recipient,
        notice.changedIdentifier,
        notice.locale,
      ],
    );
  }

  /** Null when it was delivered, or its account is gone. */
  async find(tenantId: string, id: string): Promise<DueAccountChangeNotice | null> {
    const [notice] = await this.database.read<DueAccountChangeNotice & Record<string, unknown>>(
      tenantId,
      `SELECT n.tenant_id AS "tenantId", n.id, n.user_id AS "userId", n.app_id AS "appId", n.event_id AS "eventId",
              n.channel, n.recipient, n.changed_identifier AS "changedIdentifier", coalesce(u.locale, n.locale) AS locale,
              u.time_zone AS "timeZone", t.name AS "tenantName",
              NOT EXISTS (
                SELECT FROM login_identifiers i
                 WHERE i.tenant_id = n.tenant_id AND i.user_id = n.user_id AND i.value = n.recipient
                   AND i.verified_at IS NOT NULL) AS "isFormer"
         FROM account_change_notices n
         JOIN users u ON u.tenant_id = n.tenant_id AND u.id = n.user_id AND u.status <> 'deleted'
         JOIN tenants t ON t.id = n.tenant_id
        WHERE n.tenant_id = $1 AND n.id = $2`,
      [tenantId, id],
    );
    return notice ?? null;
  }

  /** Remembers that the budgets were asked, in the transaction of that. @returns false where they were before. */
  async markBudgeted(tenantId: string, id: string): Promise<boolean> {
    const marked = await this.database.query(
      `UPDATE account_change_notices SET budgeted_at = now()
        WHERE tenant_id = $1 AND id = $2 AND budgeted_at IS NULL RETURNING 1`,
      [tenantId, id],
    );
    return marked.length > 0;
  }

  /** Locks what no message tells of any more. In the transaction under way, across tenants. */
  async lockUntold(types: readonly string[], from: string, limit: number): Promise<UntoldNotice[]> {
    return inIndexOrder<UntoldNotice & Record<string, unknown>>(this.database, UNTOLD, [types, from, limit]);
  }

  async delete(tenantId: string, id: string): Promise<void> {
    await this.database.write(tenantId, 'DELETE FROM account_change_notices WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      id,
    ]);
  }
}
