import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

export class OrganizationDashboard1763712000047 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [...UNITS]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE organization_unit_members', 'DROP TABLE organization_units']);
  }
}

const UNITS = [
  `CREATE TABLE organization_units (
     tenant_id uuid NOT NULL REFERENCES tenants (id),
     id uuid NOT NULL,
     parent_id uuid,
     name text NOT NULL,
     manager_user_id uuid,
     sort_order integer NOT NULL DEFAULT 0,
     lock_version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     CHECK (parent_id <> id),
     FOREIGN KEY (tenant_id, parent_id) REFERENCES organization_units (tenant_id, id),
     -- Users are erased, and then manage nothing; only those whom nobody ever proved to be are deleted.
     FOREIGN KEY (tenant_id, manager_user_id) REFERENCES users (tenant_id, id) ON DELETE SET NULL (manager_user_id)
   )`,
  `CREATE UNIQUE INDEX organization_units_name ON organization_units (tenant_id, parent_id, lower(name)) NULLS NOT DISTINCT`,
  `CREATE INDEX organization_units_manager ON organization_units (tenant_id, manager_user_id)
     WHERE manager_user_id IS NOT NULL`,
  ...tenantWall('organization_units'),
  grant('organization_units', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

  `CREATE TABLE organization_unit_members (
     tenant_id uuid NOT NULL,
     unit_id uuid NOT NULL,
     user_id uuid NOT NULL,
     joined_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, unit_id, user_id),
     FOREIGN KEY (tenant_id, unit_id) REFERENCES organization_units (tenant_id, id),
     FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
   )`,
  'CREATE INDEX organization_unit_members_user ON organization_unit_members (tenant_id, user_id)',
  ...tenantWall('organization_unit_members'),
  grant('organization_unit_members', ['SELECT', 'INSERT', 'DELETE']),
];
