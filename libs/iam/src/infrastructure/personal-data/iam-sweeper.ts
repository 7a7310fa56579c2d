import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  countBatch,
  Database,
  deleteExpired,
  type Expired,
  inIndexOrder,
  SWEEP_BATCH,
  type SweepBatch,
  Sweeps,
} from '@libs/foundation';

/** How long sign-ins and security events are kept. */
const HISTORY = '180 days';

/**
 * Expired rows, by table, judged by the database's clock. Unconfirmed registrations stay a week, so that their owner is
 * told to verify rather than that the password is wrong.
 */
const EXPIRED: readonly Expired[] = [
  { table: 'otp_requests', since: 'created_at', after: '7 days' },
  { table: 'otp_challenges', since: 'expires_at', after: '1 day' },
  { table: 'otp_limits', since: 'expires_at', after: '0 days' },
  { table: 'login_throttles', since: 'expires_at', after: '0 days' },
  { table: 'sms_recipients', since: 'expires_at', after: '0 days' },
  { table: 'sms_origins', since: 'expires_at', after: '0 days' },
  { table: 'sms_days', since: 'expires_at', after: '0 days' },
  { table: 'account_links', since: 'expires_at', after: '7 days' },
  { table: 'mfa_challenges', since: 'expires_at', after: '0 days' },
  { table: 'password_reset_requests', since: 'created_at', after: '1 day' },
  { table: 'step_up_tokens', since: 'expires_at', after: '0 days', isWriteOnce: true },
  { table: 'download_links', since: 'expires_at', after: '0 days', isWriteOnce: true },
  // Delivered notices are gone; these were given up.
  { table: 'account_change_notices', since: 'created_at', after: '1 day' },
  { table: 'refresh_tokens', since: 'expires_at', after: '1 day' },
  {
    table: 'devices',
    since: 'last_seen_at',
    after: '1 year',
    condition: 'NOT EXISTS (SELECT FROM sessions s WHERE s.tenant_id = devices.tenant_id AND s.device_id = devices.id)',
  },
  { table: 'api_client_secrets', since: 'expires_at', after: '1 day' },
  // A token is taken for valid a little longer, by a clock that is slow.
  { table: 'api_client_revoked_tokens', since: 'expires_at', after: '1 hour', isWriteOnce: true },
  { table: 'api_client_failures', since: 'expires_at', after: '0 days' },
];

const SECURITY_EVENTS: Expired = { table: 'security_events', since: 'occurred_at', after: HISTORY };

/**
 * Deletes sessions that ended long ago. What they know about their device is kept with the device. One without a session
 * that is younger or was not ended belongs to somebody who has not been there for a month: nothing is pushed to it any more.
 */
const SWEEP_SESSIONS = `
  WITH ended AS (
    DELETE FROM sessions WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sessions WHERE expires_at < now() - interval '30 days'
       ORDER BY expires_at LIMIT ${SWEEP_BATCH} FOR UPDATE SKIP LOCKED))
    RETURNING tenant_id, device_id, last_active_at
  ), seen AS (
    UPDATE devices d
       SET last_seen_at = greatest(d.last_seen_at, e.last_active_at), push_enabled = d.push_enabled AND e.in_use,
           push_provider = CASE WHEN e.in_use THEN d.push_provider END,
           push_token = CASE WHEN e.in_use THEN d.push_token END,
           push_registered_at = CASE WHEN e.in_use THEN d.push_registered_at END
      FROM (SELECT tenant_id, device_id, max(last_active_at) AS last_active_at,
                   EXISTS (SELECT FROM sessions s
                            WHERE s.tenant_id = ended.tenant_id AND s.device_id = ended.device_id
                              AND s.revoked_at IS NULL AND s.expires_at >= now() - interval '30 days') AS in_use
              FROM ended WHERE device_id IS NOT NULL GROUP BY tenant_id, device_id) e
     WHERE d.tenant_id = e.tenant_id AND d.id = e.device_id
       AND (d.last_seen_at < e.last_active_at OR d.push_token IS NOT NULL AND NOT e.in_use)
  )
  SELECT count(*)::integer AS rows FROM ended`;

/**
 * Keeps the last sign-in at each App: it tells administrators about members who have been absent for long. As these
 * become many, each step begins where the previous one ended ($1).
 */
const SWEEP_SIGN_INS = `
  WITH old AS (
    SELECT ctid, tenant_id, id, user_id, app_id, result, occurred_at FROM login_events
     WHERE occurred_at < now() - interval '${HISTORY}' AND occurred_at >= $1::timestamptz
     ORDER BY occurred_at LIMIT ${SWEEP_BATCH}
  ), gone AS (
    DELETE FROM login_events WHERE ctid = ANY (ARRAY(
      SELECT o.ctid FROM old o WHERE o.result = 'failure' OR EXISTS (
        SELECT FROM login_events l
         WHERE l.tenant_id = o.tenant_id AND l.user_id = o.user_id AND l.app_id IS NOT DISTINCT FROM o.app_id
           AND l.result = 'success' AND (l.occurred_at, l.id) > (o.occurred_at, o.id))))
    RETURNING 1
  )
  SELECT (SELECT count(*)::integer FROM gone) AS rows, (SELECT count(*)::integer FROM old) AS looked_at,
         (SELECT max(occurred_at)::text FROM old) AS position`;

/** The answers that are kept for a minute, for retries. */
const FORGET_ANSWERS = `
  UPDATE refresh_tokens SET sealed_answer = NULL WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM refresh_tokens WHERE sealed_answer IS NOT NULL AND consumed_at < now() - interval '1 minute'
     ORDER BY consumed_at LIMIT ${SWEEP_BATCH} FOR UPDATE SKIP LOCKED))`;

@Injectable()
export class IamSweeper implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    for (const expired of EXPIRED) {
      this.sweeps.register(`iam.${expired.table}`, () => deleteExpired(this.database, expired));
    }
    this.sweeps.register('iam.expired_security_events', () => deleteExpired(this.database, SECURITY_EVENTS));
    this.sweeps.register('iam.login_events', (position) => this.sweepSignIns(position ?? '-infinity'));
    this.sweeps.register('iam.sessions', () => this.sweepSessions());
    this.sweeps.register('iam.sealed_answers', () => countBatch(this.database, FORGET_ANSWERS));
  }

  private async sweepSignIns(from: string): Promise<SweepBatch> {
    const [swept] = await inIndexOrder<{ rows: number; looked_at: number; position: string | null }>(
      this.database,
      SWEEP_SIGN_INS,
      [from],
    );
    if (!swept?.position) return { rows: 0, full: false };
    const { rows, looked_at, position } = swept;
    return { rows, full: looked_at === SWEEP_BATCH && position !== from, position };
  }

  private async sweepSessions(): Promise<SweepBatch> {
    const [swept] = await inIndexOrder<{ rows: number }>(this.database, SWEEP_SESSIONS);
    const rows = swept?.rows ?? 0;
    return { rows, full: rows === SWEEP_BATCH };
  }
}
