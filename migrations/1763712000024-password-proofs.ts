import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

export class PasswordProofs1763712000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Whoever drew the secret of a second factor: which session, and by which password.
      `ALTER TABLE user_totp ADD COLUMN session_id uuid, ADD COLUMN password_changed_at timestamptz`,
      // What came of a consumed token: the predecessor of the live one is told from all that are older.
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
