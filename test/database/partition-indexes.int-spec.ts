import { createMigrationDataSource } from '../../libs/foundation/src/database/data-source';
import { buildOnPartitions } from '../../migrations/support/partition-indexes';
import { queryAs } from '../support/database';
import { suiteUrls } from '../support/suite';

describe('An index of a table with partitions', () => {
  const urls = suiteUrls();

  it('is built in one after the other, again after it broke off, and new ones have it', async () => {
    const source = await createMigrationDataSource(urls.ownerUrl, [], {}).initialize();
    try {
      const runner = source.createQueryRunner();
      const indexes = { outbox_messages_types: '(type)' };
      await runner.query('CREATE INDEX outbox_messages_types ON ONLY outbox_messages (type)');
      await runner.query(`SELECT add_partition('outbox_messages', now() + interval '60 days')`);
      await buildOnPartitions(runner, 'outbox_messages', indexes);
      await buildOnPartitions(runner, 'outbox_messages', indexes);
      await runner.query(`SELECT add_partition('outbox_messages', now() + interval '90 days')`);
      await runner.release();
    } finally {
      await source.destroy();
    }
    const built = await queryAs<{ parts: number; valid: boolean }>(
      urls.superuserUrl,
      `SELECT count(*)::int AS parts, bool_and(x.indisvalid) AS valid
         FROM pg_partition_tree('outbox_messages_types') t JOIN pg_index x ON x.indexrelid = t.relid`,
    );
    const [tables] = await queryAs<{ parts: number }>(
      urls.superuserUrl,
      `SELECT count(*)::int AS parts FROM pg_partition_tree('outbox_messages')`,
    );
    expect(built).toEqual([{ parts: tables!.parts, valid: true }]);
  });
});
