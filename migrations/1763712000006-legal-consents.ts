import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

export class LegalConsents1763712000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `CREATE TABLE legal_consents (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         user_id uuid NOT NULL,
         document_type text NOT NULL,
         revision_hash text NOT NULL,
         accepted_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, app_id, user_id, document_type, revision_hash),
         FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
         FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
       )`,
      ...tenantWall('legal_consents'),
      grant('legal_consents', ['SELECT', 'INSERT', 'DELETE']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE legal_consents']);
  }
}
