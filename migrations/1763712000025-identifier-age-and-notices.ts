import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, personal, tenantWall } from './support/tables';

const STEP_UP_CHECK = `
  CASE purpose
    WHEN 'step_up' THEN
      num_nulls(user_id, session_id, step_up_purpose, step_up_resource) = 0 AND stepped_up_at IS NULL
    WHEN 'identifier_verify' THEN
      num_nonnulls(step_up_purpose, step_up_resource) = 0 AND (stepped_up_at IS NULL OR session_id IS NOT NULL)
    ELSE num_nonnulls(session_id, step_up_purpose, step_up_resource, stepped_up_at) = 0 END`;

export class IdentifierAgeAndNotices1763712000025 implements MigrationInterface {
  /** A constraint is validated without its lock, outside a transaction, so every step must be repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // The code of an addition also belongs to the session that asked for it. The previous version writes none.
      `ALTER TABLE otp_challenges
         ADD COLUMN IF NOT EXISTS stepped_up_at timestamptz,
         DROP CONSTRAINT IF EXISTS otp_challenges_step_up,
         ADD CONSTRAINT otp_challenges_step_up CHECK (${STEP_UP_CHECK}) NOT VALID`,
      'ALTER TABLE otp_challenges VALIDATE CONSTRAINT otp_challenges_step_up',

      // Notices of changes to an account, for each of the identifiers that the account had before, including a removed
      // one: so the address is stored here and not in the message, until it is delivered.
      'DROP TABLE IF EXISTS account_change_notices',
      `CREATE TABLE account_change_notices (
         tenant_id uuid NOT NULL,
         id uuid NOT NULL,
         user_id uuid NOT NULL,
         app_id uuid,
         event_id uuid NOT NULL,
         channel text NOT NULL CHECK (channel IN ('email', 'sms')),
         recipient text NOT NULL,
         changed_identifier text,
         locale text NOT NULL,
         budgeted_at timestamptz,
         created_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, id),
         FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
       )`,
      `CREATE INDEX account_change_notices_user ON account_change_notices (tenant_id, user_id)`,
      `CREATE INDEX account_change_notices_age ON account_change_notices (created_at)`,
      ...personal('account_change_notices', ['recipient', 'changed_identifier']),
      ...tenantWall('account_change_notices'),
      grant('account_change_notices', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE IF EXISTS account_change_notices',
      `SELECT set_config('app.system', 'on', false)`,
      // Without a session nothing would tie them to the requester: they must not be answered.
      `DELETE FROM otp_challenges WHERE purpose = 'identifier_verify' AND session_id IS NOT NULL`,
      `SELECT set_config('app.system', '', false)`,
      `ALTER TABLE otp_challenges
         DROP CONSTRAINT IF EXISTS otp_challenges_step_up,
         DROP COLUMN IF EXISTS stepped_up_at,
         ADD CONSTRAINT otp_challenges_step_up CHECK (
           CASE WHEN purpose = 'step_up' THEN num_nulls(user_id, session_id, step_up_purpose, step_up_resource) = 0
                ELSE num_nonnulls(session_id, step_up_purpose, step_up_resource) = 0 END)`,
    ]);
  }
}
