import { Injectable } from '@nestjs/common';
import { BY_INDEX_ORDER, Database, Logger, reasonOf, whileRenewing } from '@libs/foundation';
import {
  type DeliveryRoute,
  type DueDelivery,
  type SendableDelivery,
  verdictOn,
} from '../../domain/deliveries/due-delivery';
import { namedBy, type Settlement } from '../../domain/deliveries/settlement';
import type { NotificationScope } from '../../domain/notification-scope';
import { areNamed, createdWithin } from './delivery-places';
import { DeliverySettlements } from './delivery-settlements';

/** What was taken. */
export interface ClaimedDeliveries {
  /** Each with the try counted that is to be made now. */
  readonly sendable: readonly SendableDelivery[];
  /** Whether there may be more. */
  readonly full: boolean;
}

/** How soon what a process was sending is tried again when that process was killed. Renewed while it sends. */
const LEASE_SECONDS = 20;
const RENEWED_EVERY_MS = 5_000;

/** As far as nobody else has taken them meanwhile. */
const RENEW = `
  WITH sent AS (SELECT * FROM unnest($2::uuid[], $3::smallint[]) AS s (id, attempts))
  UPDATE notification_deliveries d SET available_at = now() + interval '${LEASE_SECONDS} seconds'
    FROM sent s
   WHERE ${areNamed('sent', '$4', '$5')}
     AND d.id = s.id AND d.attempts = s.attempts AND d.settled_at IS NULL`;

/**
 * Looks each up by its key. Of tables of which it has no statistics the planner expects one row, and would read all rows
 * of the tenant for each delivery: nothing turns these into joins.
 */
const lookUp = (selection: string) => `LEFT JOIN LATERAL (${selection} LIMIT 1)`;

const TARGET_OF_PUSH = `
  ${lookUp(`SELECT d.push_token, d.platform FROM devices d
     WHERE d.tenant_id = $1 AND d.id = due.device_id
       AND (d.app_id, d.user_id, d.push_provider, d.push_enabled) IS NOT DISTINCT FROM ($2, due.user_id, $3, true)`)} t ON true`;

const TARGET_OF_MAIL = `
  LEFT JOIN LATERAL (
    SELECT l.value AS push_token, NULL AS platform FROM login_identifiers l
     WHERE l.tenant_id = $1 AND l.user_id = due.user_id AND l.type = 'email' AND l.verified_at IS NOT NULL
     ORDER BY l.is_primary DESC, l.created_at, l.id LIMIT 1) t ON $3::text = 'email'`;

const QUIET_HOURS = `jsonb_build_object('enabled', enabled, 'timeZone', time_zone,
           'start', to_char(starts_at, 'HH24:MI'), 'end', to_char(ends_at, 'HH24:MI'))`;

/** Notices have no type, and preferences of their own. */
const claim = (channel: 'push' | 'email', target: string) => `
  WITH due AS MATERIALIZED (
    SELECT id, message_id, user_id, device_id, attempts, created_at, available_at FROM notification_deliveries
     WHERE tenant_id = $1 AND app_id = $2 AND route = $3 AND status = 'pending' AND available_at <= now()
     ORDER BY available_at LIMIT $4 FOR UPDATE SKIP LOCKED)
  SELECT due.id, due.message_id AS "messageId", due.user_id AS "userId", due.device_id AS "deviceId", due.attempts,
         due.created_at AS "createdAt",
         coalesce(n.status <> 'published', true) OR n.recalled_at IS NOT NULL AS "isWithdrawn", n.expires_at AS "expiresAt",
         coalesce(u.status = 'active' AND m.status = 'active', false) AS "isMember",
         coalesce(p.${channel}, n.message_type IS DISTINCT FROM 'marketing') AS "isWanted",
         q.quiet_hours AS "quietHours", u.time_zone AS "timeZone", u.locale, u.display_name AS "displayName",
         t.push_token AS target, t.platform
    FROM due
    ${lookUp(`SELECT status, recalled_at, expires_at, message_type FROM notification_messages
       WHERE tenant_id = $1 AND id = due.message_id`)} n ON true
    ${lookUp('SELECT status, time_zone, locale, display_name FROM users WHERE tenant_id = $1 AND id = due.user_id')} u ON true
    ${lookUp(`SELECT status FROM app_memberships
       WHERE tenant_id = $1 AND app_id = $2 AND user_id = due.user_id`)} m ON true
    ${lookUp(`SELECT push, email FROM notification_preferences
       WHERE tenant_id = $1 AND app_id = $2 AND user_id = due.user_id AND message_type = coalesce(n.message_type, 'notice')`)} p ON true
    ${lookUp(`SELECT ${QUIET_HOURS} AS quiet_hours FROM notification_quiet_hours
       WHERE tenant_id = $1 AND app_id = $2 AND user_id = due.user_id AND enabled`)} q ON true ${target}
   ORDER BY due.available_at, due.id`;

