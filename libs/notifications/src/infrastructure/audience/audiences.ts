import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { SupportedLocale } from '@libs/kernel';
import type { AudienceSettings } from '../../domain/audience/audience';
import type { NotificationScope } from '../../domain/notification-scope';
import type { Channel } from '../../domain/preferences/notification-preferences';
import { audienceConditions } from './audience-conditions';

/** Whom a message would reach now. */
export interface AudienceCount {
  /** Whom it is meant for: the eligible and those who are excluded. */
  readonly total: number;
  readonly eligible: number;
  /** Who does not want it, and who is no active member. */
  readonly byPreference: number;
  readonly byMembership: number;
  /** Of the eligible. */
  readonly byChannel: Readonly<Record<Channel, number>>;
  readonly byLocale: Readonly<Record<string, number>>;
  /** Some of the eligible, the first by their ids. */
  readonly sample: readonly { readonly userId: string; readonly displayName: string | null }[];
  /** Of the eligible. */
  readonly hash: string;
}

export const SAMPLE_SIZE = 10;

type OutsideChannel = Exclude<Channel, 'in_app'>;

/**
 * The members as a set, in whatever order they are found: two sums of differently seeded hashes of each, and their
 * number. Nobody chooses the ids of members, so nobody can make two sets alike.
 */
const HASH_OF = (member: string) => `encode(sha256(convert_to(concat_ws(':', count(*),
  coalesce(bit_xor(uuid_hash_extended(${member}, 1)), 0), coalesce(sum(uuid_hash_extended(${member}, 2)), 0)), 'UTF8')), 'hex')`;

/**
 * Whether member `e` can be reached through a channel at all. Each looks by a key, and asks for nothing that an index of
 * a part of the table has: without statistics the planner would take that, and read the whole of it for each member.
 */
const REACHED: Readonly<Record<OutsideChannel, string>> = {
  push: `coalesce((SELECT bool_or(d.push_enabled) FROM devices d
                    WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.user_id = e.user_id), false)`,
  email: `coalesce((SELECT bool_or(l.type = 'email' AND l.verified_at IS NOT NULL) FROM login_identifiers l
                     WHERE l.tenant_id = $1 AND l.user_id = e.user_id), false)`,
};

interface CountRow
  extends Omit<AudienceCount, 'total' | 'byPreference' | 'byMembership'>, Readonly<Record<string, unknown>> {
  readonly meant: number;
  readonly active: number;
}

/** Finds out whom a message would reach. In the current transaction. */
@Injectable()
export class Audiences {
  constructor(private readonly database: Database) {}

  /**
   * In one statement, so of one moment. It looks each member up by keys: joins are a little faster, but with old
   * statistics, after many have joined at once, the planner may choose one that never ends.
   *
   * @param defaultLocale in which members read who have saved none.
   */
  async count(
    { tenantId, appId }: NotificationScope,
    settings: AudienceSettings,
    defaultLocale: SupportedLocale,
  ): Promise<AudienceCount> {
    const { meant, accepts, inInbox, values } = audienceConditions(settings, 4);
    const { mode, userIds } = settings.audience;
    const outside = settings.channels.some((channel) => channel !== 'in_app') ? [settings.messageType ?? 'notice'] : [];
    const type = `$${4 + values.length}::text`;
    const [row] = await this.database.query<CountRow>(
      `WITH meant AS MATERIALIZED (
         SELECT m.user_id, m.status = 'active' AS is_active, m.status = 'active' AND ${accepts} AS is_eligible,
                ${inInbox ?? 'true'} AS in_app
           FROM app_memberships m WHERE m.tenant_id = $1 AND m.app_id = $2 AND ${meant}
       ), eligible AS MATERIALIZED (
         SELECT e.user_id, e.in_app,
                coalesce((SELECT u.locale FROM users u WHERE u.tenant_id = $1 AND u.id = e.user_id), $3::text) AS locale,
                ${isReached('push', settings, type)} AS push, ${isReached('email', settings, type)} AS email
           FROM meant e WHERE e.is_eligible
       )
       SELECT (SELECT count(*)::integer FROM meant) AS meant,
              (SELECT count(*)::integer FROM meant WHERE is_active) AS active,
              h.eligible, h.hash, jsonb_build_object('in_app', h.in_app, 'push', h.push, 'email', h.email) AS "byChannel",
              (SELECT coalesce(jsonb_object_agg(l.locale, l.members), '{}')
                 FROM (SELECT locale, count(*) AS members FROM eligible GROUP BY locale) l) AS "byLocale",
              (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', s.user_id, 'displayName', (
                        SELECT u.display_name FROM users u WHERE u.tenant_id = $1 AND u.id = s.user_id)) ORDER BY s.user_id), '[]')
                 FROM (SELECT user_id FROM eligible ORDER BY user_id LIMIT ${SAMPLE_SIZE}) s) AS sample
         FROM (SELECT count(*)::integer AS eligible, count(*) FILTER (WHERE in_app)::integer AS in_app,
                      count(*) FILTER (WHERE push)::integer AS push, count(*) FILTER (WHERE email)::integer AS email, ${HASH_OF('user_id')} AS hash FROM eligible) h`,
      [tenantId, appId, defaultLocale, ...values, ...outside],
    );
    if (!row) throw new Error('An aggregate has a row');
    // Of those who are named, whoever has left has no membership any more.
    const { meant: counted, active, ...count } = row;
    const total = mode === 'users' ? userIds.length : counted;
    return { ...count, total, byPreference: active - row.eligible, byMembership: total - active };
  }

  /** How many active members it is meant for, whether or not they want it. */
  async countMeant({ tenantId, appId }: NotificationScope, settings: AudienceSettings): Promise<number> {
    const { meant, values } = audienceConditions(settings, 3);
    const row = await this.database.queryOne<{ count: number }>(
      `SELECT count(*)::integer AS count FROM app_memberships m
        WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.status = 'active' AND ${meant}`,
      [tenantId, appId, ...values],
    );
    return row?.count ?? 0;
  }

  /** The hash alone of those whom it would reach now. */
  async hash({ tenantId, appId }: NotificationScope, settings: AudienceSettings): Promise<string> {
    const { meant, accepts, values } = audienceConditions(settings, 3);
    const [row] = await this.database.query<{ hash: string }>(
      `SELECT ${HASH_OF('m.user_id')} AS hash FROM app_memberships m
        WHERE m.tenant_id = $1 AND m.app_id = $2 AND m.status = 'active' AND ${meant} AND ${accepts}`,
      [tenantId, appId, ...values],
    );
    if (!row) throw new Error('An aggregate has a row');
    return row.hash;
  }
}

/** Marketing is off until the member opts in, anything else is on until the member opts out. */
function isReached(channel: OutsideChannel, { channels, messageType }: AudienceSettings, type: string): string {
  if (!channels.includes(channel)) return 'false';
  return `coalesce((SELECT p.${channel} FROM notification_preferences p
                     WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.user_id = e.user_id AND p.message_type = ${type}),
                   ${messageType !== 'marketing'}) AND ${REACHED[channel]}`;
}
