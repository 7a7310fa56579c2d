import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute } from './support/tables';

const INDEXES = {
  notification_messages_of_client: `notification_messages (tenant_id, created_by, id) WHERE origin = 'service'`,
};

/** API clients list the messages that they have sent. */
export class MessagesOfClients1763712000079 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, buildConcurrently(INDEXES));
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(
      runner,
      Object.keys(INDEXES).map((name) => `DROP INDEX IF EXISTS ${name}`),
    );
  }
}
