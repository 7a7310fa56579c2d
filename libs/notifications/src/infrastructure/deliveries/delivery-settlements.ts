import { Injectable } from '@nestjs/common';
import {
  afterPartitions,
  byPlaces,
  countBatch,
  Database,
  deleteExpired,
  type SweepBatch,
  SWEEP_BATCH,
} from '@libs/foundation';
import { type DeliveryRoute, MAX_AGE_DAYS } from '../../domain/deliveries/due-delivery';
import type { Settlement } from '../../domain/deliveries/settlement';
import type { NotificationScope } from '../../domain/notification-scope';
import { anyShard, THIS_HOUR } from '../messages/statistics-rows';
import { areNamed, createdWithin } from './delivery-places';

const counted = (channel: 'push' | 'email') =>
  ['sent', 'failed', 'ignored'].map((status) => ({
    column: `${channel}_${status}`,
    count: `count(*) FILTER (WHERE status = '${status}')`,
  }));

const RETENTION_DAYS = 30;

/**
 * Settles what is as it was read, and counts it by message in the same statement. Rows are in one order, so that two of
 * these do not wait for each other in a circle.
 */
const settle = (channel: 'push' | 'email') => {
  const columns = counted(channel);
  return `
  WITH outcomes AS (
    SELECT * FROM unnest($3::uuid[], $4::smallint[], $5::text[], $6::smallint[], $7::timestamptz[], $8::float8[],
                         $9::text[], $10::text[])
                  AS o (id, attempts, status, tries, at, seconds, provider_id, reason)
  ), settled AS (
    UPDATE notification_deliveries d
       SET status = o.status,
           attempts = coalesce(o.tries, d.attempts),
           is_held = o.at IS NOT NULL,
           available_at = coalesce(o.at, now() + make_interval(secs => o.seconds), d.available_at),
           settled_at = CASE WHEN o.status <> 'pending' THEN now() END,
           provider_id = o.provider_id,
           last_error = CASE WHEN o.status <> 'sent' THEN coalesce(o.reason, d.last_error) END
      FROM outcomes o
     WHERE ${areNamed('outcomes', '$11', '$12')} AND d.id = o.id AND d.settled_at IS NULL AND d.attempts = o.attempts
    RETURNING d.message_id, d.status
  )
  INSERT INTO notification_statistics AS s (tenant_id, message_id, hour, shard, ${columns.map(({ column }) => column).join(', ')})
  SELECT $1, message_id, ${THIS_HOUR}, $2, ${columns.map(({ count }) => count).join(', ')}
    FROM settled WHERE status IN ('sent', 'failed', 'ignored') GROUP BY message_id ORDER BY message_id
  ON CONFLICT (tenant_id, message_id, hour, shard)
  DO UPDATE SET ${columns.map(({ column }) => `${column} = s.${column} + excluded.${column}`).join(', ')}`;
};

const SETTLE_PUSHES = settle('push');
const SETTLE_MAILS = settle('email');

/** Of each route the oldest that wait for longer than news are news, such as for a provider that nobody repairs. */
const DROP_OLD = byPlaces(
  `UPDATE notification_deliveries SET status = 'dropped', settled_at = now(), last_error = 'too_old'`,
  'notification_deliveries',
  `SELECT d.tableoid, d.ctid FROM notification_delivery_turns t CROSS JOIN LATERAL (
     SELECT tableoid, ctid FROM notification_deliveries
      WHERE tenant_id = t.tenant_id AND app_id = t.app_id AND route = t.route AND status = 'pending'
        AND available_at < now() - interval '${MAX_AGE_DAYS} days'
      ORDER BY available_at LIMIT ${SWEEP_BATCH} FOR UPDATE SKIP LOCKED) d LIMIT ${SWEEP_BATCH}`,
);

/** What has become of pushes and mails. */
@Injectable()
export class DeliverySettlements {
  constructor(private readonly database: Database) {}

  /** In the current transaction. */
  async settle(scope: NotificationScope, route: DeliveryRoute, settlements: readonly Settlement[]): Promise<void> {
    if (settlements.length === 0) return;
    const sorted = settlements.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await this.database.query(route === 'email' ? SETTLE_MAILS : SETTLE_PUSHES, [
      scope.tenantId,
      anyShard(),
      sorted.map(({ id }) => id),
      sorted.map(({ attempts }) => attempts),
      sorted.map(({ status }) => status),
      sorted.map((one) => (one.status === 'pending' ? one.triesSoFar : null)),
      sorted.map((one) => (one.status === 'pending' && 'at' in one.available ? one.available.at : null)),
      sorted.map((one) => (one.status === 'pending' && 'inSeconds' in one.available ? one.available.inSeconds : null)),
      sorted.map((one) => (one.status === 'sent' ? one.providerId : null)),
      sorted.map((one) => ('reason' in one ? one.reason : null)),
      ...createdWithin(sorted),
    ]);
  }

  sweepOld(): Promise<SweepBatch> {
    return countBatch(this.database, DROP_OLD);
  }

  /** Those that did not go with the others of their week. Statistics stay. */
  sweepSettled(): Promise<SweepBatch> {
    const after = afterPartitions(RETENTION_DAYS);
    return deleteExpired(this.database, { table: 'notification_deliveries', since: 'settled_at', after });
  }
}
