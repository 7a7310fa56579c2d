import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, personal } from './support/tables';

export class UnconfirmedRegistrations1763712000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Which installation asked, where it said so. A keyed hash, of another key for every address.
      'ALTER TABLE otp_requests ADD COLUMN device_key_hash bytea',
      ...personal('otp_requests', ['device_key_hash']),
      // All that was asked for with one address.
      'CREATE INDEX otp_requests_recipient ON otp_requests (tenant_id, recipient, app_id, created_at)',

      // Addresses that nobody has proved to own, by age: whoever never does is removed.
      'CREATE INDEX login_identifiers_unverified ON login_identifiers (created_at) WHERE verified_at IS NULL',

      // When it was settled that a code by SMS may go out, so that another attempt does not count it again.
      'ALTER TABLE otp_challenges ADD COLUMN admitted_at timestamptz',
      // How many of an App's codes went to numbers without an account, in the day that began at that moment.
      `ALTER TABLE sms_days
         ADD COLUMN without_account integer NOT NULL DEFAULT 0,
         ADD COLUMN without_account_since timestamptz`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'ALTER TABLE sms_days DROP COLUMN without_account_since, DROP COLUMN without_account',
      'ALTER TABLE otp_challenges DROP COLUMN admitted_at',
      'DROP INDEX login_identifiers_unverified',
      'DROP INDEX otp_requests_recipient',
      'ALTER TABLE otp_requests DROP COLUMN device_key_hash',
    ]);
  }
}
