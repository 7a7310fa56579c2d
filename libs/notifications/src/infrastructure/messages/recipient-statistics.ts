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

type Counts = Readonly<Record<string, number>>;

const SELECT_TOTALS = `
  SELECT ${COUNTS.map((name) => `coalesce(sum(s.${name}), 0)::integer AS ${name}`).join(', ')},
         coalesce((SELECT f.recipients FROM notification_fan_outs f WHERE f.tenant_id = $1 AND f.message_id = $2), 0) AS total,
         (SELECT count(*)::integer FROM notification_deliveries d
           WHERE d.tenant_id = $1 AND d.message_id = $2 AND d.status = 'pending') AS pending
    FROM notification_statistics s WHERE s.tenant_id = $1 AND s.message_id = $2`;

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
    const [found] = await this.database.read<Record<string, number>>(tenantId, SELECT_TOTALS, values);
    const timeline = await this.database.read<RecipientStatistics['timeline'][number]>(tenantId, SELECT_HOURS, values);
    const counts: Counts = found ?? {};
    const count = (name: string): number => counts[name] ?? 0;
    const channel = (name: string): ChannelStatistics => ({
      sent: count(`${name}_sent`),
      failed: count(`${name}_failed`),
      ignored: count(`${name}_ignored`),
      opened: count(`${name}_opened`),
    });
    const [push, email] = [channel('push'), channel('email')];
    const [delivered, read] = [count('delivered'), count('read')];
    return {
      total: count('total'),
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
