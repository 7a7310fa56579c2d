import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute, grant, tenantWall } from './support/tables';

export class PageRenderings1763712000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      // Separate from the revisions, which never change: HTML is rendered again when its rules become stricter.
      // Published revisions are rendered by the program, after the migrations: that can take seconds, and no lock
      // should wait for it.
      `CREATE TABLE content_page_renderings (
         tenant_id uuid NOT NULL,
         page_id uuid NOT NULL,
         revision integer NOT NULL,
         locale text NOT NULL,
         body_html text NOT NULL,
         renderer_version integer NOT NULL,
         rendered_at timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (tenant_id, page_id, revision, locale),
         FOREIGN KEY (tenant_id, page_id, revision)
           REFERENCES content_page_revisions (tenant_id, page_id, revision)
       )`,
      ...tenantWall('content_page_renderings'),
      grant('content_page_renderings', ['SELECT', 'INSERT', 'UPDATE']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['DROP TABLE content_page_renderings']);
  }
}
