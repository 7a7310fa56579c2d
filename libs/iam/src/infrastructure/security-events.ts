import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';

export interface SecurityEvent {
  readonly tenantId: string;
  readonly appId: string | null;
  readonly userId: string;
  readonly type:
    'mfa_disabled' | 'mfa_enabled' | 'password_changed' | 'password_reset' | 'refresh_token_reused' | 'session_revoked';
  readonly sessionId: string | null;
  readonly ip: string;
  readonly userAgent: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What the owner of an account may want to know. Written in the transaction of what happened. */
@Injectable()
export class SecurityEvents {
  constructor(private readonly database: Database) {}

  async record(event: SecurityEvent): Promise<void> {
    await this.database.query(
      `INSERT INTO security_events (tenant_id, id, app_id, user_id, type, session_id, ip, user_agent, details)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        event.tenantId,
        newId(),
        event.appId,
        event.userId,
        event.type,
        event.sessionId,
        event.ip,
        event.userAgent,
        JSON.stringify(event.details),
      ],
    );
  }
}
