import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type pg from 'pg';
import { Database } from '@libs/foundation';
import { AppSchema } from '../../libs/apps/src/infrastructure/app.schema';
import { createDataSource } from '../../libs/foundation/src/database/data-source';
import { OwnChanges } from '../../libs/foundation/src/database/own-changes';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';

const RENAME = `UPDATE apps SET name = name || '!' WHERE tenant_id = $1`;

describe.each([
  ['with prepared statements', true],
  ['without, as behind a pooler in transaction mode,', false],
])('Own changes, %s', (_how, preparedStatements) => {
  let urls: TestDatabaseUrls;
  let dataSource: DataSource;
  let database: Database;
  let tenantId: string;
  let appId: string;
  let told: string[];

  beforeAll(async () => {
    urls = await copyTemplate();
    const ownChanges = new OwnChanges();
    ownChanges.onChange((change) => told.push(change));
    dataSource = await createDataSource(
      {
        url: urls.applicationUrl,
        poolSize: 2,
        acquireTimeoutMs: 20_000,
        preparedStatements,
        assumeApplicationRole: false,
        applicationName: 'appkernel-test',
        statementTimeoutMs: 10_000,
        queryTimeoutMs: 11_000,
        ownChanges,
      },
      [AppSchema],
    ).initialize();
    database = new Database(dataSource, { preparedStatements });
    const [app] = await queryAs<{ id: string; tenant_id: string }>(
      urls.superuserUrl,
      'SELECT id, tenant_id FROM apps WHERE is_default',
    );
    [tenantId, appId] = [app!.tenant_id, app!.id];
  });
  afterAll(async () => {
    await dataSource.destroy();
    await urls.drop();
  });

  beforeEach(() => {
    told = [];
  });

  const rename = () => database.query(RENAME, [tenantId]);

  it('are told between the end of their transaction and its answer', async () => {
    const changed = database.run(tenantId, async () => {
      await rename();
      await rename();
      expect(told).toEqual([]);
    });
    await changed.then(() => expect(told).toEqual([`app:${appId}`]));
  });

  it('are told again each time', async () => {
    for (let count = 1; count <= 3; count++) {
      await database.run(tenantId, rename);
      expect(told).toHaveLength(count);
    }
  });

  it('are told of a statement that is a transaction by itself', async () => {
    await database.write(tenantId, RENAME, [tenantId]);
    expect(told).toEqual([`app:${appId}`]);
  });

  it('are told of what TypeORM writes', async () => {
    await database.run(tenantId, () =>
      database.manager.createQueryBuilder().update(AppSchema).set({ name: 'By TypeORM' }).execute(),
    );
    expect(told).toEqual([`app:${appId}`]);
  });

  it('are told of what is written beside all that', async () => {
    await dataSource.query(`SELECT set_config('app.system', 'on', false)`);
    await dataSource.query(`UPDATE apps SET name = 'Beside'`);
    await dataSource.query(`SELECT set_config('app.system', '', false)`);
    expect(told).toEqual([`app:${appId}`]);
  });

  it('are told whatever the connection wants to hear of', async () => {
    await database.run(tenantId, async () => {
      await database.query('SET LOCAL client_min_messages = error');
      await rename();
    });
    expect(told).toEqual([`app:${appId}`]);
  });

  it('are told when it is unknown whether they were committed', async () => {
    const cut = database.run(tenantId, async () => {
      await rename();
      const { connection } = (await database.manager.queryRunner?.connect()) as pg.Client;
      // With COMMIT on its way.
      setImmediate(() => connection.stream.destroy());
    });
    await expect(cut).rejects.toThrow();
    expect(told).toEqual([`app:${appId}`]);
  });

  it('of many rows are told as one change to all', async () => {
    await database.run(tenantId, () =>
      database.query(
        `INSERT INTO files (tenant_id, id, purpose, filename, media_type, size_bytes, sha256, scan_status, storage_key)
         SELECT $1, gen_random_uuid(), 'app_icon', 'a.png', 'image/png', 1, repeat('a', 64), 'clean', 'many/' || n
           FROM generate_series(1, 3000) n`,
        [tenantId],
      ),
    );
    expect(told).toHaveLength(1_001);
    expect(told.at(-1)).toBe('file:');
    told = [];
    await database.run(tenantId, () => database.query(`DELETE FROM files WHERE storage_key = 'many/7'`));
    expect(told).toEqual([expect.stringMatching(/^file:.{36}$/)]);
  });

  it('leave nothing in the log of the server', async () => {
    await database.run(tenantId, rename);
    expect(told).toHaveLength(1);
    expect(readFileSync(join(testPostgres().data, 'postgres/server.log'), 'utf8')).not.toContain(appId);
  });
});
