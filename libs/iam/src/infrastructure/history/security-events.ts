import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { type EventPage, type EventPageRequest, EventPages, MOMENT } from './event-pages';

export const SECURITY_EVENT_TYPES = [
  'account_deletion_cancelled',
  'account_deletion_requested',
  'api_client_authentication_failed',
  'device_removed',
  'identifier_added',
  'identifier_removed',
  'mfa_disabled',
  'mfa_enabled',
  'new_device_login',
  'password_changed',
  'password_reset',
  'refresh_token_reused',
  'session_revoked',
  'sessions_revoked',
  'step_up_verified',
] as const;
export type SecurityEventType = (typeof SECURITY_EVENT_TYPES)[number];

export interface SecurityEvent {
  readonly tenantId: string;
  /** Null for events that concern the account at every App. */
  readonly appId: string | null;
  readonly userId: string;
  readonly type: SecurityEventType;
  /** The session that was ended or opened; otherwise the acting one. */
  readonly sessionId: string | null;
  /** Null unless the owner acted: an administrator's address is private. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A security event as the owner of the account sees it. */
export interface SecurityEventView {
  readonly id: string;
  readonly type: SecurityEventType;
  readonly occurredAt: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly sessionId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The events of an account that its owner may want to know about. */
@Injectable()
export class SecurityEvents {
  constructor(
    private readonly database: Database,
    private readonly pages: EventPages,
  ) {}

  /** Writes in the transaction of the event itself, with its commit. @returns the id. */
  async record(event: SecurityEvent): Promise<string> {
    const id = newId();
    await this.database.withCommit(
      `INSERT INTO security_events (tenant_id, id, app_id, user_id, type, session_id, ip, user_agent, details)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        event.tenantId,
        id,
        event.appId,
        event.userId,
        event.type,
        event.sessionId,
        event.ip,
        event.userAgent,
        JSON.stringify(event.details),
      ],
    );
    return id;
  }

  /**
   * A user's events at an App and those at no particular App, newest first.
   *
   * @throws ValidationFailedError for a cursor of another list.
   */
  async list(
    { tenantId, appId, userId }: { tenantId: string; appId: string; userId: string },
    request: EventPageRequest,
  ): Promise<EventPage<SecurityEventView>> {
    return this.pages.page(['security-events', tenantId, appId, userId], request, ([moment, id], count) =>
      this.database.read<SecurityEventView & { moment: string }>(
        tenantId,
        `SELECT e.id, e.type, e.occurred_at AS "occurredAt", host(e.ip) AS ip, e.user_agent AS "userAgent",
                e.session_id AS "sessionId", e.details, ${MOMENT}
           FROM security_events e
          WHERE e.tenant_id = $1 AND e.user_id = $3 AND (e.app_id = $2 OR e.app_id IS NULL)
            AND (e.occurred_at, e.id) < ($4::timestamptz, $5::uuid)
          ORDER BY e.occurred_at DESC, e.id DESC LIMIT $6`,
        [tenantId, appId, userId, moment, id, count],
      ),
    );
  }
}
