import { unitsWithin } from '@libs/iam';
import { regionsWithin } from '@libs/regions';
import type { AudienceFilter, AudienceSettings, VersionRange } from '../../domain/audience/audience';
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
  if (mode === 'filter') meant.push(...filterConditions(filter, parameter));
  // Of the other types the inbox cannot be switched off.
  const isChosen = messageType === 'marketing';
  return {
    meant: meant.join('\n AND '),
    accepts: isChosen ? optedIn(channels) : 'true',
    inInbox: isChosen ? optedIn(['in_app']) : null,
    values,
  };
}

/** Adds a parameter. @returns its place in the statement. */
type Parameter = (value: unknown) => string;

function filterConditions(filter: AudienceFilter, parameter: Parameter): string[] {
  const { locales, platforms, roles, joined_before, joined_after, last_active_after } = filter;
  const { app_versions, region_codes, unit_ids, has_push } = filter;
  const conditions: string[] = [];
  if (joined_before !== undefined) conditions.push(`m.joined_at < ${parameter(joined_before)}::timestamptz`);
  if (joined_after !== undefined) conditions.push(`m.joined_at > ${parameter(joined_after)}::timestamptz`);
  if (locales !== undefined) {
    conditions.push(
      `(SELECT u.locale = ANY (${parameter(locales)}::text[]) FROM users u WHERE u.tenant_id = $1 AND u.id = m.user_id)`,
    );
  }
  if (roles !== undefined) {
    conditions.push(
      `(SELECT count(*) > 0 FROM user_roles r
         WHERE r.tenant_id = $1 AND r.user_id = m.user_id AND r.role_code = ANY (${parameter(roles)}::text[]))`,
    );
  }
  if (platforms !== undefined) {
    conditions.push(
      `(SELECT count(*) > 0 FROM devices d
         WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.user_id = m.user_id
           AND d.platform = ANY (${parameter(platforms)}::text[]))`,
    );
  }
  if (last_active_after !== undefined) {
    conditions.push(
      `(SELECT count(*) > 0 FROM sessions s
         WHERE s.tenant_id = $1 AND s.app_id = $2 AND s.user_id = m.user_id
           AND s.last_active_at > ${parameter(last_active_after)}::timestamptz)`,
    );
  }
  // Compared with in an expression, these are read once a statement, into a table of their own.
  if (region_codes !== undefined) {
    conditions.push(
      `(SELECT p.region_code IN ${regionsWithin(parameter(region_codes))} FROM user_profiles p
         WHERE p.tenant_id = $1 AND p.user_id = m.user_id)`,
    );
  }
  if (unit_ids !== undefined) {
    conditions.push(
      `(SELECT bool_or(o.unit_id IN ${unitsWithin('$1', parameter(unit_ids))}) FROM organization_unit_members o
         WHERE o.tenant_id = $1 AND o.user_id = m.user_id)`,
    );
  }
  if (has_push !== undefined) {
    conditions.push(
      `coalesce((SELECT bool_or(d.push_enabled) FROM devices d
         WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.user_id = m.user_id), false) = ${parameter(has_push)}::boolean`,
    );
  }
  if (app_versions !== undefined) conditions.push(versionCondition(app_versions, parameter));
  return conditions;
}

/**
 * Of the device that was used last, as lists of devices tell it: by its sessions, too. What is sorted stands behind a
 * fence, or the planner might read it in the order of an index by time, of everybody.
 */
function versionCondition({ gte, lt }: VersionRange, parameter: Parameter): string {
  const bounds = [
    ...(gte === undefined ? [] : [`compare_version_names(l.app_version, ${parameter(gte)}) >= 0`]),
    ...(lt === undefined ? [] : [`compare_version_names(l.app_version, ${parameter(lt)}) < 0`]),
  ];
  return `(SELECT ${bounds.join(' AND ')}
     FROM (SELECT d.id, d.app_version, greatest(d.last_seen_at, (
                    SELECT max(s.last_active_at) FROM (
                      SELECT last_active_at FROM sessions WHERE tenant_id = $1 AND device_id = d.id OFFSET 0) s)) AS used_at
             FROM devices d
            WHERE d.tenant_id = $1 AND d.app_id = $2 AND d.user_id = m.user_id OFFSET 0) l
    ORDER BY l.used_at DESC, l.id DESC LIMIT 1)`;
}

/** Each channel is a choice of its own. */
function optedIn(channels: readonly Channel[]): string {
  const chosen = CHANNELS.filter((channel) => channels.includes(channel)).map((channel) => `p.${channel} IS TRUE`);
  return `coalesce((
  SELECT ${chosen.join(' OR ')} FROM notification_preferences p
   WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.user_id = m.user_id AND p.message_type = 'marketing'), false)`;
}
