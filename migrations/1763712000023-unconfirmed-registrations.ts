import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute, personal } from './support/tables';

/** Built concurrently: codes are requested all the time. */
const INDEXES: Readonly<Record<string, string>> = {
  // All requests made with one address.
  otp_requests_recipient: 'otp_requests (tenant_id, recipient, app_id, created_at)',
  // Unproven addresses, by age: those that are never proven are removed.
  login_identifiers_unverified: 'login_identifiers (created_at) WHERE verified_at IS NULL',
};

export class UnconfirmedRegistrations1763712000023 implements MigrationInterface {
  /** Concurrent index builds run outside a transaction, so every step must be repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // The installation that asked, if it named itself. A keyed hash, with a different key for every address.
      'ALTER TABLE otp_requests ADD COLUMN IF NOT EXISTS device_key_hash bytea',
      ...personal('otp_requests', ['device_key_hash']),
      // When a code by SMS was admitted, so that another attempt does not count it again.
      'ALTER TABLE otp_challenges ADD COLUMN IF NOT EXISTS admitted_at timestamptz',
      // How many of an App's codes went to numbers without an account, in the day that began at that time.
      `ALTER TABLE sms_days
         ADD COLUMN IF NOT EXISTS without_account integer NOT NULL DEFAULT 0,
         ADD COLUMN IF NOT EXISTS without_account_since timestamptz`,
      ...buildConcurrently(INDEXES),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      ...Object.keys(INDEXES).map((name) => `DROP INDEX IF EXISTS ${name}`),
      'ALTER TABLE sms_days DROP COLUMN IF EXISTS without_account_since, DROP COLUMN IF EXISTS without_account',
      'ALTER TABLE otp_challenges DROP COLUMN IF EXISTS admitted_at',
      'ALTER TABLE otp_requests DROP COLUMN IF EXISTS device_key_hash',
    ]);
  }
}
