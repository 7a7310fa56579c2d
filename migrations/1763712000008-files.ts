import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeTrigger, execute, grant, tenantWall } from './support/tables';

export class Files1763712000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `CREATE TABLE files (
         tenant_id uuid NOT NULL REFERENCES tenants (id),
         id uuid NOT NULL,
         app_id uuid,
         purpose text NOT NULL
           CHECK (purpose IN ('app_icon', 'onboarding_image', 'content_image', 'release_package', 'attachment')),
         filename text NOT NULL,
         media_type text NOT NULL,
         size_bytes integer NOT NULL CHECK (size_bytes > 0),
         sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
         image jsonb,
         scan_status text NOT NULL CHECK (scan_status IN ('pending', 'clean', 'infected', 'failed')),
         scan_detail text,
         detected_version text,
         storage_key text NOT NULL,
         created_by uuid,
         created_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, id),
         FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id)
       )`,
      `CREATE INDEX files_newest ON files (tenant_id, created_at DESC, id DESC)`,
      // Files of equal content may share a stored content.
      `CREATE INDEX files_content ON files (tenant_id, storage_key)`,
      ...tenantWall('files'),
      grant('files', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
      changeTrigger('files', 'file', 'id'),

      // The uses of a file: a file in use cannot be deleted.
      `CREATE TABLE file_usages (
         tenant_id uuid NOT NULL,
         file_id uuid NOT NULL,
         used_by_type text NOT NULL,
         used_by_id uuid NOT NULL,
         app_id uuid,
         PRIMARY KEY (tenant_id, file_id, used_by_type, used_by_id),
         FOREIGN KEY (tenant_id, file_id) REFERENCES files (tenant_id, id)
       )`,
      `CREATE INDEX file_usages_user ON file_usages (tenant_id, used_by_type, used_by_id)`,
      ...tenantWall('file_usages'),
      grant('file_usages', ['SELECT', 'INSERT', 'DELETE']),

      // Uploads under way. A row that outlives its upload records what a dead process left in the storage.
      `CREATE TABLE file_uploads (
         tenant_id uuid NOT NULL REFERENCES tenants (id),
         id uuid NOT NULL,
         storage_key text,
         started_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, id)
       )`,
      `CREATE INDEX file_uploads_oldest ON file_uploads (started_at)`,
      ...tenantWall('file_uploads'),
      grant('file_uploads', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE file_uploads', 'DROP TABLE file_usages', 'DROP TABLE files']);
  }
}
