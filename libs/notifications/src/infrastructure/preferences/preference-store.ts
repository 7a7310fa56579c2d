import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import {
  type ChannelChoices,
  NotificationPreferences,
  type NotificationType,
  type QuietHours,
} from '../../domain/preferences/notification-preferences';

/** A member of an App: the user and the App. */
export interface Membership {
  readonly tenantId: string;
  readonly appId: string;
  readonly userId: string;
}

interface ChoiceRow {
  message_type: NotificationType;
  in_app: boolean | null;
  push: boolean | null;
  email: boolean | null;
}

interface PreferencesRow {
  choices: ChoiceRow[];
  quiet_hours: { enabled: boolean; starts_at: string; ends_at: string; time_zone: string | null } | null;
  user_time_zone: string | null;
}

/** Preferences with the time zone of the user, which applies to quiet hours that name none. */
export interface StoredPreferences {
  readonly preferences: NotificationPreferences;
  readonly userTimeZone: string | null;
}

@Injectable()
export class PreferenceStore {
  constructor(private readonly database: Database) {}

  async read({ tenantId, appId, userId }: Membership): Promise<StoredPreferences> {
    const [row] = await this.database.read<PreferencesRow>(
      tenantId,
      `SELECT coalesce((
                SELECT json_agg(p) FROM notification_preferences p
                 WHERE p.tenant_id = $1 AND p.app_id = $2 AND p.user_id = $3), '[]') AS choices,
              (SELECT to_json(q) FROM notification_quiet_hours q
                WHERE q.tenant_id = $1 AND q.app_id = $2 AND q.user_id = $3) AS quiet_hours,
              (SELECT time_zone FROM users WHERE tenant_id = $1 AND id = $3) AS user_time_zone`,
      [tenantId, appId, userId],
    );
    const { choices = [], quiet_hours: quiet = null, user_time_zone: userTimeZone = null } = row ?? {};
    return { preferences: new NotificationPreferences(choicesOf(choices), quiet && quietHoursOf(quiet)), userTimeZone };
  }

  /** Prevents other changes of the member's preferences until the end of the current transaction. */
  async lock({ appId, userId }: Membership): Promise<void> {
    await this.database.query(
      `SELECT pg_advisory_xact_lock(hashtextextended('notification preferences ' || $1::text || $2::text, 0))`,
      [appId, userId],
    );
  }

  /** In the current transaction. @throws ResourceConflictError when the membership has ended. */
  async save({ tenantId, appId, userId }: Membership, preferences: NotificationPreferences): Promise<void> {
    const { choices, quietHours } = preferences.kept;
    const rows = Object.entries(choices).map(([message_type, chosen]) => ({ message_type, ...chosen }));
    const scope = [tenantId, appId, userId];
    await this.database.query(
      'DELETE FROM notification_preferences WHERE tenant_id = $1 AND app_id = $2 AND user_id = $3',
      scope,
    );
    await this.database.query(
      `INSERT INTO notification_preferences (tenant_id, app_id, user_id, message_type, in_app, push, email)
       SELECT $1, $2, $3, message_type, in_app, push, email
         FROM json_to_recordset($4) AS chosen (message_type text, in_app boolean, push boolean, email boolean)`,
      [...scope, JSON.stringify(rows)],
    );
    await this.saveQuietHours(scope, quietHours);
  }

  private async saveQuietHours(scope: readonly string[], quietHours: QuietHours | null): Promise<void> {
    if (quietHours === null) {
      await this.database.query(
        'DELETE FROM notification_quiet_hours WHERE tenant_id = $1 AND app_id = $2 AND user_id = $3',
        [...scope],
      );
      return;
    }
    const { enabled, start, end, timeZone } = quietHours;
    await this.database.query(
      `INSERT INTO notification_quiet_hours (tenant_id, app_id, user_id, enabled, starts_at, ends_at, time_zone)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (tenant_id, app_id, user_id) DO UPDATE
         SET enabled = excluded.enabled, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
             time_zone = excluded.time_zone`,
      [...scope, enabled, start, end, timeZone],
    );
  }
}

function choicesOf(rows: readonly ChoiceRow[]): ChannelChoices {
  return Object.fromEntries(
    rows.map(({ message_type, in_app, push, email }) => [
      message_type,
      Object.fromEntries(Object.entries({ in_app, push, email }).filter(([, value]) => value !== null)),
    ]),
  );
}

/** The database's times include seconds. */
function quietHoursOf(quiet: NonNullable<PreferencesRow['quiet_hours']>): QuietHours {
  const [start, end] = [quiet.starts_at, quiet.ends_at].map((time) => time.slice(0, 5)) as [string, string];
  return { enabled: quiet.enabled, start, end, timeZone: quiet.time_zone };
}
