import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

const RENDERINGS = ['content_article_renderings', 'content_page_renderings'];

/** Pictures in texts. See docs/decisions/0079. */
export class ContentPictures1763712000067 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `CREATE TABLE content_pictures (
         tenant_id uuid NOT NULL,
         app_id uuid NOT NULL,
         -- The article or page.
         text_id uuid NOT NULL,
         -- What editors work on, or what readers see.
         state text NOT NULL CHECK (state IN ('draft', 'published')),
         file_id uuid NOT NULL,
         width integer NOT NULL,
         height integer NOT NULL,
         PRIMARY KEY (tenant_id, text_id, state, file_id),
         FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id)
       )`,
      'CREATE INDEX content_pictures_of_file ON content_pictures (tenant_id, app_id, file_id)',
      ...tenantWall('content_pictures'),
      grant('content_pictures', ['SELECT', 'INSERT', 'DELETE']),
      // What was published before had images of other sites, and keeps them when it is rendered again.
      ...RENDERINGS.map((table) => `ALTER TABLE ${table} ADD COLUMN external_images boolean NOT NULL DEFAULT true`),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      ...RENDERINGS.map((table) => `ALTER TABLE ${table} DROP COLUMN external_images`),
      'DROP TABLE content_pictures',
    ]);
  }
}
