import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

export class ApiClients1763712000044 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [...CLIENTS, ...TOKENS, ...FAILURES, ...ANNOUNCEMENTS]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE api_client_failures',
      'DROP TABLE api_client_revoked_tokens',
      'DROP TABLE api_client_secrets',
      'DROP TABLE api_clients',
    ]);
  }
}

/** Programs that act for a tenant, and what they prove it with. */
const CLIENTS = [
  `CREATE TABLE api_clients (
     tenant_id uuid NOT NULL REFERENCES tenants (id),
     id uuid NOT NULL,
     name text NOT NULL,
     description text,
     scopes text[] NOT NULL,
     -- From where it may come; from anywhere when there is none.
     allowed_cidrs text[] NOT NULL DEFAULT '{}',
     expires_at timestamptz,
     status text NOT NULL CHECK (status IN ('active', 'disabled')),
     -- Tokens tell which it was when they were issued: once it is another, they are worthless.
     tokens_since timestamptz NOT NULL DEFAULT now(),
     last_used_at timestamptz,
     created_by uuid,
     lock_version integer NOT NULL DEFAULT 1,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (tenant_id, id),
     -- A request for a token names no tenant.
     CONSTRAINT api_clients_id_key UNIQUE (id)
   )`,
  `CREATE INDEX api_clients_newest ON api_clients (tenant_id, created_at DESC, id DESC)`,
  ...tenantWall('api_clients'),
  grant('api_clients', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),

  `CREATE TABLE api_client_secrets (
     tenant_id uuid NOT NULL,
     client_id uuid NOT NULL,
     id uuid NOT NULL,
     -- SHA-256: 256 random bits need no slow hash.
     hash bytea NOT NULL,
     -- By which people tell secrets apart.
     prefix text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     -- Since another one took its place; null as long as it is the present one.
     expires_at timestamptz,
     last_used_at timestamptz,
     PRIMARY KEY (tenant_id, client_id, id),
     FOREIGN KEY (tenant_id, client_id) REFERENCES api_clients (tenant_id, id) ON DELETE CASCADE
   )`,
  `CREATE INDEX api_client_secrets_replaced ON api_client_secrets (expires_at) WHERE expires_at IS NOT NULL`,
  ...tenantWall('api_client_secrets'),
  grant('api_client_secrets', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

/** Access tokens that were given up before their time. */
const TOKENS = [
  `CREATE TABLE api_client_revoked_tokens (
     tenant_id uuid NOT NULL,
     jti uuid NOT NULL,
     client_id uuid NOT NULL,
     -- Of the token: afterwards it is worthless anyway.
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (tenant_id, jti),
     FOREIGN KEY (tenant_id, client_id) REFERENCES api_clients (tenant_id, id) ON DELETE CASCADE
   )`,
  `CREATE INDEX api_client_revoked_tokens_age ON api_client_revoked_tokens (expires_at)`,
  `CREATE INDEX api_client_revoked_tokens_of_client ON api_client_revoked_tokens (tenant_id, client_id)`,
  ...tenantWall('api_client_revoked_tokens'),
  grant('api_client_revoked_tokens', ['SELECT', 'INSERT', 'DELETE']),
];

/** Of no tenant: who is refused is unknown. */
const FAILURES = [
  `CREATE TABLE api_client_failures (
     -- A keyed hash of an address, or of the id that was sent.
     key bytea PRIMARY KEY,
     failures integer NOT NULL,
     expires_at timestamptz NOT NULL
   )`,
  `CREATE INDEX api_client_failures_age ON api_client_failures (expires_at)`,
  grant('api_client_failures', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
];

/** What decides whether a client may act. A new client has no tokens, and when it was last used decides nothing. */
const DECISIVE = ['tenant_id', 'id', 'name', 'scopes', 'allowed_cidrs', 'expires_at', 'status', 'tokens_since'];
const row = (of: string) => `(${DECISIVE.map((column) => `${of}.${column}`).join(', ')})`;

const ANNOUNCEMENTS = [
  `CREATE TRIGGER api_clients_changed AFTER UPDATE ON api_clients
     FOR EACH ROW WHEN (${row('OLD')} IS DISTINCT FROM ${row('NEW')}) EXECUTE FUNCTION notify_change('api_client', 'id')`,
  `CREATE TRIGGER api_clients_removed AFTER DELETE ON api_clients
     FOR EACH ROW EXECUTE FUNCTION notify_change('api_client', 'id')`,
  `CREATE TRIGGER api_client_revoked_tokens_added AFTER INSERT ON api_client_revoked_tokens
     FOR EACH ROW EXECUTE FUNCTION notify_change('api_client', 'client_id')`,
];
