import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';

/** The primary key of a user. */
export interface UserKey {
  readonly tenantId: string;
  readonly userId: string;
}

/** The pending membership of an App that a removed user had. */
export interface RemovedMembership extends UserKey {
  readonly appId: string;
}

/** How long after the last request an unconfirmed user is removed. */
const CONFIRMATION_DAYS = 7;

const BATCH = 500;

/** The user was invited and may still accept: administrators gave roles, or a link is valid. */
const IS_INVITED = `(EXISTS (SELECT FROM user_roles r WHERE r.tenant_id = u.tenant_id AND r.user_id = u.id)
  OR EXISTS (SELECT FROM account_links l
              WHERE l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.used_at IS NULL AND l.expires_at > now()))`;

/** Nobody has proven to be this user, and no invitation is open. */
const IS_UNCONFIRMED = `u.status = 'active' AND u.password_hash IS NULL AND NOT ${IS_INVITED}
  AND NOT EXISTS (SELECT FROM login_identifiers i
                   WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id AND i.verified_at IS NOT NULL)`;

/** What would be lost with an unconfirmed user: a suspension, and traces of a user who was once signed in. */
const NOTHING_ELSE = ['app_memberships', 'sessions', 'security_events', 'legal_consents', 'user_profiles']
  .map(
    (table) => `NOT EXISTS (SELECT FROM ${table} t WHERE t.tenant_id = u.tenant_id AND t.user_id = u.id
      ${table === 'app_memberships' ? `AND t.status <> 'pending_verification'` : ''})`,
  )
  .join(' AND ');

const IS_STALE = `${IS_UNCONFIRMED} AND ${NOTHING_ELSE}
  AND u.created_at < now() - interval '${CONFIRMATION_DAYS} days'
  AND NOT EXISTS (SELECT FROM login_identifiers i
                    JOIN otp_requests r ON r.tenant_id = i.tenant_id AND r.recipient = i.value
                   WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id
                     AND r.created_at > now() - interval '${CONFIRMATION_DAYS} days')`;

const CANDIDATES = `SELECT u.tenant_id AS "tenantId", u.id AS "userId"
     FROM login_identifiers unverified
     JOIN users u ON u.tenant_id = unverified.tenant_id AND u.id = unverified.user_id
    WHERE unverified.verified_at IS NULL AND unverified.created_at < now() - interval '${CONFIRMATION_DAYS} days'
      AND ${IS_STALE}
    ORDER BY unverified.created_at LIMIT ${BATCH} FOR UPDATE OF u SKIP LOCKED`;

const THESE = `SELECT * FROM unnest($1::uuid[], $2::uuid[])`;

/** Requests to their addresses, with a condition on each. */
const REMOVE_REQUESTS = (condition: string) => `
  DELETE FROM otp_requests WHERE (tenant_id, id) IN (
    SELECT r.tenant_id, r.id FROM login_identifiers i
      JOIN otp_requests r ON r.tenant_id = i.tenant_id AND r.recipient = i.value
     WHERE (i.tenant_id, i.user_id) IN (${THESE}) AND ${condition} FOR UPDATE OF r SKIP LOCKED)`;

const REMOVE_ALL_REQUESTS = REMOVE_REQUESTS('true');

/** A request made since the user was found stale is not deleted: it creates a new user. */
const REMOVE_OLD_REQUESTS = REMOVE_REQUESTS(`r.created_at <= now() - interval '${CONFIRMATION_DAYS} days'`);

/** In an order that foreign keys allow. Attempts to sign in then count as attempts with an unknown address. */
const REMOVE_WHAT_LEADS_TO_THEM = [
  ...['otp_challenges', 'account_links', 'login_identifiers'].map(
    (table) => `DELETE FROM ${table} WHERE (tenant_id, user_id) IN (${THESE})`,
  ),
  `UPDATE login_events SET user_id = NULL WHERE (tenant_id, user_id) IN (${THESE})`,
];

/** Users whom nobody has proven to be. In the current transaction. */
@Injectable()
export class UnconfirmedUsers {
  constructor(private readonly database: Database) {}

  /** Whether nobody has proven to be the user. Under its lock. */
  async includes(tenantId: string, userId: string): Promise<boolean> {
    return this.isTrue(IS_UNCONFIRMED, { tenantId, userId });
  }

  /** Whether the user has an open invitation or roles given by administrators. Under its lock. */
  async isInvited(tenantId: string, userId: string): Promise<boolean> {
    return this.isTrue(IS_INVITED, { tenantId, userId });
  }

  /** Whether the user may be removed without a trace. Under its lock. */
  async isRemovable(tenantId: string, userId: string): Promise<boolean> {
    return this.isTrue(`${IS_UNCONFIRMED} AND ${NOTHING_ELSE}`, { tenantId, userId });
  }

  /** Some users who were not confirmed in time, locked. As system. @returns them, and whether there may be more. */
  async lockStale(): Promise<{ readonly users: readonly UserKey[]; readonly isFull: boolean }> {
    const candidates = await this.database.query<UserKey & Record<string, unknown>>(CANDIDATES);
    // Checked again under the locks: a user may have been confirmed while the statement above was running.
    const users = await this.database.query<UserKey & Record<string, unknown>>(
      `SELECT u.tenant_id AS "tenantId", u.id AS "userId" FROM users u
        WHERE (u.tenant_id, u.id) IN (${THESE}) AND ${IS_STALE}`,
      valuesOf(candidates),
    );
    return { users, isFull: candidates.length === BATCH };
  }

  /** Removes a locked user with everything that refers to it. @returns the Apps it had asked to join. */
  async remove(user: UserKey): Promise<readonly RemovedMembership[]> {
    return this.removeWith(REMOVE_ALL_REQUESTS, [user]);
  }

  /** The same for those of `lockStale`. Requests made since then stay. */
  async removeStale(users: readonly UserKey[]): Promise<readonly RemovedMembership[]> {
    return this.removeWith(REMOVE_OLD_REQUESTS, users);
  }

  private async removeWith(removeRequests: string, users: readonly UserKey[]): Promise<readonly RemovedMembership[]> {
    const values = valuesOf(users);
    for (const statement of [removeRequests, ...REMOVE_WHAT_LEADS_TO_THEM])
      await this.database.query(statement, values);
    const memberships = await this.database.query<RemovedMembership & Record<string, unknown>>(
      `DELETE FROM app_memberships WHERE (tenant_id, user_id) IN (${THESE})
       RETURNING tenant_id AS "tenantId", user_id AS "userId", app_id AS "appId"`,
      values,
    );
    await this.database.query(`DELETE FROM users WHERE (tenant_id, id) IN (${THESE})`, values);
    return memberships;
  }

  private async isTrue(condition: string, { tenantId, userId }: UserKey): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT FROM users u WHERE u.tenant_id = $1 AND u.id = $2 AND ${condition}`,
      [tenantId, userId],
    );
    return rows.length > 0;
  }
}

function valuesOf(users: readonly UserKey[]): [string[], string[]] {
  return [users.map(({ tenantId }) => tenantId), users.map(({ userId }) => userId)];
}
