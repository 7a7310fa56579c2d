import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { DeliveryRoute } from '../../domain/deliveries/due-delivery';
import type { NotificationScope } from '../../domain/messages/message-settings';
import type { Channel, MessageType } from '../../domain/preferences/notification-preferences';
import { DeliveryTurns } from './delivery-turns';

/** A part of the audience, in the order of user ids, whose inboxes have the publication. */
export interface DeliveredSlice extends NotificationScope {
  readonly messageId: string;
  readonly publicationId: string;
  readonly messageType: MessageType | null;
  readonly channels: readonly Channel[];
  /** The last user of the slice before; null for the first. */
  readonly after: string | null;
  /** The last user of this one. */
  readonly through: string;
}

const RECIPIENTS = `
  FROM app_memberships m
 CROSS JOIN LATERAL (SELECT FROM notification_inbox_items i WHERE i.user_id = m.user_id AND i.id = $4) i`;

const IN_SLICE = `m.tenant_id = $1 AND m.app_id = $2 AND m.status = 'active'
  AND ($5::uuid IS NULL OR m.user_id > $5) AND m.user_id <= $6`;

/** Marketing is off until the member opts in. */
const wants = (channel: 'push' | 'email') => `coalesce((
  SELECT p.${channel} FROM notification_preferences p
   WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.user_id = m.user_id AND p.message_type = $7),
  $7::text IS DISTINCT FROM 'marketing')`;

/** Thousands are inserted, of few routes. */
const routesOf = (insertion: string) => `WITH added AS (${insertion}) SELECT DISTINCT route FROM added ORDER BY route`;

const ENQUEUE_PUSHES = routesOf(`
  INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route, device_id)
  SELECT $1, $2, $3, m.user_id, d.push_provider, d.id ${RECIPIENTS}
    JOIN devices d ON d.tenant_id = $1 AND d.app_id = $2 AND d.user_id = m.user_id AND d.push_enabled
   WHERE ${IN_SLICE} AND ${wants('push')}
  RETURNING route`);

const ENQUEUE_MAILS = routesOf(`
  INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, route)
  SELECT $1, $2, $3, m.user_id, 'email' ${RECIPIENTS}
   WHERE ${IN_SLICE} AND ${wants('email')}
     AND EXISTS (SELECT FROM login_identifiers l
                  WHERE l.tenant_id = $1 AND l.user_id = m.user_id AND l.type = 'email' AND l.verified_at IS NOT NULL)
  RETURNING route`);

const STATEMENTS = [
  ['push', ENQUEUE_PUSHES],
  ['email', ENQUEUE_MAILS],
] as const;

/** The pushes and mails that are still to be sent. */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly database: Database,
    private readonly turns: DeliveryTurns,
  ) {}

  /**
   * In the transaction that wrote the slice into inboxes: so each is queued once. Preferences are looked at again when
   * it is sent.
   */
  async enqueue(slice: DeliveredSlice): Promise<void> {
    const { tenantId, appId, messageId, publicationId, messageType, channels, after, through } = slice;
    const values = [tenantId, appId, messageId, publicationId, after, through, messageType];
    const routes: DeliveryRoute[] = [];
    for (const [channel, statement] of STATEMENTS) {
      if (!channels.includes(channel)) continue;
      const added = await this.database.query<{ route: DeliveryRoute }>(statement, values);
      routes.push(...added.map(({ route }) => route));
    }
    // In one order, so that those who add to several routes do not wait for each other in a circle.
    for (const route of routes.toSorted()) await this.turns.wake({ tenantId, appId }, route);
  }
}
