import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeTrigger, execute, grant, tenantWall } from './support/tables';

export class Releases1763712000013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `CREATE TABLE releases (
         tenant_id uuid NOT NULL REFERENCES tenants (id),
         id uuid NOT NULL CONSTRAINT releases_id_key UNIQUE,
         app_id uuid NOT NULL,
         platform text NOT NULL CHECK (platform IN ('android', 'ios', 'harmony')),
         package_type text NOT NULL CHECK (package_type IN ('native_app', 'wgt')),
         target_platforms text[] NOT NULL CHECK (target_platforms <@ ARRAY['android', 'ios', 'harmony']),
         version_name text NOT NULL,
         version_code integer NOT NULL CHECK (version_code > 0),
         min_supported_version_code integer,
         min_native_version_code integer,
         upgrade_mode text NOT NULL CHECK (upgrade_mode IN ('optional', 'recommended', 'forced', 'silent')),
         rollout_percent numeric(5,2) NOT NULL DEFAULT 100 CHECK (rollout_percent BETWEEN 0.01 AND 100),
         rollout_paused boolean NOT NULL DEFAULT false,
         health_gate jsonb,
         required_runtime_version text,
         runtime_match text NOT NULL DEFAULT 'any' CHECK (runtime_match IN ('exact', 'minimum', 'any')),
         title jsonb NOT NULL,
         release_notes jsonb NOT NULL,
         file_id uuid,
         external_url text,
         store_links jsonb NOT NULL DEFAULT '[]',
         first_published_at timestamptz,
         published_at timestamptz,
         created_by uuid,
         lock_version integer NOT NULL DEFAULT 1,
         created_at timestamptz NOT NULL DEFAULT now(),
         updated_at timestamptz NOT NULL DEFAULT now(),
         deleted_at timestamptz,
         PRIMARY KEY (tenant_id, id),
         CHECK (platform = ANY (target_platforms)),
         FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
         FOREIGN KEY (tenant_id, file_id) REFERENCES files (tenant_id, id)
       )`,
      `CREATE UNIQUE INDEX releases_version_key ON releases (tenant_id, app_id, platform, package_type, version_code)
         WHERE deleted_at IS NULL`,
      `CREATE INDEX releases_newest ON releases (tenant_id, app_id, created_at DESC, id DESC) WHERE deleted_at IS NULL`,
      `CREATE INDEX releases_file ON releases (tenant_id, file_id) WHERE file_id IS NOT NULL`,
      ...tenantWall('releases'),
      grant('releases', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
      changeTrigger('releases', 'releases', 'app_id'),

      // The release that the clients of a platform get, and the one before it. Without a row there is no policy.
      `CREATE TABLE release_pointers (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         platform text NOT NULL CHECK (platform IN ('android', 'ios', 'harmony')),
         package_type text NOT NULL CHECK (package_type IN ('native_app', 'wgt')),
         release_id uuid NOT NULL,
         replaced_release_id uuid,
         moved_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, app_id, platform, package_type),
         CHECK (replaced_release_id <> release_id),
         FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
         FOREIGN KEY (tenant_id, release_id) REFERENCES releases (tenant_id, id),
         FOREIGN KEY (tenant_id, replaced_release_id) REFERENCES releases (tenant_id, id)
       )`,
      `CREATE INDEX release_pointers_release ON release_pointers (tenant_id, release_id)`,
      `CREATE INDEX release_pointers_replaced ON release_pointers (tenant_id, replaced_release_id)`,
      ...tenantWall('release_pointers'),
      grant('release_pointers', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
      changeTrigger('release_pointers', 'releases', 'app_id'),

      `CREATE TABLE release_downloads (
         tenant_id uuid NOT NULL,
         release_id uuid NOT NULL,
         day date NOT NULL,
         count bigint NOT NULL,
         PRIMARY KEY (tenant_id, release_id, day),
         FOREIGN KEY (tenant_id, release_id) REFERENCES releases (tenant_id, id)
       )`,
      ...tenantWall('release_downloads'),
      grant('release_downloads', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE release_downloads', 'DROP TABLE release_pointers', 'DROP TABLE releases']);
  }
}
