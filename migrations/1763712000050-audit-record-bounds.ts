import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, onlyWithApplicationRole } from './support/tables';

/** What a record leaves out so that it stays small is told as a count and a digest. */
export class AuditRecordBounds1763712000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // The digest is null once it has been erased.
      'ALTER TABLE audit_logs ADD COLUMN changes_omitted jsonb',
      REDACT,
      'REVOKE ALL ON FUNCTION redact_audit_log(bigint, boolean, text[], boolean) FROM PUBLIC',
      onlyWithApplicationRole(
        'GRANT EXECUTE ON FUNCTION redact_audit_log(bigint, boolean, text[], boolean) TO appkernel_app',
      ),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP FUNCTION redact_audit_log(bigint, boolean, text[], boolean)',
      'ALTER TABLE audit_logs DROP COLUMN changes_omitted',
    ]);
  }
}

/** Blanks the digest as well. A process of the version before calls the function of three parameters. */
const REDACT = `
  CREATE FUNCTION redact_audit_log(record_seq bigint, of_actor boolean, paths text[], of_omitted boolean)
    RETURNS SETOF audit_logs LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    IF of_omitted THEN
      UPDATE audit_logs l SET changes_omitted = jsonb_set(l.changes_omitted, '{sha256}', 'null')
       WHERE l.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid AND l.seq = record_seq
         AND l.changes_omitted IS NOT NULL;
    END IF;
    RETURN QUERY SELECT * FROM redact_audit_log(record_seq, of_actor, paths);
  END
  $$`;
