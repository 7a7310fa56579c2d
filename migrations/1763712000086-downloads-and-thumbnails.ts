import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

/** Links to downloads, and pictures made small. See docs/decisions/0090. */
export class DownloadsAndThumbnails1763712000086 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `CREATE TABLE download_links (
         -- Of what is downloaded: a platform administrator may be at home elsewhere.
         tenant_id uuid NOT NULL REFERENCES tenants (id),
         token_hash bytea NOT NULL,
         -- Whom the bearer named with which the link was made.
         claims jsonb NOT NULL,
         expires_at timestamptz NOT NULL,
         PRIMARY KEY (tenant_id, token_hash)
       )`,
      'CREATE INDEX download_links_age ON download_links (expires_at)',
      ...tenantWall('download_links'),
      grant('download_links', ['SELECT', 'INSERT', 'DELETE']),

      `CREATE TABLE file_thumbnails (
         tenant_id uuid NOT NULL,
         file_id uuid NOT NULL,
         width smallint NOT NULL,
         -- Whoever makes it, until then: another process would go on after that.
         maker uuid NOT NULL,
         made_until timestamptz NOT NULL,
         -- It cannot be made; tried again after that time.
         is_refused boolean NOT NULL DEFAULT false,
         size_bytes integer,
         sha256 text,
         storage_key text,
         PRIMARY KEY (tenant_id, file_id, width),
         FOREIGN KEY (tenant_id, file_id) REFERENCES files (tenant_id, id) ON DELETE CASCADE
       )`,
      // Whether a content is still in use, as for those of files.
      'CREATE INDEX file_thumbnails_key ON file_thumbnails (tenant_id, storage_key)',
      ...tenantWall('file_thumbnails'),
      grant('file_thumbnails', ['SELECT', 'INSERT', 'UPDATE', 'DELETE']),
      // By the database, so that the content goes with the file whoever deletes it, also the previous version: the message
      // of the program for a content that has no row any more.
      `CREATE FUNCTION release_thumbnail() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         INSERT INTO outbox_messages (tenant_id, id, type, data, lane)
         VALUES (OLD.tenant_id, gen_random_uuid(), 'files.content_released',
                 jsonb_build_object('storage_key', OLD.storage_key), 'storage');
         RETURN NULL;
       END $$`,
      `CREATE TRIGGER file_thumbnails_released AFTER DELETE ON file_thumbnails
         FOR EACH ROW WHEN (OLD.storage_key IS NOT NULL) EXECUTE FUNCTION release_thumbnail()`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'DROP TABLE file_thumbnails',
      'DROP FUNCTION release_thumbnail()',
      'DROP TABLE download_links',
    ]);
  }
}
