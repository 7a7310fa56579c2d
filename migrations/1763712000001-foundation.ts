import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, onlyWithApplicationRole, tenantWall } from './support/tables';

export class Foundation1763712000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // A role belongs to the whole cluster: it may exist already, be created right now by another database's
      // migrations, or be beyond the rights of this owner, in which case the operator creates it.
      `DO $$ BEGIN
         IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'appkernel_app') THEN CREATE ROLE appkernel_app NOLOGIN; END IF;
       EXCEPTION WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL;
       END $$`,
      onlyWithApplicationRole('GRANT USAGE ON SCHEMA public TO appkernel_app'),
      grant('schema_migrations', ['SELECT']),
      `CREATE FUNCTION notify_change() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         PERFORM pg_notify('appkernel_changes',
           TG_ARGV[0] || ':' || CASE WHEN TG_NARGS < 2 THEN ''
             ELSE coalesce(to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[1], '') END);
         RETURN NULL;
       END $$`,
      `CREATE TABLE outbox_messages (
         tenant_id uuid NOT NULL,
         id uuid NOT NULL,
         app_id uuid,
         type text NOT NULL,
         data jsonb NOT NULL,
         created_at timestamptz NOT NULL DEFAULT now(),
         available_at timestamptz NOT NULL DEFAULT now(),
         attempts integer NOT NULL DEFAULT 0,
         last_error text,
         completed_at timestamptz,
         dead_at timestamptz,
         PRIMARY KEY (tenant_id, id)
       )`,
      `CREATE INDEX outbox_messages_due ON outbox_messages (available_at) WHERE completed_at IS NULL AND dead_at IS NULL`,
      `CREATE INDEX outbox_messages_completed ON outbox_messages (completed_at) WHERE completed_at IS NOT NULL`,
      ...tenantWall('outbox_messages'),
      grant('outbox_messages', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
      // Messages of a development installation without mail or SMS gateway. Not worth a write-ahead log.
      `CREATE UNLOGGED TABLE development_messages (
         id uuid PRIMARY KEY,
         channel text NOT NULL CHECK (channel IN ('email', 'sms', 'push')),
         recipient text NOT NULL,
         subject text,
         body text NOT NULL,
         code text,
         created_at timestamptz NOT NULL DEFAULT now()
       )`,
      grant('development_messages', ['SELECT', 'INSERT', 'DELETE']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE development_messages',
      'DROP TABLE outbox_messages',
      'DROP FUNCTION notify_change()',
      onlyWithApplicationRole('REVOKE ALL ON schema_migrations FROM appkernel_app'),
      onlyWithApplicationRole('REVOKE USAGE ON SCHEMA public FROM appkernel_app'),
    ]);
  }
}