/** As they are once the deliveries are locked: whoever changes them afterwards waits, and finds what they hold. */
const PRESENT_HOURS = `
  SELECT g.user_id AS "userId", q.quiet_hours AS "quietHours", u.time_zone AS "timeZone"
    FROM unnest($3::uuid[]) AS g (user_id)
    ${lookUp('SELECT time_zone FROM users WHERE tenant_id = $1 AND id = g.user_id')} u ON true
    ${lookUp(`SELECT ${QUIET_HOURS} AS quiet_hours FROM notification_quiet_hours
       WHERE tenant_id = $1 AND app_id = $2 AND user_id = g.user_id AND enabled`)} q ON true`;

type PresentHours = Pick<DueDelivery, 'userId' | 'quietHours' | 'timeZone'>;

const CLAIM_PUSHES = claim('push', TARGET_OF_PUSH);
const CLAIM_MAILS = claim('email', TARGET_OF_MAIL);

/** The deliveries of a route whose turn has come. */
@Injectable()
export class DueDeliveries {
  constructor(
    private readonly database: Database,
    private readonly settlements: DeliverySettlements,
    private readonly logger: Logger,
  ) {}

  /**
   * Takes the oldest that are due. Those that may not leave are dropped or put off; of the others the next try is
   * counted, and its lease written, before anything is sent.
   */
  claim(scope: NotificationScope, route: DeliveryRoute, limit: number): Promise<ClaimedDeliveries> {
    return this.database.run(scope.tenantId, async () => {
      const [taken, now] = await Promise.all([this.takeDue(scope, route, limit), this.database.now()]);
      const due = await this.byPresentHours(scope, taken, now);
      const sendable: SendableDelivery[] = [];
      const settled = due.map((delivery): Settlement => {
        const named = namedBy(delivery);
        const { attempts } = named;
        const verdict = verdictOn(delivery, now);
        if (verdict.kind === 'drop') return { ...named, status: 'dropped', reason: verdict.reason };
        if (verdict.kind === 'fail') return { ...named, status: 'failed', reason: verdict.reason };
        if (verdict.kind === 'postpone') {
          const available = { at: verdict.until };
          return { ...named, status: 'pending', triesSoFar: attempts, available, reason: null };
        }
        sendable.push({ ...verdict.delivery, attempts: attempts + 1 });
        const available = { inSeconds: LEASE_SECONDS };
        return { ...named, status: 'pending', triesSoFar: attempts + 1, available, reason: null };
      });
      await this.settlements.settle(scope, route, settled);
      return { sendable, full: due.length === limit };
    });
  }

  /** Keeps what was claimed from others while it is being sent, however long that takes. */
  holding<T>(
    { tenantId }: NotificationScope,
    claimed: readonly SendableDelivery[],
    send: () => Promise<T>,
  ): Promise<T> {
    const names = [claimed.map(({ id }) => id), claimed.map(({ attempts }) => attempts)];
    const values = [tenantId, ...names, ...createdWithin(claimed)];
    const renew = async (): Promise<void> => {
      await this.database
        .write(tenantId, RENEW, values)
        .catch((error: unknown) =>
          this.logger.warn({ reason: reasonOf(error) }, 'leases of deliveries were not renewed'),
        );
    };
    return whileRenewing(RENEWED_EVERY_MS, renew, send);
  }

  /** Drops the oldest that are due, because the App cannot send any. @returns whether there may be more. */
  drop(scope: NotificationScope, route: DeliveryRoute, limit: number, reason: string): Promise<boolean> {
    return this.database.run(scope.tenantId, async () => {
      const due = await this.takeDue(scope, route, limit);
      await this.settlements.settle(
        scope,
        route,
        due.map((delivery) => ({ ...namedBy(delivery), status: 'dropped', reason })),
      );
      return due.length === limit;
    });
  }

  /** Quiet hours that were changed while the deliveries were being taken hold none of them any more. */
  private async byPresentHours(
    { tenantId, appId }: NotificationScope,
    due: readonly DueDelivery[],
    now: Date,
  ): Promise<readonly DueDelivery[]> {
    const held = due.filter((delivery) => verdictOn(delivery, now).kind === 'postpone');
    if (held.length === 0) return due;
    const userIds = [...new Set(held.map(({ userId }) => userId))];
    const rows = await this.database.query<PresentHours & Record<string, unknown>>(PRESENT_HOURS, [
      ...[tenantId, appId, userIds],
    ]);
    const present = new Map(rows.map((row) => [row.userId, row]));
    return due.map((delivery) => ({ ...delivery, ...present.get(delivery.userId) }));
  }

  private async takeDue(scope: NotificationScope, route: DeliveryRoute, limit: number): Promise<DueDelivery[]> {
    const statement = route === 'email' ? CLAIM_MAILS : CLAIM_PUSHES;
    const [, rows] = await Promise.all([
      this.database.query(BY_INDEX_ORDER),
      this.database.query<DueDelivery & Record<string, unknown>>(statement, [
        scope.tenantId,
        scope.appId,
        route,
        limit,
      ]),
    ]);
    return rows;
  }
}
