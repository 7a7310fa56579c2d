import type { MigrationInterface, QueryRunner } from 'typeorm';
import { bulkChangeTrigger, changeTrigger, execute, grant, tenantWall } from './support/tables';

export class TenantsAppsSettings1763712000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `CREATE TABLE tenants (
         id uuid PRIMARY KEY,
         code text NOT NULL CONSTRAINT tenants_code_key UNIQUE,
         name text NOT NULL,
         status text NOT NULL CHECK (status IN ('active', 'disabled')),
         is_platform boolean NOT NULL,
         lock_version integer NOT NULL DEFAULT 1,
         created_at timestamptz NOT NULL DEFAULT now(),
         updated_at timestamptz NOT NULL DEFAULT now()
       )`,
      `CREATE UNIQUE INDEX tenants_one_platform ON tenants (is_platform) WHERE is_platform`,
      ...tenantWall('tenants', 'id'),
      grant('tenants', ['SELECT', 'INSERT', 'UPDATE']),
      changeTrigger('tenants', 'tenant', 'id'),

      `CREATE TABLE apps (
         tenant_id uuid NOT NULL REFERENCES tenants (id),
         id uuid NOT NULL CONSTRAINT apps_id_key UNIQUE,
         name text NOT NULL,
         app_type text NOT NULL CHECK (app_type IN ('uni_app', 'uni_app_x')),
         description text,
         status text NOT NULL CHECK (status IN ('active', 'disabled')),
         is_default boolean NOT NULL,
         icon_file_id uuid,
         default_locale text NOT NULL,
         supported_locales text[] NOT NULL,
         registration jsonb NOT NULL,
         captcha jsonb NOT NULL,
         feature_flags jsonb NOT NULL,
         client_config jsonb NOT NULL,
         dcloud_appid text,
         upgrade jsonb NOT NULL,
         support jsonb NOT NULL,
         onboarding_version integer NOT NULL DEFAULT 0,
         lock_version integer NOT NULL DEFAULT 1,
         created_at timestamptz NOT NULL DEFAULT now(),
         updated_at timestamptz NOT NULL DEFAULT now(),
         deleted_at timestamptz,
         PRIMARY KEY (tenant_id, id)
       )`,
      `CREATE UNIQUE INDEX apps_one_default ON apps (tenant_id) WHERE is_default`,
      `CREATE UNIQUE INDEX apps_dcloud_appid_key ON apps (dcloud_appid) WHERE deleted_at IS NULL`,
      `CREATE INDEX apps_newest ON apps (tenant_id, created_at DESC, id DESC) WHERE deleted_at IS NULL`,
      ...tenantWall('apps'),
      grant('apps', ['SELECT', 'INSERT', 'UPDATE']),
      changeTrigger('apps', 'app', 'id'),

      `CREATE TABLE app_onboarding_revisions (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         version integer NOT NULL CHECK (version > 0),
         enabled boolean NOT NULL,
         slides jsonb NOT NULL,
         published_by uuid,
         published_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, app_id, version),
         FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id)
       )`,
      ...tenantWall('app_onboarding_revisions'),
      grant('app_onboarding_revisions', ['SELECT', 'INSERT']),

      `CREATE TABLE settings (
         id uuid PRIMARY KEY,
         scope text NOT NULL CHECK (scope IN ('global', 'tenant', 'app')),
         tenant_id uuid REFERENCES tenants (id),
         app_id uuid,
         key text NOT NULL,
         value jsonb,
         value_type text NOT NULL CHECK (value_type IN ('string', 'number', 'boolean', 'json')),
         is_public boolean NOT NULL,
         is_secret boolean NOT NULL,
         status text NOT NULL CHECK (status IN ('active', 'disabled')),
         description text,
         lock_version integer NOT NULL DEFAULT 1,
         created_at timestamptz NOT NULL DEFAULT now(),
         updated_at timestamptz NOT NULL DEFAULT now(),
         CHECK (NOT (is_public AND is_secret)),
         CHECK ((scope = 'global') = (tenant_id IS NULL)),
         CHECK ((scope = 'app') = (app_id IS NOT NULL)),
         FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id)
       )`,
      `CREATE UNIQUE INDEX settings_key_in_scope ON settings (key, scope, tenant_id, app_id) NULLS NOT DISTINCT`,
      // Global settings belong to no tenant: every tenant reads them, only the system writes them.
      `ALTER TABLE settings ENABLE ROW LEVEL SECURITY`,
      `ALTER TABLE settings FORCE ROW LEVEL SECURITY`,
      `CREATE POLICY tenant_wall ON settings
         USING (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
                OR current_setting('app.system', true) = 'on')
         WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid
                     OR current_setting('app.system', true) = 'on')`,
      `CREATE POLICY global_settings ON settings FOR SELECT
         USING (tenant_id IS NULL AND nullif(current_setting('app.tenant_id', true), '') IS NOT NULL)`,
      grant('settings', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
      bulkChangeTrigger('settings', 'settings'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE settings',
      'DROP TABLE app_onboarding_revisions',
      'DROP TABLE apps',
      'DROP TABLE tenants',
    ]);
  }
}
