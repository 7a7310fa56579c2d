import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, PersonalData } from '@libs/foundation';

/** By way of the memberships, whose order those tables have. */
const OF_USER = `tenant_id = $1 AND user_id = $2
  AND app_id IN (SELECT m.app_id FROM app_memberships m WHERE m.tenant_id = $1 AND m.user_id = $2)`;

/** A user's choices, for the export of all data stored about the user. Defaults are not stored. */
@Injectable()
export class PersonalPreferences implements OnModuleInit {
  constructor(
    private readonly personalData: PersonalData,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    const { personalData } = this;
    personalData.register({
      name: 'notification_preferences',
      read: (tenantId, userId) =>
        this.rows(
          tenantId,
          userId,
          `SELECT app_id, message_type, in_app, push, email FROM notification_preferences
            WHERE ${OF_USER} ORDER BY app_id, message_type`,
        ),
    });
    personalData.register({
      name: 'notification_quiet_hours',
      read: (tenantId, userId) =>
        this.rows(
          tenantId,
          userId,
          `SELECT app_id, enabled, to_char(starts_at, 'HH24:MI') AS start, to_char(ends_at, 'HH24:MI') AS "end", time_zone
             FROM notification_quiet_hours WHERE ${OF_USER} ORDER BY app_id`,
        ),
    });
  }

  private async *rows(tenantId: string, userId: string, statement: string): AsyncGenerator<object[], void, void> {
    yield await this.database.read(tenantId, statement, [tenantId, userId]);
  }
}
