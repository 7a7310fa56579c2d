import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, notPersonal, personal, tenantWall } from './support/tables';

/** The personal columns of earlier tables; see docs/decisions/0013. */
const PERSONAL: Readonly<Record<string, readonly string[]>> = {
  users: ['display_name', 'locale', 'time_zone', 'password_hash', 'password_changed_at'],
  login_identifiers: ['value'],
  otp_requests: ['email', 'registration', 'password_hash'],
  otp_challenges: ['recipient'],
  password_reset_requests: ['email'],
  devices: ['device_key', 'platform', 'model', 'os_version', 'app_version'],
  sessions: ['ip', 'user_agent'],
  refresh_tokens: ['consumer_device_key', 'sealed_answer'],
  login_events: ['ip', 'user_agent'],
  security_events: ['ip', 'user_agent', 'details'],
  user_totp: ['sealed_secret'],
  recovery_codes: ['code_hash'],
};

export class SelfService1763712000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      ...PICTURES,
      ...PROFILES,
      ...NOTIFICATION_PREFERENCES,
      ...Object.entries(PERSONAL).flatMap(([table, columns]) => personal(table, columns)),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      ...Object.entries(PERSONAL).flatMap(([table, columns]) => notPersonal(table, columns)),
      'DROP TABLE notification_quiet_hours',
      'DROP TABLE notification_preferences',
      'DROP TABLE user_profiles',
      'DROP TABLE pictures',
    ]);
  }
}

const PICTURES = [
  // Pictures of people, visible to anyone with the token. Administrators' files are in a table of their own.
  `CREATE TABLE pictures (
     tenant_id uuid NOT NULL REFERENCES tenants (id),
     id uuid NOT NULL,
     token text NOT NULL CONSTRAINT pictures_token_key UNIQUE CHECK (token ~ '^[A-Za-z0-9_-]{43}$'),
     media_type text NOT NULL,
     size_bytes integer NOT NULL CHECK (size_bytes > 0),
     sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
     storage_key text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     UNIQUE (tenant_id, token)
   )`,
  // Pictures of equal content may share a stored content, with each other and with files.
  `CREATE INDEX pictures_content ON pictures (tenant_id, storage_key)`,
  ...tenantWall('pictures'),
  grant('pictures', ['SELECT', 'INSERT', 'DELETE']),
  ...personal('pictures', ['token', 'sha256', 'storage_key']),
];

const PROFILES = [
  // Separate from users, which is read with every request: what is seldom read must not widen its rows. A missing row
  // means defaults throughout; so does null in a column.
  `CREATE TABLE user_profiles (
     tenant_id uuid NOT NULL,
     user_id uuid NOT NULL,
     bio text,
     gender text NOT NULL CHECK (gender IN ('unspecified', 'male', 'female', 'other')),
     birthday date CHECK (birthday >= '1900-01-01'),
     region_code text,
     avatar_token text,
     theme text CHECK (theme IN ('system', 'light', 'dark')),
     font_scale double precision CHECK (font_scale BETWEEN 0.8 AND 2.0),
     reduce_motion boolean,
     PRIMARY KEY (tenant_id, user_id),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
     FOREIGN KEY (tenant_id, avatar_token) REFERENCES pictures (tenant_id, token)
   )`,
  `CREATE INDEX user_profiles_avatar ON user_profiles (tenant_id, avatar_token) WHERE avatar_token IS NOT NULL`,
  ...tenantWall('user_profiles'),
  grant('user_profiles', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  ...personal('user_profiles', [
    'bio',
    'gender',
    'birthday',
    'region_code',
    'avatar_token',
    'theme',
    'font_scale',
    'reduce_motion',
  ]),
];

const NOTIFICATION_PREFERENCES = [
  // A member's choices, by type of message: null, or a missing row, means the default.
  `CREATE TABLE notification_preferences (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     user_id uuid NOT NULL,
     message_type text NOT NULL CHECK (message_type IN ('system', 'private', 'marketing', 'security')),
     in_app boolean CHECK (message_type = 'marketing' OR in_app),
     push boolean CHECK (message_type <> 'security' OR push),
     email boolean CHECK (message_type <> 'security' OR email),
     PRIMARY KEY (tenant_id, app_id, user_id, message_type),
     CHECK (num_nonnulls(in_app, push, email) > 0),
     FOREIGN KEY (tenant_id, app_id, user_id) REFERENCES app_memberships (tenant_id, app_id, user_id) ON DELETE CASCADE
   )`,
  ...tenantWall('notification_preferences'),
  grant('notification_preferences', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  ...personal('notification_preferences', ['in_app', 'push', 'email']),

  `CREATE TABLE notification_quiet_hours (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     user_id uuid NOT NULL,
     enabled boolean NOT NULL,
     starts_at time NOT NULL,
     ends_at time NOT NULL,
     time_zone text,
     PRIMARY KEY (tenant_id, app_id, user_id),
     CHECK (NOT enabled OR starts_at <> ends_at),
     FOREIGN KEY (tenant_id, app_id, user_id) REFERENCES app_memberships (tenant_id, app_id, user_id) ON DELETE CASCADE
   )`,
  ...tenantWall('notification_quiet_hours'),
  grant('notification_quiet_hours', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  ...personal('notification_quiet_hours', ['enabled', 'starts_at', 'ends_at', 'time_zone']),
];
