import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

export class OtpJourneysStepUp1763712000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `ALTER TABLE otp_requests RENAME COLUMN email TO recipient`,
      `ALTER TABLE otp_requests ADD COLUMN identifier_type text NOT NULL DEFAULT 'email'
         CHECK (identifier_type IN ('email', 'mobile'))`,
      `ALTER TABLE otp_requests ALTER COLUMN identifier_type DROP DEFAULT`,

      // A code may precede its user. One for a step-up belongs to a session and an act.
      `ALTER TABLE otp_challenges
         ALTER COLUMN user_id DROP NOT NULL,
         ADD COLUMN session_id uuid,
         ADD COLUMN step_up_purpose text,
         ADD COLUMN step_up_resource uuid,
         ADD CONSTRAINT otp_challenges_step_up CHECK (
           CASE WHEN purpose = 'step_up' THEN num_nulls(user_id, session_id, step_up_purpose, step_up_resource) = 0
                ELSE num_nonnulls(session_id, step_up_purpose, step_up_resource) = 0 END),
         ADD CONSTRAINT otp_challenges_session_fkey
           FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE`,
      `CREATE INDEX otp_challenges_session ON otp_challenges (tenant_id, session_id) WHERE session_id IS NOT NULL`,

      // The permission that a right step-up code gives, by the hash of its token.
      `CREATE TABLE step_up_tokens (
         tenant_id uuid NOT NULL,
         token_hash bytea NOT NULL,
         user_id uuid NOT NULL,
         session_id uuid NOT NULL,
         purpose text NOT NULL,
         resource uuid NOT NULL,
         created_at timestamptz NOT NULL DEFAULT now(),
         expires_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, token_hash),
         FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
         FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
       )`,
      `CREATE INDEX step_up_tokens_user ON step_up_tokens (tenant_id, user_id)`,
      `CREATE INDEX step_up_tokens_session ON step_up_tokens (tenant_id, session_id)`,
      `CREATE INDEX step_up_tokens_age ON step_up_tokens (expires_at)`,
      ...tenantWall('step_up_tokens'),
      grant('step_up_tokens', ['SELECT', 'INSERT', 'DELETE']),

      `CREATE UNIQUE INDEX login_identifiers_one_primary ON login_identifiers (tenant_id, user_id) WHERE is_primary`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `DROP INDEX login_identifiers_one_primary`,
      `DROP TABLE step_up_tokens`,
      `DELETE FROM otp_challenges WHERE user_id IS NULL`,
      `ALTER TABLE otp_challenges
         DROP COLUMN session_id,
         DROP COLUMN step_up_purpose,
         DROP COLUMN step_up_resource,
         ALTER COLUMN user_id SET NOT NULL`,
      `DELETE FROM otp_requests WHERE identifier_type <> 'email'`,
      `ALTER TABLE otp_requests DROP COLUMN identifier_type`,
      `ALTER TABLE otp_requests RENAME COLUMN recipient TO email`,
    ]);
  }
}
