import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

export class PagesAdmin1763712000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Revisions cannot be deleted, so the page that they belong to stays, without content.
      `ALTER TABLE content_pages
         ADD COLUMN deleted_at timestamptz,
         -- What lists and searches need of a draft. Its body can be long.
         ADD COLUMN draft_summary jsonb GENERATED ALWAYS AS (draft - 'body') STORED,
         DROP CONSTRAINT content_pages_key_in_app`,
      ...withoutWall(
        `UPDATE content_pages SET deleted_at = updated_at, key = split_part(key, '~', 1) WHERE key LIKE '%~%'`,
      ),
      `ALTER TABLE content_pages ADD CONSTRAINT content_pages_deleted_is_silent
         CHECK (deleted_at IS NULL OR (NOT reserved AND draft IS NULL AND published_revision IS NULL))`,
      `CREATE UNIQUE INDEX content_pages_key_in_app ON content_pages (tenant_id, app_id, kind, key)
         WHERE deleted_at IS NULL`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // A deleted page gets a key that cannot be requested: its own may belong to another page by now.
      ...withoutWall(`UPDATE content_pages SET key = key || '~' || id WHERE deleted_at IS NOT NULL`),
      'DROP INDEX content_pages_key_in_app',
      `ALTER TABLE content_pages
         DROP CONSTRAINT content_pages_deleted_is_silent,
         ADD CONSTRAINT content_pages_key_in_app UNIQUE (tenant_id, app_id, kind, key),
         DROP COLUMN draft_summary,
         DROP COLUMN deleted_at`,
    ]);
  }
}

/** Changes rows of all tenants. */
function withoutWall(statement: string): string[] {
  return [`SELECT set_config('app.system', 'on', true)`, statement, `SELECT set_config('app.system', 'off', true)`];
}
