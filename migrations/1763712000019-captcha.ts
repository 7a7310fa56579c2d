import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

export class Captcha1763712000019 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Both tables live for minutes. Unlogged they cost no flush to disk; a crash of PostgreSQL empties them, and then
      // every challenge is invalid. A foreign key would lock the row of the App with each insertion.

      // Token, requester and purpose are stored as hashes only, and the pictures not at all.
      `CREATE UNLOGGED TABLE captcha_challenges (
         tenant_id uuid NOT NULL,
         id uuid NOT NULL,
         app_id uuid NOT NULL,
         scene text NOT NULL CHECK (scene IN ('login', 'registration', 'password_reset', 'identifier_verify', 'step_up')),
         type text NOT NULL CHECK (type IN ('click', 'slide', 'drag', 'rotate')),
         level text NOT NULL CHECK (level IN ('easy', 'standard', 'hard')),
         token_hash bytea NOT NULL,
         key_id text NOT NULL,
         scope_hash bytea NOT NULL,
         installation_key bytea NOT NULL,
         answer jsonb NOT NULL,
         issued_at timestamptz NOT NULL DEFAULT now(),
         expires_at timestamptz NOT NULL,
         consumed_at timestamptz,
         PRIMARY KEY (tenant_id, id)
       )`,
      `CREATE INDEX captcha_challenges_open ON captcha_challenges (tenant_id, installation_key, issued_at, id)
         WHERE consumed_at IS NULL`,
      `CREATE INDEX captcha_challenges_age ON captcha_challenges (expires_at)`,
      ...tenantWall('captcha_challenges'),
      grant('captcha_challenges', ALL),

      // The last requested challenges and failed proofs, newest first, under a keyed hash of the installation alone,
      // and of the installation at an address.
      `CREATE UNLOGGED TABLE captcha_counters (
         tenant_id uuid NOT NULL,
         key bytea NOT NULL,
         issued_at timestamptz[] NOT NULL DEFAULT '{}',
         failed_at timestamptz[] NOT NULL DEFAULT '{}',
         expires_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, key)
       )`,
      `CREATE INDEX captcha_counters_age ON captcha_counters (expires_at)`,
      ...tenantWall('captcha_counters'),
      grant('captcha_counters', ALL),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE captcha_counters', 'DROP TABLE captcha_challenges']);
  }
}
