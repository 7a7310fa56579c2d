import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

export class Audit1763712000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Records outlive the people and resources they name: they refer to nothing but the tenant.
      `CREATE TABLE audit_logs (
         tenant_id uuid NOT NULL,
         seq bigint NOT NULL CHECK (seq > 0),
         id uuid NOT NULL,
         occurred_at timestamptz(3) NOT NULL,
         actor_type text NOT NULL CHECK (actor_type IN ('user', 'api_client', 'system')),
         actor_id uuid,
         actor_display text NOT NULL,
         action text NOT NULL,
         method text NOT NULL,
         route text NOT NULL,
         resource_type text,
         resource_id text,
         app_id uuid,
         changes jsonb NOT NULL,
         ip text,
         user_agent text,
         request_id text NOT NULL,
         outcome text NOT NULL CHECK (outcome IN ('success', 'denied', 'failure')),
         prev_hash bytea NOT NULL,
         hash bytea NOT NULL,
         PRIMARY KEY (tenant_id, seq)
       )`,
      `CREATE INDEX audit_logs_resource ON audit_logs (tenant_id, resource_type, resource_id, seq DESC)`,
      `CREATE INDEX audit_logs_actor ON audit_logs (tenant_id, actor_id, seq DESC)`,
      `CREATE INDEX audit_logs_action ON audit_logs (tenant_id, action, seq DESC)`,
      `CREATE INDEX audit_logs_app ON audit_logs (tenant_id, app_id, seq DESC)`,
      `CREATE INDEX audit_logs_time ON audit_logs (tenant_id, occurred_at)`,
      ...tenantWall('audit_logs'),
      grant('audit_logs', ['SELECT', 'INSERT']),

      // The end of each chain. The row is the lock under which the next record is appended.
      `CREATE TABLE audit_heads (
         tenant_id uuid PRIMARY KEY REFERENCES tenants (id),
         seq bigint NOT NULL,
         hash bytea NOT NULL,
         key_id text NOT NULL,
         hmac bytea NOT NULL
       )`,
      ...tenantWall('audit_heads'),
      grant('audit_heads', ['SELECT', 'INSERT', 'UPDATE']),

      `CREATE TABLE audit_checkpoints (
         tenant_id uuid NOT NULL,
         seq bigint NOT NULL,
         hash bytea NOT NULL,
         key_id text NOT NULL,
         hmac bytea NOT NULL,
         PRIMARY KEY (tenant_id, seq)
       )`,
      ...tenantWall('audit_checkpoints'),
      grant('audit_checkpoints', ['SELECT', 'INSERT']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE audit_checkpoints', 'DROP TABLE audit_heads', 'DROP TABLE audit_logs']);
  }
}
