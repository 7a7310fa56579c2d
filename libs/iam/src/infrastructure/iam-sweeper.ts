import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, Sweeps } from '@libs/foundation';
import { Transactions } from '@libs/kernel';

const BATCH = 5_000;

/** How long sign-ins and security events can be looked at. */
const HISTORY = `interval '180 days'`;

/**
 * What has served its time, by table: which rows go, judged by the database's clock. Unconfirmed registrations stay a
 * week, so that their owner is told to verify rather than that the password is wrong.
 */
const EXPIRED: Readonly<Record<string, string>> = {
  otp_requests: "created_at < now() - interval '7 days'",
  otp_challenges: "expires_at < now() - interval '1 day'",
  otp_limits: 'expires_at < now()',
  login_throttles: 'expires_at < now()',
  sms_recipients: 'expires_at < now()',
  sms_origins: 'expires_at < now()',
  sms_days: 'expires_at < now()',
  account_links: "expires_at < now() - interval '7 days'",
  mfa_challenges: 'expires_at < now()',
  password_reset_requests: "created_at < now() - interval '1 day'",
  step_up_tokens: 'expires_at < now()',
  // Delivered ones are gone; these were given up.
  account_change_notices: "created_at < now() - interval '1 day'",
  refresh_tokens: "expires_at < now() - interval '1 day'",
  devices: `last_seen_at < now() - interval '1 year' AND NOT EXISTS (
    SELECT FROM sessions s WHERE s.tenant_id = devices.tenant_id AND s.device_id = devices.id)`,
  security_events: `occurred_at < now() - ${HISTORY}`,
  // The last sign-in at each App stays: it is what administrators know of somebody who has not come for long.
  login_events: `occurred_at < now() - ${HISTORY} AND (result = 'failure' OR EXISTS (
    SELECT FROM login_events l
     WHERE l.tenant_id = login_events.tenant_id AND l.user_id = login_events.user_id
       AND l.app_id IS NOT DISTINCT FROM login_events.app_id AND l.result = 'success'
       AND (l.occurred_at, l.id) > (login_events.occurred_at, login_events.id)))`,
};

/** Sessions that ended long ago go, too. What they know of their device stays with that. */
const SWEEP_SESSIONS = `
  WITH ended AS (
    DELETE FROM sessions WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sessions WHERE expires_at < now() - interval '30 days' LIMIT ${BATCH}))
    RETURNING tenant_id, device_id, last_active_at
  )
  UPDATE devices d SET last_seen_at = greatest(d.last_seen_at, e.last_active_at)
    FROM (SELECT tenant_id, device_id, max(last_active_at) AS last_active_at FROM ended
           WHERE device_id IS NOT NULL GROUP BY tenant_id, device_id) e
   WHERE d.tenant_id = e.tenant_id AND d.id = e.device_id AND d.last_seen_at < e.last_active_at`;

@Injectable()
export class IamSweeper implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly transactions: Transactions,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('iam', () => this.sweep());
  }

  private async sweep(): Promise<void> {
    for (const [table, condition] of Object.entries(EXPIRED)) {
      await this.transactions.runAsSystem(() =>
        this.database.query(
          `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH}))`,
        ),
      );
    }
    await this.transactions.runAsSystem(() => this.database.query(SWEEP_SESSIONS));
    // The answers kept for the minute of a retry.
    await this.transactions.runAsSystem(() =>
      this.database.query(
        `UPDATE refresh_tokens SET sealed_answer = NULL
          WHERE sealed_answer IS NOT NULL AND consumed_at < now() - interval '1 minute'`,
      ),
    );
  }
}
