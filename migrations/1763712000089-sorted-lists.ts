import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute } from './support/tables';

/** For orders and ids of lists whose rows are very many or long. Built concurrently: each table is written all the time. */
const INDEXES: Readonly<Record<string, string>> = {
  audit_logs_id: 'audit_logs (tenant_id, id)',
  content_articles_changed: 'content_articles (tenant_id, app_id, updated_at, id) WHERE deleted_at IS NULL',
  notification_messages_changed: `notification_messages (tenant_id, app_id, kind, updated_at, id) WHERE origin <> 'product'`,
};

/** See docs/decisions/0089. */
export class SortedLists1763712000089 implements MigrationInterface {
  /** Concurrent index builds run outside a transaction, so every step must be repeatable. */
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
