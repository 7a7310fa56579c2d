import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, onlyWithApplicationRole, personal, tenantWall } from './support/tables';

export class AccountDeletionDataExport1763712000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [...DELETIONS, ...EXPORTS, ...REDACTIONS]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP FUNCTION redact_audit_log(bigint, boolean, text[])',
      'DROP TABLE audit_redactions',
      'DROP TABLE data_exports',
      'DROP TABLE archives',
      'DROP INDEX legal_consents_user',
      'DROP INDEX login_events_nobody',
      'DROP INDEX users_erased',
      'DROP INDEX sessions_user',
      'DROP TABLE account_deletions',
    ]);
  }
}

const DELETIONS = [
  // Requested deletions, until they are carried out or withdrawn.
  `CREATE TABLE account_deletions (
     tenant_id uuid NOT NULL,
     user_id uuid NOT NULL,
     requested_at timestamptz NOT NULL DEFAULT now(),
     erase_at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, user_id),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
   )`,
  `CREATE INDEX account_deletions_due ON account_deletions (erase_at)`,
  ...tenantWall('account_deletions'),
  grant('account_deletions', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

  // All sessions of one user, which an export lists and an erasure clears.
  `CREATE INDEX sessions_user ON sessions (tenant_id, user_id, created_at DESC, id DESC)`,
  // Users checked once more for requests under way during their erasure.
  `CREATE INDEX users_erased ON users (updated_at) WHERE status = 'deleted'`,
  // Attempts to sign in to an address that had no account then.
  `CREATE INDEX login_events_nobody ON login_events (tenant_id, identifier_key) WHERE user_id IS NULL`,
];

const EXPORTS = [
  'CREATE INDEX legal_consents_user ON legal_consents (tenant_id, user_id)',

  // Contents that the program makes for one person to download. Administrators' files are in a table of their own.
  `CREATE TABLE archives (
     tenant_id uuid NOT NULL REFERENCES tenants (id),
     id uuid NOT NULL,
     size_bytes bigint NOT NULL CHECK (size_bytes > 0),
     sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
     storage_key text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id)
   )`,
  `CREATE INDEX archives_content ON archives (tenant_id, storage_key)`,
  ...tenantWall('archives'),
  grant('archives', ['SELECT', 'INSERT', 'DELETE']),
  ...personal('archives', ['sha256', 'storage_key']),

  `CREATE TABLE data_exports (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     user_id uuid NOT NULL,
     app_id uuid NOT NULL,
     locale text NOT NULL,
     status text NOT NULL CHECK (status IN ('pending', 'ready', 'expired', 'failed')),
     archive_id uuid,
     created_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz,
     PRIMARY KEY (tenant_id, id),
     CHECK ((status = 'ready') = (archive_id IS NOT NULL)),
     CHECK ((status IN ('ready', 'expired')) = (expires_at IS NOT NULL)),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
     FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
     FOREIGN KEY (tenant_id, archive_id) REFERENCES archives (tenant_id, id)
   )`,
  // A link contains nothing else.
  'CREATE UNIQUE INDEX data_exports_link ON data_exports (id)',
  `CREATE UNIQUE INDEX data_exports_one_pending ON data_exports (tenant_id, user_id) WHERE status = 'pending'`,
  `CREATE INDEX data_exports_user ON data_exports (tenant_id, user_id, created_at DESC, id DESC)`,
  `CREATE INDEX data_exports_archive ON data_exports (tenant_id, archive_id) WHERE archive_id IS NOT NULL`,
  `CREATE INDEX data_exports_expiry ON data_exports (expires_at) WHERE status = 'ready'`,
  `CREATE INDEX data_exports_age ON data_exports (created_at)`,
  ...tenantWall('data_exports'),
  grant('data_exports', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  ...personal('data_exports', ['locale']),
];

const REDACTIONS = [
  // Vouches, by a key that is not in the database, for what is left of records in audit_logs after personal values were
  // blanked.
  `CREATE TABLE audit_redactions (
     tenant_id uuid NOT NULL,
     seq bigint NOT NULL,
     content_hash bytea NOT NULL,
     key_id text NOT NULL,
     hmac bytea NOT NULL,
     redacted_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, seq),
     FOREIGN KEY (tenant_id, seq) REFERENCES audit_logs (tenant_id, seq)
   )`,
  ...tenantWall('audit_redactions'),
  grant('audit_redactions', ['SELECT', 'INSERT', 'UPDATE']),

  // The application role may not update audit_logs. This is all it can do there: replace values by a mark, in the chain
  // of the tenant that the transaction has named.
  `CREATE FUNCTION redact_audit_log(record_seq bigint, of_actor boolean, paths text[]) RETURNS SETOF audit_logs
     LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
     UPDATE audit_logs l SET
       actor_display = CASE WHEN of_actor THEN '[erased]' ELSE l.actor_display END,
       ip = CASE WHEN of_actor THEN NULL ELSE l.ip END,
       user_agent = CASE WHEN of_actor THEN NULL ELSE l.user_agent END,
       changes = coalesce((
         SELECT jsonb_agg(CASE WHEN c.change ->> 'path' = ANY (paths) THEN jsonb_build_object(
                  'path', c.change -> 'path',
                  'before', CASE WHEN c.change -> 'before' = 'null' THEN c.change -> 'before' ELSE '"[erased]"' END,
                  'after', CASE WHEN c.change -> 'after' = 'null' THEN c.change -> 'after' ELSE '"[erased]"' END)
                ELSE c.change END ORDER BY c.place)
           FROM jsonb_array_elements(l.changes) WITH ORDINALITY AS c (change, place)), '[]')
      WHERE l.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid AND l.seq = record_seq
     RETURNING l.*
   $$`,
  'REVOKE ALL ON FUNCTION redact_audit_log(bigint, boolean, text[]) FROM PUBLIC',
  onlyWithApplicationRole('GRANT EXECUTE ON FUNCTION redact_audit_log(bigint, boolean, text[]) TO appkernel_app'),
];
