import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { securityEvent, type SecurityEventType, type SecurityEventView } from '../../domain/history/account-events';
import { type EventOwner, type EventPage, eventPage, type EventPageRequest, EventPages } from './event-pages';

export interface SecurityEvent {
  readonly tenantId: string;
  /** Null for events that concern the account at every App. */
  readonly appId: string | null;
  /** Null for what an administrator did at an App, to all: no owner reads it. */
  readonly userId: string | null;
  readonly type: SecurityEventType;
  /** The session that was ended or opened; otherwise the acting one. */
  readonly sessionId: string | null;
  /** Null unless the owner acted: an administrator's address is private. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const PAGE = eventPage('security_events', securityEvent, '(e.app_id = $2 OR e.app_id IS NULL)');

/** The events of an account that its owner may want to know about. */
@Injectable()
export class SecurityEvents {
  constructor(
    private readonly database: Database,
    private readonly pages: EventPages,
  ) {}

  /** Writes in the transaction of the event itself, with its commit. @returns the id. */
  async record(event: SecurityEvent): Promise<string> {
    const { tenantId, appId, userId, type, sessionId, ip, userAgent, details } = event;
    const id = newId();
    await this.database.withCommit(
      `INSERT INTO security_events (tenant_id, id, app_id, user_id, type, session_id, ip, user_agent, details)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [tenantId, id, appId, userId, type, sessionId, ip, userAgent, JSON.stringify(details)],
    );
    return id;
  }

  /**
   * A user's events at an App and those at no particular App, newest first.
   *
   * @throws ValidationFailedError for a cursor of another list.
   */
  list(owner: EventOwner, request: EventPageRequest): Promise<EventPage<SecurityEventView>> {
    return this.pages.page('security-events', owner, request, PAGE);
  }
}
