import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute } from './support/tables';

const INDEXES: Readonly<Record<string, string>> = {
  // Their covers can be read before they are published; anybody may ask for one.
  content_articles_scheduled_cover: `content_articles (tenant_id, app_id, cover_file_id)
    WHERE status = 'scheduled' AND cover_file_id IS NOT NULL`,
};

/** Built concurrently: there may be very many articles. */
export class ScheduledCovers1763712000069 implements MigrationInterface {
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
