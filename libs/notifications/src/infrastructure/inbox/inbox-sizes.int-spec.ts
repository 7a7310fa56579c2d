import { randomUUID } from 'node:crypto';
import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { InboxSizes } from './inbox-sizes';

const ROWS = 20_000;

describe('InboxSizes', () => {
  const test = suiteDatabase();
  const [large, small] = [randomUUID(), randomUUID()];

  const fill = (tenantId: string, rows: number) =>
    queryAs(
      test.superuserUrl,
      `INSERT INTO notification_inbox_items (tenant_id, app_id, user_id, id)
       SELECT $1, $1, gen_random_uuid(), gen_random_uuid() FROM generate_series(1, $2::integer)`,
      [tenantId, rows],
    );
  /** As the statistics would have it of so many rows. */
  const pretend = (rows: number) =>
    queryAs(
      test.superuserUrl,
      `UPDATE pg_class SET reltuples = $1::float8 / 16 WHERE relname ~ '^notification_inbox_items_\\d+$'`,
      [rows],
    );

  beforeAll(async () => {
    await fill(large, ROWS);
    await fill(small, 3);
  });

  it('counts the rows of each tenant while there are not too many', async () => {
    await pretend(ROWS);
    const sizes = new InboxSizes(test.database);
    expect(await sizes.estimatedByTenant(null)).toEqual(
      new Map([
        [large, ROWS],
        [small, 3],
      ]),
    );
    expect(await sizes.estimatedByTenant(small)).toEqual(new Map([[small, 3]]));
  });

  it('estimates them from a share of the pages otherwise', async () => {
    await pretend(4_000_000);
    const estimate = (await new InboxSizes(test.database).estimatedByTenant(null)).get(large);
    expect(estimate).toBeGreaterThan(ROWS / 2);
    expect(estimate).toBeLessThan(ROWS * 1.5);
  });
});
