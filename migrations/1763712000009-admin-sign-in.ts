import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

export class AdminSignIn1763712000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Opened for a user who has to set up a second factor before anything else.
      `ALTER TABLE sessions ADD COLUMN mfa_enrolment boolean NOT NULL DEFAULT false`,

      `CREATE TABLE user_totp (
         tenant_id uuid NOT NULL,
         user_id uuid NOT NULL,
         sealed_secret text NOT NULL,
         confirmed_at timestamptz,
         last_step bigint,
         created_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, user_id),
         FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
       )`,
      ...tenantWall('user_totp'),
      grant('user_totp', ALL),

      `CREATE TABLE recovery_codes (
         tenant_id uuid NOT NULL,
         user_id uuid NOT NULL,
         code_hash bytea NOT NULL,
         used_at timestamptz,
         PRIMARY KEY (tenant_id, user_id, code_hash),
         FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
       )`,
      ...tenantWall('recovery_codes'),
      grant('recovery_codes', ALL),

      // A sign-in with the right password that waits for the second factor.
      `CREATE TABLE mfa_challenges (
         tenant_id uuid NOT NULL,
         token_hash bytea NOT NULL,
         user_id uuid NOT NULL,
         identifier_key bytea NOT NULL,
         expires_at timestamptz NOT NULL,
         consumed_at timestamptz,
         PRIMARY KEY (tenant_id, token_hash),
         FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
       )`,
      `CREATE INDEX mfa_challenges_age ON mfa_challenges (expires_at)`,
      ...tenantWall('mfa_challenges'),
      grant('mfa_challenges', ALL),

      // Mailed links. The token is derived from the row: no table holds one.
      `CREATE TABLE account_links (
         tenant_id uuid NOT NULL,
         id uuid NOT NULL,
         user_id uuid NOT NULL,
         purpose text NOT NULL CHECK (purpose IN ('invitation', 'password_reset')),
         key_id text NOT NULL,
         seed bytea NOT NULL,
         created_at timestamptz NOT NULL DEFAULT now(),
         expires_at timestamptz NOT NULL,
         used_at timestamptz,
         PRIMARY KEY (tenant_id, id),
         FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
       )`,
      `CREATE INDEX account_links_user ON account_links (tenant_id, user_id, purpose, created_at)`,
      `CREATE INDEX account_links_age ON account_links (expires_at)`,
      ...tenantWall('account_links'),
      grant('account_links', ALL),

      // Requests for a reset, stored before it is known whether the account exists: a worker checks that afterwards.
      `CREATE TABLE password_reset_requests (
         tenant_id uuid NOT NULL,
         id uuid NOT NULL,
         email text NOT NULL,
         locale text NOT NULL,
         created_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, id)
       )`,
      `CREATE INDEX password_reset_requests_age ON password_reset_requests (created_at)`,
      ...tenantWall('password_reset_requests'),
      grant('password_reset_requests', ALL),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE password_reset_requests',
      'DROP TABLE account_links',
      'DROP TABLE mfa_challenges',
      'DROP TABLE recovery_codes',
      'DROP TABLE user_totp',
      'ALTER TABLE sessions DROP COLUMN mfa_enrolment',
    ]);
  }
}
