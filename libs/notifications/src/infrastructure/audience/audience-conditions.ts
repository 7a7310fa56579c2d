import type { AudienceSettings } from '../../domain/audience/audience';
import { type Channel, CHANNELS } from '../../domain/preferences/notification-preferences';

/** Conditions on a membership `m` of the App, as SQL. */
export interface AudienceConditions {
  /** Whom the message is meant for, whether or not the membership is active. */
  readonly meant: string;
  /** Who wants it by one of its channels, whichever. */
  readonly accepts: string;
  /** Who wants it in the inbox; null where that is everyone who wants it. */
  readonly inInbox: string | null;
  /** Of the parameters from the first one on. */
  readonly values: unknown[];
}

/**
 * Sub-selects for one row each, which the planner does not turn into joins: a fan-out looks at some thousand members at
 * a time, and must not read all users for that.
 *
 * @param first the number of the first free parameter; those before it are at least $1, the tenant, and $2, the App.
 */
export function audienceConditions(
  { messageType, channels, audience: { mode, userIds, filter } }: AudienceSettings,
  first: number,
): AudienceConditions {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${first - 1 + values.push(value)}`;
  const meant = ['true'];
  if (mode === 'users') meant.push(`m.user_id = ANY (${parameter(userIds)}::uuid[])`);
  if (mode === 'filter') {
    const { locales, platforms, roles, joined_before, joined_after, last_active_after } = filter;
    if (joined_before !== undefined) meant.push(`m.joined_at < ${parameter(joined_before)}::timestamptz`);
    if (joined_after !== undefined) meant.push(`m.joined_at > ${parameter(joined_after)}::timestamptz`);
    if (locales !== undefined) {
      meant.push(
        `(SELECT u.locale = ANY (${parameter(locales)}::text[]) FROM users u WHERE u.tenant_id = $1 AND u.id = m.user_id)`,
      );
    }
    if (roles !== undefined) {
      meant.push(
        `(SELECT count(*) > 0 FROM user_roles r
           WHERE r.tenant_id = $1 AND r.user_id = m.user_id AND r.role_code = ANY (${parameter(roles)}::text[]))`,
      );
    }
    if (platforms !== undefined) {
      meant.push(
        `(SELECT count(*) > 0 FROM devices d
           WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.user_id = m.user_id
             AND d.platform = ANY (${parameter(platforms)}::text[]))`,
      );
    }
    if (last_active_after !== undefined) {
      meant.push(
        `(SELECT count(*) > 0 FROM sessions s
           WHERE s.tenant_id = $1 AND s.app_id = $2 AND s.user_id = m.user_id
             AND s.last_active_at > ${parameter(last_active_after)}::timestamptz)`,
      );
    }
  }
  // Of the other types the inbox cannot be switched off.
  const isChosen = messageType === 'marketing';
  return {
    meant: meant.join('\n AND '),
    accepts: isChosen ? optedIn(channels) : 'true',
    inInbox: isChosen ? optedIn(['in_app']) : null,
    values,
  };
}

/** Each channel is a choice of its own. */
function optedIn(channels: readonly Channel[]): string {
  const chosen = CHANNELS.filter((channel) => channels.includes(channel)).map((channel) => `p.${channel} IS TRUE`);
  return `coalesce((
  SELECT ${chosen.join(' OR ')} FROM notification_preferences p
   WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.user_id = m.user_id AND p.message_type = 'marketing'), false)`;
}
