import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, changeTrigger, execute, grant, tenantWall } from './support/tables';

/** For lists across users. Built concurrently: people sign in all the time. */
const INDEXES: Readonly<Record<string, string>> = {
  sessions_online_at_app: 'sessions (tenant_id, app_id, last_active_at DESC, id DESC) WHERE revoked_at IS NULL',
  login_events_newest: 'login_events (tenant_id, occurred_at DESC, id DESC)',
  login_events_at_app: 'login_events (tenant_id, app_id, occurred_at DESC, id DESC)',
  login_events_failure: `login_events (tenant_id, occurred_at DESC, id DESC) WHERE result = 'failure'`,
  security_events_newest: 'security_events (tenant_id, occurred_at DESC, id DESC)',
  security_events_at_app: 'security_events (tenant_id, app_id, occurred_at DESC, id DESC)',
  security_events_of_type: 'security_events (tenant_id, type, occurred_at DESC, id DESC)',
};

/** Requests that take effect once, and sessions across users. See docs/decisions/0062. */
export class IdempotencyKeys1763712000046 implements MigrationInterface {
  /** Concurrent index builds run outside a transaction, so every step must be repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE IF EXISTS idempotency_keys', ...KEYS]);
    await execute(runner, ['DROP TABLE IF EXISTS session_cutoffs', ...CUTOFFS]);
    await execute(runner, buildConcurrently(INDEXES));
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      ...Object.keys(INDEXES).map((name) => `DROP INDEX IF EXISTS ${name}`),
      'DROP TABLE IF EXISTS session_cutoffs',
      'DROP TABLE IF EXISTS idempotency_keys',
    ]);
  }
}

const KEYS = [
  `CREATE TABLE idempotency_keys (
     tenant_id uuid NOT NULL,
     -- A user or an API client.
     caller_id uuid NOT NULL,
     -- SHA-256 of the key with the operation that it was sent to.
     id bytea NOT NULL,
     -- SHA-256 of the body, encrypted.
     sealed_body_hash text NOT NULL,
     -- Which of the requests with the key runs, and until when it is believed to.
     run_id uuid NOT NULL,
     leased_until timestamptz NOT NULL,
     -- The first answer, encrypted; null while the request runs.
     answer text,
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, caller_id, id)
   )`,
  `CREATE INDEX idempotency_keys_age ON idempotency_keys (expires_at)`,
  ...tenantWall('idempotency_keys'),
  grant('idempotency_keys', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

const CUTOFFS = [
  // Sessions at the App that are not younger have ended, whether or not their rows say so yet.
  `CREATE TABLE session_cutoffs (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     revoked_at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, app_id),
     FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id)
   )`,
  ...tenantWall('session_cutoffs'),
  grant('session_cutoffs', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  changeTrigger('session_cutoffs', 'app', 'app_id'),
];
