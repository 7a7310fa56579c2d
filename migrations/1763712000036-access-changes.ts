import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

interface Announcement {
  readonly table: string;
  readonly on: 'INSERT' | 'UPDATE' | 'DELETE';
  /** Of which rows; of all without it. */
  readonly when?: string;
  readonly subject: string;
  /** The column that names the scope. */
  readonly column: string;
}

/** Changes to an account: its column `column` names the user. */
const ofAccount = (table: string, on: Announcement['on'], when?: string, column = 'user_id'): Announcement => ({
  table,
  on,
  ...(when === undefined ? {} : { when }),
  subject: 'account',
  column,
});

/** Whatever decides whether a session may be used, and what requests know of its owner. */
const ANNOUNCEMENTS: readonly Announcement[] = [
  // A refresh only moves the end further away, which need not be known.
  ofAccount(
    'sessions',
    'UPDATE',
    `${anyOf('tenant_id', 'id', 'surface', 'user_id', 'app_id', 'created_at', 'revoked_at', 'mfa_enrolment')}
     OR NEW.expires_at < OLD.expires_at`,
  ),
  ofAccount('sessions', 'DELETE', 'OLD.revoked_at IS NULL AND OLD.expires_at > now()'),
  // A user with sessions cannot be deleted, nor a role that somebody holds.
  ofAccount('users', 'UPDATE', anyOf('tenant_id', 'id', 'status', 'locale', 'display_name'), 'id'),
  ofAccount('app_memberships', 'UPDATE', anyOf('tenant_id', 'app_id', 'user_id', 'status')),
  ofAccount('app_memberships', 'DELETE'),
  // The first identifier is the primary one; it comes with its account, before any session.
  ofAccount('login_identifiers', 'INSERT', 'NOT NEW.is_primary'),
  ofAccount(
    'login_identifiers',
    'UPDATE',
    anyOf('tenant_id', 'id', 'user_id', 'type', 'value', 'is_primary', 'created_at'),
  ),
  ofAccount('login_identifiers', 'DELETE'),
  ofAccount('user_totp', 'INSERT', 'NEW.confirmed_at IS NOT NULL'),
  ofAccount('user_totp', 'UPDATE', anyOf('tenant_id', 'user_id', 'confirmed_at', 'session_id')),
  ofAccount('user_totp', 'DELETE'),
  ofAccount('user_roles', 'INSERT'),
  ofAccount('user_roles', 'UPDATE'),
  ofAccount('user_roles', 'DELETE'),
  {
    table: 'roles',
    on: 'UPDATE',
    when: anyOf('tenant_id', 'code', 'permissions'),
    subject: 'roles',
    column: 'tenant_id',
  },
];

const SUFFIXES = { INSERT: 'added', UPDATE: 'changed', DELETE: 'removed' } as const;

/** Each trigger in a step of its own, so that no two tables are locked at the same time. Repeatable. */
export class AccessChanges1763712000036 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const triggers = ANNOUNCEMENTS.map(
      ({ table, on, when, subject, column }) =>
        `CREATE OR REPLACE TRIGGER ${table}_${SUFFIXES[on]} AFTER ${on} ON ${table}
           FOR EACH ROW ${when === undefined ? '' : `WHEN (${when})`} EXECUTE FUNCTION notify_change('${subject}', '${column}')`,
    );
    await execute(runner, [NOTIFY_CHANGE, ...triggers]);
  }

  async down(runner: QueryRunner): Promise<void> {
    const drops = ANNOUNCEMENTS.map(({ table, on }) => `DROP TRIGGER IF EXISTS ${table}_${SUFFIXES[on]} ON ${table}`);
    await execute(runner, [...drops, FORMER_NOTIFY_CHANGE]);
  }
}

function anyOf(...columns: readonly string[]): string {
  const row = (of: string) => `(${columns.map((column) => `${of}.${column}`).join(', ')})`;
  return `${row('OLD')} IS DISTINCT FROM ${row('NEW')}`;
}

/** More rows than this, of one transaction, are announced as a bulk change. */
const MAX_ROWS = 1_000;

/**
 * Tells all who listen, on commit, and the connection that made the change at once: a message of the level INFO reaches
 * the client whatever it set, and not the log of the server. A row that moves from one key to another concerns both.
 */
const NOTIFY_CHANGE = `
  CREATE OR REPLACE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    subject text := TG_ARGV[0];
    announced integer := 0;
    change text;
  BEGIN
    IF TG_NARGS > 1 THEN
      announced := coalesce(nullif(current_setting('app.announced_' || subject, true), '')::integer, 0);
      IF announced > ${MAX_ROWS} THEN RETURN NULL; END IF;
      PERFORM set_config('app.announced_' || subject, (announced + 1)::text, true);
    END IF;
    FOR change IN
      SELECT DISTINCT subject || ':' || CASE WHEN TG_NARGS > 1 AND announced < ${MAX_ROWS}
                                          THEN coalesce(changed ->> TG_ARGV[1], '') ELSE '' END
        FROM unnest(CASE WHEN TG_LEVEL = 'ROW' THEN ARRAY[to_jsonb(OLD), to_jsonb(NEW)] ELSE ARRAY['{}'::jsonb] END) changed
       WHERE changed IS NOT NULL
    LOOP
      PERFORM pg_notify('appkernel_changes', change);
      RAISE INFO USING MESSAGE = change, ERRCODE = 'AKCHG';
    END LOOP;
    RETURN NULL;
  END $$`;

const FORMER_NOTIFY_CHANGE = `
  CREATE OR REPLACE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         PERFORM pg_notify('appkernel_changes',
           TG_ARGV[0] || ':' || CASE WHEN TG_NARGS < 2 THEN ''
             ELSE coalesce(to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[1], '') END);
         RETURN NULL;
       END $$`;
