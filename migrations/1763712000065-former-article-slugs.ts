import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, execute } from './support/tables';

const INDEXES: Readonly<Record<string, string>> = {
  content_article_revisions_slug: 'content_article_revisions (tenant_id, slug, published_at DESC, article_id DESC)',
};

/** Readers find an article by slugs that it had in former revisions. See docs/decisions/0078. */
export class FormerArticleSlugs1763712000065 implements MigrationInterface {
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
