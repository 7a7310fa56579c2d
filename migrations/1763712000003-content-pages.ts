import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeTrigger, execute, grant, tenantWall } from './support/tables';

export class ContentPages1763712000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `CREATE TABLE content_pages (
         tenant_id uuid NOT NULL,
         id uuid NOT NULL,
         app_id uuid NOT NULL,
         kind text NOT NULL CHECK (kind IN ('page', 'legal')),
         key text NOT NULL,
         reserved boolean NOT NULL,
         draft jsonb,
         published_revision integer,
         lock_version integer NOT NULL DEFAULT 1,
         created_at timestamptz NOT NULL DEFAULT now(),
         updated_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, id),
         -- Slugs and document types are two spaces of names.
         CONSTRAINT content_pages_key_in_app UNIQUE (tenant_id, app_id, kind, key),
         FOREIGN KEY (tenant_id, app_id) REFERENCES apps (tenant_id, id)
       )`,
      ...tenantWall('content_pages'),
      grant('content_pages', ['SELECT', 'INSERT', 'UPDATE']),
      changeTrigger('content_pages', 'content', 'app_id'),

      `CREATE TABLE content_page_revisions (
         tenant_id uuid NOT NULL,
         page_id uuid NOT NULL,
         revision integer NOT NULL CHECK (revision > 0),
         key text NOT NULL,
         title jsonb NOT NULL,
         body jsonb NOT NULL,
         body_format text NOT NULL CHECK (body_format IN ('markdown', 'html')),
         effective_at timestamptz,
         revision_hash text NOT NULL CHECK (revision_hash ~ '^[0-9a-f]{64}$'),
         published_at timestamptz NOT NULL DEFAULT now(),
         published_by uuid,
         PRIMARY KEY (tenant_id, page_id, revision),
         FOREIGN KEY (tenant_id, page_id) REFERENCES content_pages (tenant_id, id)
       )`,
      `ALTER TABLE content_pages ADD CONSTRAINT content_pages_published_revision
         FOREIGN KEY (tenant_id, id, published_revision)
         REFERENCES content_page_revisions (tenant_id, page_id, revision)`,
      ...tenantWall('content_page_revisions'),
      grant('content_page_revisions', ['SELECT', 'INSERT']),
      // People consent to the exact words of a revision: nobody may rewrite them, not even the owner of the table.
      `CREATE FUNCTION refuse_revision_change() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         RAISE EXCEPTION 'A published revision never changes' USING ERRCODE = 'integrity_constraint_violation';
       END $$`,
      `CREATE TRIGGER content_page_revisions_immutable BEFORE UPDATE OR DELETE ON content_page_revisions
         FOR EACH ROW EXECUTE FUNCTION refuse_revision_change()`,
      `CREATE TRIGGER content_page_revisions_kept BEFORE TRUNCATE ON content_page_revisions
         FOR EACH STATEMENT EXECUTE FUNCTION refuse_revision_change()`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      'ALTER TABLE content_pages DROP CONSTRAINT content_pages_published_revision',
      'DROP TABLE content_page_revisions',
      'DROP TABLE content_pages',
      'DROP FUNCTION refuse_revision_change()',
    ]);
  }
}
