import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { Identifier } from '../../domain/accounts/login-identifier';
import type { SecurityEventType } from '../../domain/history/account-events';

/** A security event with the facts for its mail. */
export interface SecurityNotice {
  readonly type: SecurityEventType;
  readonly occurredAt: Date;
  readonly ip: string | null;
  readonly platform: string | null;
  readonly model: string | null;
  /** That the event added, as long as the account has it. */
  readonly identifier: Identifier | null;
  /** Events of this type in the hour up to and including this one. */
  readonly inHour: number;
}

@Injectable()
export class SecurityNotices {
  constructor(private readonly database: Database) {}

  /** Null when the event is gone. */
  async find(tenantId: string, eventId: string): Promise<SecurityNotice | null> {
    return this.database.readOne<SecurityNotice & Record<string, unknown>>(
      tenantId,
      `SELECT e.type, e.occurred_at AS "occurredAt", host(e.ip) AS ip,
              coalesce(e.details ->> 'platform', d.platform) AS platform, coalesce(e.details ->> 'model', d.model) AS model,
              (SELECT jsonb_build_object('type', i.type, 'value', i.value) FROM login_identifiers i
                WHERE i.tenant_id = e.tenant_id AND i.user_id = e.user_id
                  AND i.id::text = e.details ->> 'identifier_id') AS identifier,
              (SELECT count(*)::int FROM security_events p
                WHERE p.tenant_id = e.tenant_id AND p.user_id = e.user_id AND p.type = e.type
                  AND (p.occurred_at, p.id) <= (e.occurred_at, e.id)
                  AND p.occurred_at > e.occurred_at - interval '1 hour') AS "inHour"
         FROM security_events e
         LEFT JOIN sessions s ON s.tenant_id = e.tenant_id AND s.id = e.session_id
         LEFT JOIN devices d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
        WHERE e.tenant_id = $1 AND e.id = $2`,
      [tenantId, eventId],
    );
  }
}
