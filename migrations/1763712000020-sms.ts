import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

export class Sms1763712000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Codes sent by SMS, to limit their cost. Numbers and addresses are stored as keyed hashes.

      // The last codes to one number at one App, newest first, for any purpose.
      `CREATE TABLE sms_recipients (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         identifier_key bytea NOT NULL,
         sent_at timestamptz[] NOT NULL,
         expires_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, app_id, identifier_key)
       )`,
      `CREATE INDEX sms_recipients_age ON sms_recipients (expires_at)`,
      ...tenantWall('sms_recipients'),
      grant('sms_recipients', ALL),

      // The numbers for which one address requested codes, each with the last time, newest first.
      `CREATE TABLE sms_origins (
         tenant_id uuid NOT NULL,
         address_key bytea NOT NULL,
         identifier_keys bytea[] NOT NULL,
         sent_at timestamptz[] NOT NULL,
         expires_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, address_key),
         CHECK (cardinality(identifier_keys) = cardinality(sent_at))
       )`,
      `CREATE INDEX sms_origins_age ON sms_origins (expires_at)`,
      ...tenantWall('sms_origins'),
      grant('sms_origins', ALL),

      // The day of an App, which begins with its first code, in total (country '') and by country.
      `CREATE TABLE sms_days (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         country text NOT NULL,
         started_at timestamptz NOT NULL,
         sent integer NOT NULL,
         verified integer NOT NULL DEFAULT 0,
         alerted boolean NOT NULL DEFAULT false,
         expires_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, app_id, country),
         FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id)
       )`,
      `CREATE INDEX sms_days_age ON sms_days (expires_at)`,
      ...tenantWall('sms_days'),
      grant('sms_days', ALL),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE sms_days', 'DROP TABLE sms_origins', 'DROP TABLE sms_recipients']);
  }
}
