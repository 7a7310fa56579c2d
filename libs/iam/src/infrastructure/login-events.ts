import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId } from '@libs/kernel';

export type LoginMethod = 'password' | 'sms_code' | 'email_otp';

export interface LoginFailure {
  readonly tenantId: string;
  readonly appId: string | null;
  /** Null when no account has the identifier: the attempt is kept all the same. */
  readonly userId: string | null;
  readonly identifierKey: Buffer;
  readonly method: LoginMethod;
  readonly reason: string;
  readonly ip: string;
  readonly userAgent: string | null;
}

/** The record of sign-ins. Successes are written with the session that they open. */
@Injectable()
export class LoginEvents {
  constructor(private readonly database: Database) {}

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
}
