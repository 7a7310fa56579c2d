import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace that a message comes from, where traces are sent: background work links to it. */
export class TraceOfMessages1763712000062 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // W3C Trace Context: ids that are drawn by chance, and nothing of a person.
    await runner.query('ALTER TABLE outbox_messages ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox_messages DROP COLUMN traceparent');
  }
}
