import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

export class IdempotencyKeys1763712000046 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `CREATE TABLE idempotency_keys (
         tenant_id uuid NOT NULL,
         -- A user or an API client.
         caller_id uuid NOT NULL,
         -- SHA-256 of the key with the operation that it was sent to.
         id bytea NOT NULL,
         -- HMAC of the body, and the id of the key that it was made with.
         body_hmac bytea NOT NULL,
         hmac_key_id text NOT NULL,
         -- Which of the requests with the key runs, and until when it is believed to.
         run_id uuid NOT NULL,
         leased_until timestamptz NOT NULL,
         -- The first answer, encrypted; null while the request runs.
         answer text,
         expires_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, caller_id, id)
       )`,
      `CREATE INDEX idempotency_keys_age ON idempotency_keys (expires_at)`,
      ...tenantWall('idempotency_keys'),
      grant('idempotency_keys', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE idempotency_keys']);
  }
}
