import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, Sweeps } from '@libs/foundation';
import { Transactions } from '@libs/kernel';

const BATCH = 5_000;

/**
 * What has served its time, by table: which rows go, judged by the database's clock. Unconfirmed registrations stay a
 * week, so that their owner is told to verify rather than that the password is wrong.
 */
const EXPIRED: Readonly<Record<string, string>> = {
  otp_requests: "created_at < now() - interval '7 days'",
  otp_challenges: "expires_at < now() - interval '1 day'",
  otp_limits: 'expires_at < now()',
  login_throttles: 'expires_at < now()',
  account_links: "expires_at < now() - interval '7 days'",
  mfa_challenges: 'expires_at < now()',
  password_reset_requests: "created_at < now() - interval '1 day'",
  refresh_tokens: "expires_at < now() - interval '1 day'",
};

@Injectable()
export class IamSweeper implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly transactions: Transactions,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('iam', () => this.sweep());
  }

  private async sweep(): Promise<void> {
    for (const [table, condition] of Object.entries(EXPIRED)) {
      await this.transactions.runAsSystem(() =>
        this.database.query(
          `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH}))`,
        ),
      );
    }
    // The answers kept for the minute of a retry.
    await this.transactions.runAsSystem(() =>
      this.database.query(
        `UPDATE refresh_tokens SET sealed_answer = NULL
          WHERE sealed_answer IS NOT NULL AND consumed_at < now() - interval '1 minute'`,
      ),
    );
  }
}
