import { createDataSource } from '../../libs/foundation/src/database/data-source';
import { copyTemplate, queryAs } from '../support/database';
import { suiteDatabase } from '../support/suite';

describe('a connection', () => {
  const test = suiteDatabase();
  let tenantId: string;

  beforeAll(async () => {
    const [tenant] = await queryAs<{ id: string }>(test.superuserUrl, 'SELECT id FROM tenants');
    tenantId = tenant!.id;
  });

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
    const urls = await copyTemplate();
    for (const said of [`timezone = 'Asia/Kathmandu'`, `datestyle = 'German'`]) {
      await queryAs(urls.superuserUrl, `ALTER DATABASE ${urls.name} SET ${said}`);
    }
    const limits = { acquireTimeoutMs: 20_000, statementTimeoutMs: 10_000, queryTimeoutMs: 11_000 };
    const dataSource = await createDataSource(
      {
        ...{ url: urls.applicationUrl, poolSize: 1, preparedStatements: true, assumeApplicationRole: false },
        ...{ applicationName: 'appkernel-test', ...limits },
      },
      [],
    ).initialize();
    const rows: unknown = await dataSource.query(
      `SELECT current_setting('TimeZone') AS zone, ('2026-01-31T12:00:00+09'::timestamptz)::text AS moment`,
    );
    await dataSource.destroy();
    await urls.drop();
    expect(rows).toEqual([{ zone: 'UTC', moment: '2026-01-31 03:00:00+00' }]);
  });
});
