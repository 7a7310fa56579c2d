import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grantAlone } from './support/tables';

/** Why an administrator did something, in the record of it. */
export class ReasonsOfActions1763712000092 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, ['ALTER TABLE audit_logs ADD COLUMN reason text', REDACT, ...grantAlone(SIGNATURE)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [`DROP FUNCTION ${SIGNATURE}`, 'ALTER TABLE audit_logs DROP COLUMN reason']);
  }
}

const SIGNATURE = 'redact_audit_log(bigint, boolean, text[], boolean, boolean)';

/** Blanks the reason as well. A process of the version before calls the function of four parameters. */
const REDACT = `
  CREATE FUNCTION redact_audit_log(
    record_seq bigint, of_actor boolean, paths text[], of_omitted boolean, of_reason boolean
  ) RETURNS SETOF audit_logs LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  BEGIN
    IF of_reason THEN
      UPDATE audit_logs l SET reason = '[erased]'
       WHERE l.tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid AND l.seq = record_seq
         AND l.reason IS NOT NULL;
    END IF;
    RETURN QUERY SELECT * FROM redact_audit_log(record_seq, of_actor, paths, of_omitted);
  END
  $$`;
