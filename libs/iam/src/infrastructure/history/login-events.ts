import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import type { LoginMethod } from '../../domain/accounts/login-identifier';
import { type LoginEvent, loginEvent } from '../../domain/history/account-events';
import { type EventOwner, type EventPage, eventPage, type EventPageRequest, EventPages } from './event-pages';

export interface LoginFailure {
  readonly tenantId: string;
  readonly appId: string | null;
  /** Null when no account has the identifier: the attempt is recorded all the same. */
  readonly userId: string | null;
  readonly identifierKey: Buffer;
  readonly method: LoginMethod;
  readonly reason: string;
  readonly ip: string;
  readonly userAgent: string | null;
}

const PAGE = eventPage('login_events', loginEvent, 'e.app_id = $2');

/** The record of sign-ins. Successes are written with the session they open. */
@Injectable()
export class LoginEvents {
  constructor(
    private readonly database: Database,
    private readonly pages: EventPages,
  ) {}

  async recordFailure(failure: LoginFailure): Promise<void> {
    const { tenantId, appId, userId, identifierKey, method, reason, ip, userAgent } = failure;
    await this.database.write(
      tenantId,
      `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, reason, ip, user_agent)
       VALUES ($1, $2, $3, $4, $5, 'failure', $6, $7, $8, $9)`,
      [tenantId, newId(), appId, userId, identifierKey, method, reason, ip, userAgent],
    );
  }

  /** A user's events at an App, newest first. @throws ValidationFailedError for a cursor of another list. */
  list(owner: EventOwner, request: EventPageRequest): Promise<EventPage<LoginEvent>> {
    return this.pages.page('login-events', owner, request, PAGE);
  }
}
