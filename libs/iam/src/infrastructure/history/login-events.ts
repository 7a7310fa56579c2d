import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';
import type { LoginMethod } from '../../domain/accounts/login-identifier';
import { type EventPage, type EventPageRequest, EventPages, MOMENT } from './event-pages';

export const LOGIN_RESULTS = ['success', 'failure'] as const;

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

/** An attempt to sign in, as the owner of the account sees it. */
export interface LoginEvent {
  readonly id: string;
  readonly occurredAt: Date;
  readonly result: (typeof LOGIN_RESULTS)[number];
  readonly method: LoginMethod;
  /** Why it failed. */
  readonly reason: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly deviceId: string | null;
}

/** The record of sign-ins. Successes are written with the session they open. */
@Injectable()
export class LoginEvents {
  constructor(
    private readonly database: Database,
    private readonly pages: EventPages,
  ) {}

  async recordFailure(failure: LoginFailure): Promise<void> {
    await this.database.write(
      failure.tenantId,
      `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, reason, ip, user_agent)
       VALUES ($1, $2, $3, $4, $5, 'failure', $6, $7, $8, $9)`,
      [
        failure.tenantId,
        newId(),
        failure.appId,
        failure.userId,
        failure.identifierKey,
        failure.method,
        failure.reason,
        failure.ip,
        failure.userAgent,
      ],
    );
  }

  /** A user's events at an App, newest first. @throws ValidationFailedError for a cursor of another list. */
  async list(
    { tenantId, appId, userId }: { tenantId: string; appId: string; userId: string },
    request: EventPageRequest,
  ): Promise<EventPage<LoginEvent>> {
    return this.pages.page(['login-events', tenantId, appId, userId], request, ([moment, id], count) =>
      this.database.read<LoginEvent & { moment: string }>(
        tenantId,
        `SELECT e.id, e.occurred_at AS "occurredAt", e.result, e.method, e.reason, host(e.ip) AS ip,
                e.user_agent AS "userAgent", e.device_id AS "deviceId", ${MOMENT}
           FROM login_events e
          WHERE e.tenant_id = $1 AND e.user_id = $3 AND e.app_id = $2
            AND (e.occurred_at, e.id) < ($4::timestamptz, $5::uuid)
          ORDER BY e.occurred_at DESC, e.id DESC LIMIT $6`,
        [tenantId, appId, userId, moment, id, count],
      ),
    );
  }
}
