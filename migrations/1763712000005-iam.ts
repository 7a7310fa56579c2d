import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

export class Iam1763712000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [...ACCOUNTS, ...ONE_TIME_PASSWORDS, ...SESSIONS, ...RECORDS]);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = [
      'security_events',
      'login_events',
      'login_throttles',
      'refresh_tokens',
      'sessions',
      'devices',
      'otp_limits',
      'otp_challenges',
      'otp_requests',
      'user_roles',
      'roles',
      'app_memberships',
      'login_identifiers',
      'users',
    ];
    await execute(
      runner,
      tables.map((table) => `DROP TABLE ${table}`),
    );
  }
}

const ACCOUNTS = [
  `CREATE TABLE users (
     tenant_id uuid NOT NULL REFERENCES tenants (id),
     id uuid NOT NULL,
     display_name text,
     status text NOT NULL CHECK (status IN ('active', 'disabled', 'deleted')),
     locale text,
     time_zone text,
     password_hash text,
     password_changed_at timestamptz,
     lock_version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id)
   )`,
  ...tenantWall('users'),
  grant('users', ALL),

  `CREATE TABLE login_identifiers (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     user_id uuid NOT NULL,
     type text NOT NULL CHECK (type IN ('email', 'mobile')),
     value text NOT NULL,
     verified_at timestamptz,
     is_primary boolean NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     CONSTRAINT login_identifiers_value_key UNIQUE (tenant_id, type, value),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
   )`,
  `CREATE INDEX login_identifiers_user ON login_identifiers (tenant_id, user_id)`,
  ...tenantWall('login_identifiers'),
  grant('login_identifiers', ALL),

  `CREATE TABLE app_memberships (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     user_id uuid NOT NULL,
     status text NOT NULL CHECK (status IN ('pending_verification', 'active', 'suspended')),
     joined_at timestamptz,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, app_id, user_id),
     FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
   )`,
  `CREATE INDEX app_memberships_user ON app_memberships (tenant_id, user_id)`,
  ...tenantWall('app_memberships'),
  grant('app_memberships', ALL),

  `CREATE TABLE roles (
     tenant_id uuid NOT NULL REFERENCES tenants (id),
     code text NOT NULL,
     name text NOT NULL,
     permissions text[] NOT NULL,
     built_in boolean NOT NULL,
     lock_version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, code)
   )`,
  ...tenantWall('roles'),
  grant('roles', ALL),

  `CREATE TABLE user_roles (
     tenant_id uuid NOT NULL,
     user_id uuid NOT NULL,
     role_code text NOT NULL,
     PRIMARY KEY (tenant_id, user_id, role_code),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
     FOREIGN KEY (tenant_id, role_code) REFERENCES roles (tenant_id, code)
   )`,
  `CREATE INDEX user_roles_role ON user_roles (tenant_id, role_code)`,
  ...tenantWall('user_roles'),
  grant('user_roles', ALL),
];

const ONE_TIME_PASSWORDS = [
  // Requests for codes, stored before it is known whether the account exists: a worker checks that afterwards.
  `CREATE TABLE otp_requests (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     app_id uuid NOT NULL,
     purpose text NOT NULL,
     email text NOT NULL,
     locale text NOT NULL,
     registration jsonb,
     password_hash text,
     user_id uuid,
     processed_at timestamptz,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id)
   )`,
  `CREATE INDEX otp_requests_user ON otp_requests (tenant_id, app_id, user_id, created_at) WHERE user_id IS NOT NULL`,
  `CREATE INDEX otp_requests_age ON otp_requests (created_at)`,
  ...tenantWall('otp_requests'),
  grant('otp_requests', ALL),

  `CREATE TABLE otp_challenges (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     app_id uuid NOT NULL,
     purpose text NOT NULL,
     identifier_key bytea NOT NULL,
     channel text NOT NULL CHECK (channel IN ('email', 'sms')),
     recipient text NOT NULL,
     locale text NOT NULL,
     user_id uuid NOT NULL,
     request_id uuid,
     key_id text NOT NULL,
     seed bytea NOT NULL,
     attempts integer NOT NULL DEFAULT 0,
     created_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     consumed_at timestamptz,
     superseded_at timestamptz,
     PRIMARY KEY (tenant_id, id),
     FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
   )`,
  `CREATE UNIQUE INDEX otp_challenges_one_live ON otp_challenges (tenant_id, app_id, purpose, identifier_key)
     WHERE consumed_at IS NULL AND superseded_at IS NULL`,
  `CREATE INDEX otp_challenges_user ON otp_challenges (tenant_id, user_id)`,
  `CREATE INDEX otp_challenges_age ON otp_challenges (expires_at)`,
  ...tenantWall('otp_challenges'),
  grant('otp_challenges', ALL),

  // The last sends and failed attempts, newest first, by identifier, whether or not an account has it. The key is a
  // keyed hash: no address is stored here.
  `CREATE TABLE otp_limits (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     purpose text NOT NULL,
     identifier_key bytea NOT NULL,
     sent_at timestamptz[] NOT NULL DEFAULT '{}',
     failed_at timestamptz[] NOT NULL DEFAULT '{}',
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, app_id, purpose, identifier_key)
   )`,
  `CREATE INDEX otp_limits_age ON otp_limits (expires_at)`,
  ...tenantWall('otp_limits'),
  grant('otp_limits', ALL),
];

