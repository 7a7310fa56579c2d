import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';
import type { Channel } from '../../domain/accounts/login-identifier';

/** A notice of a change, for one identifier. */
export interface AccountChangeNotice {
  readonly tenantId: string;
  readonly id: string;
  readonly userId: string;
  /** The App in whose name it is sent; null for the tenant. */
  readonly appId: string | null;
  readonly eventId: string;
  readonly channel: Channel;
  readonly recipient: string;
  /** Masked; null if no identifier was changed. */
  readonly changedIdentifier: string | null;
  readonly locale: SupportedLocale;
}

/** The same with what is known about the recipient when it is sent. */
export interface DueAccountChangeNotice extends AccountChangeNotice {
  readonly timeZone: string | null;
  readonly tenantName: string;
  /** Whether the recipient is no longer a proven identifier of the account. */
  readonly isFormer: boolean;
}

/** The notice of an undelivered message, and its position by age. */
export interface UntoldNotice extends Pick<AccountChangeNotice, 'tenantId' | 'id' | 'appId' | 'channel'> {
  readonly createdAt: string;
}

const STANDING = `created_at < now() - interval '5 minutes' AND created_at >= $2::timestamptz`;

/** OFFSET keeps this from becoming a join, which would read the messages of all tenants. */
function messagesOf(condition: string): string {
  return `(SELECT data ->> 'notice_id' AS notice_id FROM outbox_messages
            WHERE tenant_id = t.tenant_id AND completed_at IS NULL AND ${condition} AND type = ANY ($1)
              AND data ? 'notice_id' OFFSET 0)`;
}

/**
 * Notices without a pending message of the types $1, oldest first, from $2 on. A message that was given up has ended
 * its process repeatedly, and so would another one. The messages of each tenant that has such notices are read once, by
 * the indexes of pending and given-up ones, which are few compared to the completed ones.
 */
const UNTOLD = `
  WITH tenants AS MATERIALIZED (
    SELECT DISTINCT tenant_id FROM account_change_notices WHERE ${STANDING}
  ), messages AS MATERIALIZED (
    SELECT m.notice_id FROM tenants t CROSS JOIN LATERAL (${messagesOf('dead_at IS NULL')} UNION ALL ${messagesOf('dead_at IS NOT NULL')}) m
  )
  SELECT tenant_id AS "tenantId", id, app_id AS "appId", channel, created_at::text AS "createdAt"
    FROM account_change_notices
   WHERE ${STANDING} AND id::text NOT IN (SELECT notice_id FROM messages)
   ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED`;

/** Notices until they are delivered. */
@Injectable()
export class AccountChangeNoticeStore {
  constructor(private readonly database: Database) {}

  /** In the current transaction. */
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

  /** Null if it was delivered, or its account is gone. */
  async find(tenantId: string, id: string): Promise<DueAccountChangeNotice | null> {
    return this.database.readOne<DueAccountChangeNotice & Record<string, unknown>>(
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
  }

  /** Records, in its transaction, that the budgets were charged. @returns false if they already were. */
  async markBudgeted(tenantId: string, id: string): Promise<boolean> {
    return this.database.hasRows(
      `UPDATE account_change_notices SET budgeted_at = now()
        WHERE tenant_id = $1 AND id = $2 AND budgeted_at IS NULL RETURNING 1`,
      [tenantId, id],
    );
  }

  /** Locks notices that no message will deliver. In the current transaction, across tenants. */
  async lockUntold(types: readonly string[], from: string, limit: number): Promise<UntoldNotice[]> {
    return this.database.runAsSystem(() =>
      this.database.query<UntoldNotice & Record<string, unknown>>(UNTOLD, [types, from, limit]),
    );
  }

  async delete(tenantId: string, id: string): Promise<void> {
    await this.database.write(tenantId, 'DELETE FROM account_change_notices WHERE tenant_id = $1 AND id = $2', [
      tenantId,
      id,
    ]);
  }
}
