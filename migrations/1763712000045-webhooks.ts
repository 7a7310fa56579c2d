import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeTrigger, execute, grant, tenantWall } from './support/tables';

const ENDPOINTS = [
  `CREATE TABLE webhook_endpoints (
     tenant_id uuid NOT NULL REFERENCES tenants (id),
     id uuid NOT NULL,
     url text NOT NULL,
     event_types text[] NOT NULL CHECK (cardinality(event_types) > 0),
     description text,
     enabled boolean NOT NULL,
     disabled_reason text CHECK (disabled_reason IN ('administrator', 'gone', 'failing')),
     failing_since timestamptz,
     created_by uuid NOT NULL,
     deleted_at timestamptz,
     lock_version integer NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     CONSTRAINT webhook_endpoints_reason CHECK (enabled = (disabled_reason IS NULL))
   )`,
  'CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (deleted_at) WHERE deleted_at IS NOT NULL',
  ...tenantWall('webhook_endpoints'),
  grant('webhook_endpoints', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  // Rare: their settings, and the beginning and the end of failures.
  changeTrigger('webhook_endpoints', 'webhook_endpoints', 'tenant_id'),
];

/** Who subscribes does not depend on them, so that their changes are not announced. */
const SECRETS = [
  `CREATE TABLE webhook_endpoint_secrets (
     tenant_id uuid NOT NULL,
     endpoint_id uuid NOT NULL,
     id uuid NOT NULL,
     sealed_secret text NOT NULL,
     created_at timestamptz NOT NULL,
     -- Null for the one that holds until it is replaced.
     expires_at timestamptz,
     PRIMARY KEY (tenant_id, endpoint_id, id),
     FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints (tenant_id, id) ON DELETE CASCADE
   )`,
  `CREATE UNIQUE INDEX webhook_endpoint_secrets_current ON webhook_endpoint_secrets (tenant_id, endpoint_id)
     WHERE expires_at IS NULL`,
  ...tenantWall('webhook_endpoint_secrets'),
  grant('webhook_endpoint_secrets', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

const EVENTS = [
  `CREATE TABLE webhook_events (
     tenant_id uuid NOT NULL REFERENCES tenants (id),
     -- That of the outbox message.
     id uuid NOT NULL,
     app_id uuid,
     type text NOT NULL,
     occurred_at timestamptz NOT NULL,
     data jsonb NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id)
   )`,
  'CREATE INDEX webhook_events_created ON webhook_events (created_at)',
  ...tenantWall('webhook_events'),
  grant('webhook_events', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

const DELIVERIES = [
  `CREATE TABLE webhook_deliveries (
     tenant_id uuid NOT NULL,
     id uuid NOT NULL,
     endpoint_id uuid NOT NULL,
     event_id uuid NOT NULL,
     event_type text NOT NULL,
     kind text NOT NULL CHECK (kind IN ('event', 'redelivery', 'test')),
     status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled')),
     -- Of the next attempt in the schedule. Attempts are more where a process ended during one.
     turn smallint NOT NULL DEFAULT 0,
     attempts integer NOT NULL DEFAULT 0,
     response_status smallint,
     duration_ms integer,
     error text,
     last_attempt_at timestamptz,
     next_attempt_at timestamptz,
     settled_at timestamptz,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints (tenant_id, id),
     FOREIGN KEY (tenant_id, event_id) REFERENCES webhook_events (tenant_id, id),
     CONSTRAINT webhook_deliveries_settled CHECK ((status = 'pending') = (settled_at IS NULL))
   )`,
  // An event that comes twice is told once.
  `CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (tenant_id, endpoint_id, event_id)
     WHERE kind = 'event'`,
  'CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (tenant_id, event_id)',
  'CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (tenant_id, endpoint_id, id)',
  `CREATE INDEX webhook_deliveries_unsuccessful ON webhook_deliveries (tenant_id, endpoint_id, status, id)
     WHERE status <> 'succeeded'`,
  'CREATE INDEX webhook_deliveries_created ON webhook_deliveries (created_at)',
  ...tenantWall('webhook_deliveries'),
  grant('webhook_deliveries', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

export class Webhooks1763712000045 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [...ENDPOINTS, ...SECRETS, ...EVENTS, ...DELIVERIES]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `DELETE FROM outbox_messages WHERE type IN ('webhooks.delivery_due', 'webhooks.endpoint_closed')`,
      'DROP TABLE webhook_deliveries, webhook_events, webhook_endpoint_secrets, webhook_endpoints',
    ]);
  }
}
