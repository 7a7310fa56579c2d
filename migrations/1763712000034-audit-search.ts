import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

/** A search line for each new record of the audit log. The next migration adds those of older records. */
export class AuditSearch1763712000034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // The text that searches read, narrow compared to the records. Like these, it refers only to the tenant.
      `CREATE TABLE audit_search (
         tenant_id uuid NOT NULL,
         seq bigint NOT NULL,
         line text NOT NULL,
         PRIMARY KEY (tenant_id, seq)
       )`,
      ...tenantWall('audit_search'),
      grant('audit_search', ['SELECT']),
      NAMES,
      LINE,
      WRITE_LINE,
      `CREATE TRIGGER audit_logs_search AFTER INSERT OR UPDATE ON audit_logs
         FOR EACH ROW EXECUTE FUNCTION write_audit_search()`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TRIGGER audit_logs_search ON audit_logs',
      'DROP FUNCTION write_audit_search()',
      'DROP TABLE audit_search',
      'DROP FUNCTION audit_line(audit_logs)',
      'DROP FUNCTION audit_names(jsonb)',
    ]);
  }
}

/** The values of fields that contain names, before and after; localized texts have several each. */
const NAMES = `
  CREATE FUNCTION audit_names(changes jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT string_agg(DISTINCT left(name, 200), E'\\n')
      FROM jsonb_array_elements(changes) AS c (change),
           LATERAL (VALUES (c.change -> 'before'), (c.change -> 'after')) AS v (value),
           LATERAL (
             SELECT v.value #>> '{}' AS name WHERE jsonb_typeof(v.value) = 'string'
             UNION ALL
             SELECT t.value FROM jsonb_each_text(CASE WHEN jsonb_typeof(v.value) = 'object' THEN v.value END) AS t
           ) AS n
     WHERE c.change ->> 'path' ~ '(^|[._])(name|title|slug|code|filename|email|dcloud_appid)$' AND name IS NOT NULL
  $$`;

const LINE = `
  CREATE FUNCTION audit_line(l audit_logs) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT lower(concat_ws(E'\\n', l.action, l.route, l.actor_display, l.resource_id, l.request_id,
                           left(audit_names(l.changes), 4000)))
  $$`;

/** As the owner of the table, who is bound by row-level security, too: the application role may only read it. */
const WRITE_LINE = `
  CREATE FUNCTION write_audit_search() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    named text := current_setting('app.tenant_id', true);
  BEGIN
    PERFORM set_config('app.tenant_id', NEW.tenant_id::text, true);
    INSERT INTO audit_search (tenant_id, seq, line) VALUES (NEW.tenant_id, NEW.seq, audit_line(NEW))
    ON CONFLICT (tenant_id, seq) DO UPDATE SET line = excluded.line;
    PERFORM set_config('app.tenant_id', coalesce(named, ''), true);
    RETURN NULL;
  END $$`;
