import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { NIL_UUID } from '@libs/kernel';
import type { DeliveryRoute } from '../../domain/deliveries/due-delivery';
import type { NotificationScope } from '../../domain/notification-scope';
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
  /** Of an audience that is a list: then nobody else is looked at, however many members are between two of them. */
  readonly userIds: readonly string[] | null;
  /** Those of the slice who have it as well, though not in the inbox. */
  readonly elsewhere?: readonly string[];
}

/** By pairs alone and in the order of the key, as the slice was found: nothing but its members is looked at. */
const MEMBERS = `SELECT m.user_id FROM app_memberships m
   WHERE m.tenant_id = $1 AND (m.app_id, m.user_id) > ($2, $5) AND (m.app_id, m.user_id) <= ($2, $6)
   ORDER BY m.app_id, m.user_id`;

const LISTED = `SELECT DISTINCT u.id AS user_id FROM unnest($9::uuid[]) AS u (id) WHERE u.id > $5 AND u.id <= $6`;

/**
 * Those of the slice who have it, in the inbox or elsewhere, and what belongs to each by its key. Without statistics the planner would turn joins,
 * and conditions that an index of a part of a table has, into one that reads all members for each batch, or for each one.
 */
const recipients = (slice: string) => `
  WITH slice AS MATERIALIZED (${slice}), placed AS MATERIALIZED (
    SELECT s.user_id, s.user_id IN (SELECT unnest($8::uuid[])) AS is_outside_inbox FROM slice s
  ), recipients AS MATERIALIZED (
    SELECT s.user_id, s.is_outside_inbox FROM placed s
     WHERE s.is_outside_inbox
        OR (SELECT count(*) > 0 FROM notification_inbox_items i WHERE i.user_id = s.user_id AND i.id = $4))`;

/** Marketing is off until the member opts in. */
const wants = (channel: 'push' | 'email') => `coalesce((
  SELECT p.${channel} FROM notification_preferences p
   WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.user_id = r.user_id AND p.message_type = coalesce($7, 'notice')),
  $7::text IS DISTINCT FROM 'marketing')`;

/** Thousands are inserted, of few routes. */
const routesOf = (slice: string, insertion: string) =>
  `${recipients(slice)}, added AS (${insertion}) SELECT DISTINCT route FROM added ORDER BY route`;

const INSERT_PUSHES = `
  INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, is_outside_inbox, route, device_id)
  SELECT $1, $2, $3, r.user_id, r.is_outside_inbox, d.push_provider, d.id
    FROM recipients r
   CROSS JOIN LATERAL (
     SELECT id, push_provider FROM devices
      WHERE tenant_id = $1 AND app_id = $2 AND user_id = r.user_id AND push_enabled OFFSET 0) d
   WHERE ${wants('push')}
  RETURNING route`;

const INSERT_MAILS = `
  INSERT INTO notification_deliveries (tenant_id, app_id, message_id, user_id, is_outside_inbox, route)
  SELECT $1, $2, $3, r.user_id, r.is_outside_inbox, 'email'
    FROM recipients r
   WHERE ${wants('email')}
     AND (SELECT bool_or(l.type = 'email' AND l.verified_at IS NOT NULL) FROM login_identifiers l
           WHERE l.tenant_id = $1 AND l.user_id = r.user_id)
  RETURNING route`;

const STATEMENTS = [
  { channel: 'push', ofMembers: routesOf(MEMBERS, INSERT_PUSHES), ofList: routesOf(LISTED, INSERT_PUSHES) },
  { channel: 'email', ofMembers: routesOf(MEMBERS, INSERT_MAILS), ofList: routesOf(LISTED, INSERT_MAILS) },
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
    const { tenantId, appId, messageId, publicationId, messageType, channels, after, through, userIds } = slice;
    const { elsewhere = [] } = slice;
    const values = [tenantId, appId, messageId, publicationId, after ?? NIL_UUID, through, messageType, elsewhere];
    const routes: DeliveryRoute[] = [];
    for (const { channel, ofMembers, ofList } of STATEMENTS) {
      if (!channels.includes(channel)) continue;
      const added = await (userIds === null
        ? this.database.query<{ route: DeliveryRoute }>(ofMembers, values)
        : this.database.query<{ route: DeliveryRoute }>(ofList, [...values, userIds]));
      routes.push(...added.map(({ route }) => route));
    }
    // In one order, so that those who add to several routes do not wait for each other in a circle.
    for (const route of routes.toSorted()) await this.turns.wake({ tenantId, appId }, route);
  }
}