const SESSIONS = [
  `CREATE TABLE devices (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     app_id uuid NOT NULL,
     user_id uuid NOT NULL,
     device_key uuid NOT NULL,
     platform text,
     model text,
     os_version text,
     app_version text,
     last_seen_at timestamptz NOT NULL DEFAULT now(),
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     CONSTRAINT devices_key UNIQUE (tenant_id, app_id, user_id, device_key),
     FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
   )`,
  `CREATE INDEX devices_user ON devices (tenant_id, user_id)`,
  ...tenantWall('devices'),
  grant('devices', ALL),

  `CREATE TABLE sessions (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     surface text NOT NULL CHECK (surface IN ('mobile', 'admin')),
     user_id uuid NOT NULL,
     app_id uuid,
     device_id uuid,
     login_method text NOT NULL,
     ip inet,
     user_agent text,
     created_at timestamptz NOT NULL DEFAULT now(),
     last_active_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     absolute_expires_at timestamptz NOT NULL,
     revoked_at timestamptz,
     revoke_reason text,
     PRIMARY KEY (tenant_id, id),
     CHECK ((surface = 'mobile') = (app_id IS NOT NULL)),
     FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
     FOREIGN KEY (tenant_id, device_id) REFERENCES devices (tenant_id, id)
   )`,
  `CREATE INDEX sessions_live ON sessions (tenant_id, user_id, app_id) WHERE revoked_at IS NULL`,
  `CREATE INDEX sessions_device ON sessions (tenant_id, device_id) WHERE device_id IS NOT NULL`,
  `CREATE INDEX sessions_age ON sessions (expires_at)`,
  ...tenantWall('sessions'),
  grant('sessions', ALL),

  // The hash of each token, which stays single-use for ever. The answer of a refresh is kept, sealed, for the minute of
  // a retry.
  `CREATE TABLE refresh_tokens (
     tenant_id uuid NOT NULL,
     token_hash bytea NOT NULL,
     session_id uuid NOT NULL,
     issued_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     consumed_at timestamptz,
     consumer_device_key uuid,
     idempotency_key_hash bytea,
     sealed_answer text,
     PRIMARY KEY (tenant_id, token_hash),
     FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
   )`,
  `CREATE INDEX refresh_tokens_session ON refresh_tokens (tenant_id, session_id)`,
  `CREATE INDEX refresh_tokens_age ON refresh_tokens (expires_at)`,
  `CREATE INDEX refresh_tokens_sealed ON refresh_tokens (consumed_at) WHERE sealed_answer IS NOT NULL`,
  ...tenantWall('refresh_tokens'),
  grant('refresh_tokens', ALL),
];

const RECORDS = [
  // Failures of an account or an address, and the attempts under way: those count until they are settled.
  `CREATE TABLE login_throttles (
     tenant_id uuid NOT NULL,
     key bytea NOT NULL,
     failures integer NOT NULL DEFAULT 0,
     blocked_until timestamptz,
     minute_started_at timestamptz,
     minute_failures integer NOT NULL DEFAULT 0,
     in_flight integer NOT NULL,
     in_flight_until timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, key)
   )`,
  `CREATE INDEX login_throttles_age ON login_throttles (expires_at)`,
  ...tenantWall('login_throttles'),
  grant('login_throttles', ALL),

  `CREATE TABLE login_events (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     app_id uuid,
     user_id uuid,
     identifier_key bytea NOT NULL,
     result text NOT NULL CHECK (result IN ('success', 'failure')),
     method text NOT NULL,
     reason text,
     ip inet,
     user_agent text,
     device_id uuid,
     occurred_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id)
   )`,
  `CREATE INDEX login_events_user ON login_events (tenant_id, user_id, occurred_at DESC, id DESC) WHERE user_id IS NOT NULL`,
  ...tenantWall('login_events'),
  grant('login_events', ALL),

  `CREATE TABLE security_events (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     app_id uuid,
     user_id uuid NOT NULL,
     type text NOT NULL,
     ip inet,
     user_agent text,
     session_id uuid,
     details jsonb NOT NULL DEFAULT '{}',
     occurred_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
   )`,
  `CREATE INDEX security_events_user ON security_events (tenant_id, user_id, occurred_at DESC, id DESC)`,
  ...tenantWall('security_events'),
  grant('security_events', ALL),
];
