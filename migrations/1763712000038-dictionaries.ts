import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeTrigger, execute, grant, tenantWall } from './support/tables';

export class Dictionaries1763712000038 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `ALTER TABLE tenants ADD CONSTRAINT tenants_platform UNIQUE (id, is_platform)`,
      `CREATE TABLE content_dictionaries (
         tenant_id uuid NOT NULL REFERENCES tenants (id),
         -- Global ones are found without their tenant.
         id uuid NOT NULL CONSTRAINT content_dictionaries_id_key UNIQUE,
         scope text NOT NULL CHECK (scope IN ('global', 'tenant', 'app')),
         app_id uuid,
         code text NOT NULL,
         name jsonb NOT NULL,
         items jsonb NOT NULL CHECK (jsonb_typeof(items) = 'array'),
         -- For lists, which do not read the items.
         item_count integer NOT NULL GENERATED ALWAYS AS (jsonb_array_length(items)) STORED,
         is_public boolean NOT NULL,
         status text NOT NULL CHECK (status IN ('active', 'disabled')),
         lock_version integer NOT NULL,
         created_at timestamptz NOT NULL DEFAULT now(),
         updated_at timestamptz NOT NULL DEFAULT now(),
         -- Whose Apps read it; null for those of all tenants.
         readers uuid GENERATED ALWAYS AS (CASE WHEN scope <> 'global' THEN tenant_id END) STORED,
         of_platform boolean GENERATED ALWAYS AS (CASE WHEN scope = 'global' THEN true END) STORED,
         PRIMARY KEY (tenant_id, id),
         CONSTRAINT content_dictionaries_app CHECK ((scope = 'app') = (app_id IS NOT NULL)),
         FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id),
         -- No other tenant writes what all of them read.
         CONSTRAINT content_dictionaries_global FOREIGN KEY (tenant_id, of_platform)
           REFERENCES tenants (id, is_platform)
       )`,
      `CREATE UNIQUE INDEX content_dictionaries_code_in_app ON content_dictionaries (tenant_id, app_id, code)
         WHERE scope = 'app'`,
      `CREATE UNIQUE INDEX content_dictionaries_code_in_tenant ON content_dictionaries (tenant_id, code)
         WHERE scope = 'tenant'`,
      `CREATE UNIQUE INDEX content_dictionaries_global_code ON content_dictionaries (code) WHERE scope = 'global'`,
      ...tenantWall('content_dictionaries'),
      grant('content_dictionaries', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
      // Without readers of its own, a change is announced for all scopes.
      changeTrigger('content_dictionaries', 'dictionaries', 'readers'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE content_dictionaries', 'ALTER TABLE tenants DROP CONSTRAINT tenants_platform']);
  }
}
