import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { MessageKind } from '../../domain/messages/message-settings';
import {
  type ChannelStatistics,
  type RecipientStatistics,
  readRateOf,
} from '../../domain/messages/recipient-statistics';
import type { NotificationScope } from '../../domain/notification-scope';
import { ManagedMessages } from './managed-messages';

/** The limit of hours with activity in the statistics, from the first on. */
export const MAX_HOURS = 720;

const COUNTS = [
  'delivered',
  'read',
  'opened',
  ...['push', 'email'].flatMap((channel) =>
    ['sent', 'failed', 'ignored', 'opened'].map((outcome) => `${channel}_${outcome}`),
  ),
];

interface Totals extends Readonly<Record<string, number | null>> {
  readonly total: number | null;
}

/**
 * A fan-out of the previous version was not counted: when it is over, its audience are those whom it reached. What is
 * recalled or has expired reaches nobody else, whatever waits for its turn to be dropped.
 */
const SELECT_TOTALS = `
  SELECT s.*, coalesce(f.total, CASE WHEN f.finished_at IS NOT NULL THEN f.recipients END) AS total,
         CASE WHEN m.recalled_at IS NOT NULL OR m.expires_at <= now() THEN 0 ELSE
           CASE WHEN f.finished_at IS NULL THEN greatest(coalesce(f.total - f.recipients, 0), 0) ELSE 0 END
           + (SELECT count(*)::integer FROM notification_deliveries d
               WHERE d.tenant_id = $1 AND d.message_id = $2 AND d.status = 'pending') END AS pending
    FROM notification_messages m
    LEFT JOIN notification_fan_outs f ON f.tenant_id = m.tenant_id AND f.message_id = m.id
   CROSS JOIN (SELECT ${COUNTS.map((name) => `coalesce(sum(s.${name}), 0)::integer AS ${name}`).join(', ')}
                 FROM notification_statistics s WHERE s.tenant_id = $1 AND s.message_id = $2) s
   WHERE m.tenant_id = $1 AND m.id = $2`;

const SELECT_HOURS = `
  SELECT s.hour AS at, sum(s.delivered)::integer AS delivered, sum(s.read)::integer AS read
    FROM notification_statistics s WHERE s.tenant_id = $1 AND s.message_id = $2
   GROUP BY s.hour ORDER BY s.hour LIMIT ${MAX_HOURS}`;

@Injectable()
export class RecipientStatisticsQueries {
  constructor(
    private readonly database: Database,
    private readonly managed: ManagedMessages,
  ) {}

  /** @throws ResourceNotFoundError */
  async get(scope: NotificationScope, kind: MessageKind, id: string): Promise<RecipientStatistics> {
    await this.managed.expect(scope, kind, id);
    const { tenantId } = scope;
    const values = [tenantId, id];
    const [totals] = await this.database.readRecent<Totals>(tenantId, SELECT_TOTALS, values);
    const timeline = await this.database.readRecent<RecipientStatistics['timeline'][number]>(
      tenantId,
      SELECT_HOURS,
      values,
    );
    const count = (name: string): number => totals?.[name] ?? 0;
    const channel = (name: string): ChannelStatistics => ({
      sent: count(`${name}_sent`),
      failed: count(`${name}_failed`),
      ignored: count(`${name}_ignored`),
      opened: count(`${name}_opened`),
    });
    const [push, email] = [channel('push'), channel('email')];
    const [delivered, read] = [count('delivered'), count('read')];
    return {
      total: totals?.total ?? null,
      delivered,
      pending: count('pending'),
      failed: push.failed + email.failed,
      read,
      opened: count('opened'),
      readRate: readRateOf(read, delivered),
      byChannel: { push, email },
      timeline,
    };
  }
}
