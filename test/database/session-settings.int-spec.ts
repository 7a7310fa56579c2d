import { createTestDatabase, queryAs, type TestDatabase } from '../support/database';

describe('a connection', () => {
  let test: TestDatabase;
  let tenantId: string;

  beforeAll(async () => {
    test = await createTestDatabase();
    const [tenant] = await queryAs<{ id: string }>(test.superuserUrl, 'SELECT id FROM tenants');
    tenantId = tenant!.id;
  });
  afterAll(() => test.close());

  it('has no statement compiled, even where what a connection says at its start is lost in a pooler', async () => {
    const { database } = test;
    const asked = `SELECT setting, source FROM pg_settings WHERE name = 'jit'`;
    const ways = [
      database.run(tenantId, () => database.query(asked)),
      database.runAsSystem(() => database.query(asked)),
      database.read(tenantId, asked),
      database.readAsSystem(asked),
      database.write(tenantId, asked),
    ];
    // What was said at the start has the source `client`.
    for (const rows of await Promise.all(ways)) expect(rows).toEqual([{ setting: 'off', source: 'session' }]);
  });

  it('writes times in one way, whatever the database says', async () => {
    const other = await createTestDatabase();
    await queryAs(other.superuserUrl, `ALTER DATABASE ${other.name} SET timezone = 'Asia/Kathmandu'`);
    await queryAs(other.superuserUrl, `ALTER DATABASE ${other.name} SET datestyle = 'German'`);
    // Connections that were made before have read neither.
    await queryAs(
      other.superuserUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = 'appkernel'`,
    );
    const [row] = await other.database.readAsSystem(
      `SELECT current_setting('TimeZone') AS zone, ('2026-01-31T12:00:00+09'::timestamptz)::text AS moment`,
    );
    expect(row).toEqual({ zone: 'UTC', moment: '2026-01-31 03:00:00+00' });
    await other.close();
  });
});
