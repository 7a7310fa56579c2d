import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute, grant, tenantWall } from './support/tables';

/** What figures of a tenant are counted by, from the index alone. */
const INDEXES: Readonly<Record<string, string>> = {
  app_memberships_joined: 'app_memberships (tenant_id, joined_at) INCLUDE (app_id) WHERE joined_at IS NOT NULL',
  // A session that is alive was active within the time for which a refresh token is good. Lists of sessions follow it, too.
  sessions_active: 'sessions (tenant_id, last_active_at, id) INCLUDE (app_id, user_id, expires_at, revoked_at)',
  // Of the hours in which something was delivered: reading and opening changes no entry.
  notification_statistics_delivered:
    'notification_statistics (tenant_id, hour) INCLUDE (message_id, delivered) WHERE delivered > 0',
};

const TABLES = [
  'organization_unit_members',
  'organization_units',
  'member_activity',
  'member_activity_counts',
  'member_login_counts',
  'member_statistics_progress',
  'release_download_counts',
];

/** Organization units, and what the dashboard counts. See docs/decisions/0063. */
export class OrganizationDashboard1763712000047 implements MigrationInterface {
  /** Concurrent index builds run outside a transaction, so every step must be repeatable. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      ...buildConcurrently(INDEXES),
      ...TABLES.map((table) => `DROP TABLE IF EXISTS ${table}`),
      ...UNITS,
      ...ACTIVITY,
      ...DOWNLOADS,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      ...TABLES.map((table) => `DROP TABLE IF EXISTS ${table}`),
      ...Object.keys(INDEXES).map((name) => `DROP INDEX IF EXISTS ${name}`),
    ]);
  }
}

const UNITS = [
  `CREATE TABLE organization_units (
     tenant_id uuid NOT NULL REFERENCES tenants (id),
     id uuid NOT NULL,
     parent_id uuid,
     name text NOT NULL,
     manager_user_id uuid,
     sort_order integer NOT NULL DEFAULT 0,
     lock_version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     CHECK (parent_id <> id),
     FOREIGN KEY (tenant_id, parent_id) REFERENCES organization_units (tenant_id, id),
     -- Users are erased, and then manage nothing; only those whom nobody ever proved to be are deleted.
     FOREIGN KEY (tenant_id, manager_user_id) REFERENCES users (tenant_id, id) ON DELETE SET NULL (manager_user_id)
   )`,
  `CREATE UNIQUE INDEX organization_units_name ON organization_units (tenant_id, parent_id, lower(name)) NULLS NOT DISTINCT`,
  `CREATE INDEX organization_units_manager ON organization_units (tenant_id, manager_user_id)
     WHERE manager_user_id IS NOT NULL`,
  ...tenantWall('organization_units'),
  grant('organization_units', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

  `CREATE TABLE organization_unit_members (
     tenant_id uuid NOT NULL,
     unit_id uuid NOT NULL,
     user_id uuid NOT NULL,
     joined_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, unit_id, user_id),
     FOREIGN KEY (tenant_id, unit_id) REFERENCES organization_units (tenant_id, id),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
   )`,
  'CREATE INDEX organization_unit_members_user ON organization_unit_members (tenant_id, user_id)',
  ...tenantWall('organization_unit_members'),
  grant('organization_unit_members', ['SELECT', 'INSERT', 'DELETE']),
];

/** Quarters of an hour: in every time zone hours and days begin with one. */
const ACTIVITY = [
  // When each member was last seen, as far as it has been counted.
  `CREATE TABLE member_activity (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     user_id uuid NOT NULL,
     last_active_at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, app_id, user_id),
     FOREIGN KEY (tenant_id, app_id, user_id) REFERENCES app_memberships (tenant_id, app_id, user_id) ON DELETE CASCADE
   )`,
  'CREATE INDEX member_activity_latest ON member_activity (tenant_id, last_active_at) INCLUDE (app_id, user_id)',
  ...tenantWall('member_activity'),
  grant('member_activity', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

  // How many members were active in an hour or a day, which began then in the time zone of the tenant. No foreign keys
  // here and below: counts say nothing about anybody, and outlive what was counted.
  `CREATE TABLE member_activity_counts (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     period text NOT NULL CHECK (period IN ('hour', 'day')),
     starts_at timestamptz NOT NULL,
     members integer NOT NULL,
     PRIMARY KEY (tenant_id, period, starts_at, app_id)
   )`,
  'CREATE INDEX member_activity_counts_age ON member_activity_counts (starts_at)',
  ...tenantWall('member_activity_counts'),
  grant('member_activity_counts', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

  // How often members signed in, by the quarter of an hour.
  `CREATE TABLE member_login_counts (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     slot timestamptz NOT NULL,
     logins integer NOT NULL,
     PRIMARY KEY (tenant_id, slot, app_id)
   )`,
  'CREATE INDEX member_login_counts_age ON member_login_counts (slot)',
  ...tenantWall('member_login_counts'),
  grant('member_login_counts', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

  // Up to when sign-ins and activity have been counted: one row. What came later is counted when it is asked for.
  `CREATE TABLE member_statistics_progress (
     singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
     counted_to timestamptz NOT NULL
   )`,
  grant('member_statistics_progress', ['SELECT', 'UPDATE']),
  `SELECT set_config('app.system', 'on', false)`,
  `INSERT INTO member_statistics_progress (counted_to)
   SELECT least(now(), (SELECT min(occurred_at) FROM login_events WHERE occurred_at > now() - interval '180 days'),
                (SELECT min(last_active_at) FROM sessions WHERE last_active_at > now() - interval '30 days'))`,
  `SELECT set_config('app.system', '', false)`,
];

const DOWNLOADS = [
  // How often packages of an App were downloaded, by the quarter of an hour.
  `CREATE TABLE release_download_counts (
     tenant_id uuid NOT NULL,
     app_id uuid NOT NULL,
     slot timestamptz NOT NULL,
     downloads integer NOT NULL,
     PRIMARY KEY (tenant_id, slot, app_id)
   )`,
  'CREATE INDEX release_download_counts_age ON release_download_counts (slot)',
  ...tenantWall('release_download_counts'),
  grant('release_download_counts', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  // So far only the day is known, in UTC. Noon is on the same day in nearly all time zones.
  `SELECT set_config('app.system', 'on', false)`,
  `INSERT INTO release_download_counts (tenant_id, app_id, slot, downloads)
   SELECT d.tenant_id, r.app_id, (d.day + time '12:00') AT TIME ZONE 'UTC', sum(d.count)
     FROM release_downloads d JOIN releases r ON r.tenant_id = d.tenant_id AND r.id = d.release_id
    GROUP BY 1, 2, 3`,
  `SELECT set_config('app.system', '', false)`,
];
