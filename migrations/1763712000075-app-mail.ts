import type { MigrationInterface, QueryRunner } from 'typeorm';
import { execute } from './support/tables';

/** Who the members of an App get mail from. A constant default rewrites no row. */
export class AppMail1763712000075 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await execute(runner, [
      `ALTER TABLE apps ADD COLUMN mail jsonb NOT NULL
         DEFAULT '{"fromName": null, "fromAddress": null, "replyTo": null}'`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await execute(runner, ['ALTER TABLE apps DROP COLUMN mail']);
  }
}
