import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

export class PasswordProofs1763712000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // The session that generated the secret of a second factor, and the password that proved it.
      `ALTER TABLE user_totp ADD COLUMN session_id uuid, ADD COLUMN password_changed_at timestamptz`,
      // The successor of a consumed token: identifies the predecessor of the live one among older ones.
      `ALTER TABLE refresh_tokens ADD COLUMN successor_hash bytea`,
      // They end with the sessions of their user.
      `CREATE INDEX mfa_challenges_user ON mfa_challenges (tenant_id, user_id)`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP INDEX mfa_challenges_user',
      'ALTER TABLE refresh_tokens DROP COLUMN successor_hash',
      'ALTER TABLE user_totp DROP COLUMN password_changed_at, DROP COLUMN session_id',
    ]);
  }
}
