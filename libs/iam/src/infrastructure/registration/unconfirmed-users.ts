import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import {
  CONFIRMATION_DAYS,
  CONFIRMED_BY,
  INVITED_BY,
  KEPT_BY,
  NOT_STALE_BY,
  type Trace,
} from '../../domain/registration/unconfirmed-user';

/** The primary key of a user. */
export interface UserKey {
  readonly tenantId: string;
  readonly userId: string;
}

/** The pending membership of an App that a removed user had. */
export interface RemovedMembership extends UserKey {
  readonly appId: string;
}

const BATCH = 500;

const ofUser = (table: string, condition = 'true') =>
  `EXISTS (SELECT FROM ${table} t WHERE t.tenant_id = u.tenant_id AND t.user_id = u.id AND ${condition})`;

/** Since the time that the rule counts as lately. */
const LATELY = `now() - interval '${CONFIRMATION_DAYS} days'`;

/** What the rule asks of the user `u`. */
const HAS: Readonly<Record<Trace, string>> = {
  disabled_or_deleted: `u.status <> 'active'`,
  password: 'u.password_hash IS NOT NULL',
  verified_identifier: ofUser('login_identifiers', 't.verified_at IS NOT NULL'),
  role: ofUser('user_roles'),
  open_link: ofUser('account_links', 't.used_at IS NULL AND t.expires_at > now()'),
  begun_membership: ofUser('app_memberships', `t.status <> 'pending_verification'`),
  session: ofUser('sessions'),
  security_event: ofUser('security_events'),
  consent: ofUser('legal_consents'),
  profile: ofUser('user_profiles'),
  created_lately: `u.created_at >= ${LATELY}`,
  requested_lately: `EXISTS (SELECT FROM login_identifiers i
    JOIN otp_requests r ON r.tenant_id = i.tenant_id AND r.recipient = i.value
   WHERE i.tenant_id = u.tenant_id AND i.user_id = u.id AND r.created_at > ${LATELY})`,
};

const noneOf = (traces: readonly Trace[]) => traces.map((trace) => `NOT (${HAS[trace]})`).join(' AND ');
const IS_INVITED = `(${INVITED_BY.map((trace) => HAS[trace]).join(' OR ')})`;
const IS_UNCONFIRMED = noneOf(CONFIRMED_BY);
const IS_REMOVABLE = noneOf(KEPT_BY);
const IS_STALE = noneOf(NOT_STALE_BY);

const CANDIDATES = `SELECT u.tenant_id AS "tenantId", u.id AS "userId"
     FROM login_identifiers unverified
     JOIN users u ON u.tenant_id = unverified.tenant_id AND u.id = unverified.user_id
    WHERE unverified.verified_at IS NULL AND unverified.created_at < ${LATELY}
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
const REMOVE_OLD_REQUESTS = REMOVE_REQUESTS(`r.created_at <= ${LATELY}`);

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
    return this.isTrue(IS_REMOVABLE, { tenantId, userId });
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
    return this.database.hasRows(`SELECT FROM users u WHERE u.tenant_id = $1 AND u.id = $2 AND ${condition}`, [
      tenantId,
      userId,
    ]);
  }
}

function valuesOf(users: readonly UserKey[]): [string[], string[]] {
  return [users.map(({ tenantId }) => tenantId), users.map(({ userId }) => userId)];
}
