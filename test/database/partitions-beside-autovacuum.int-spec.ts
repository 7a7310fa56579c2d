import { Database, migrate } from '@libs/foundation';
import { createDataSource } from '../../libs/foundation/src/database/data-source';
import { Partitions } from '../../libs/foundation/src/outbox/partitions';
import { MIGRATIONS } from '../../migrations';
import { eventually } from '../support/api';
import { queryAs, silent } from '../support/database';
import { describeWithSystemPostgres, startSystemPostgres, type SystemPostgres } from '../support/system-postgres';

const BEFORE = MIGRATIONS.findIndex(({ name }) => name === 'Partitions1763712000096');

/** Each page takes it a tenth of a second at least. */
const SLOWLY = { autovacuum_vacuum_cost_delay: 100, autovacuum_vacuum_cost_limit: 1 };

describeWithSystemPostgres('Large tables, while autovacuum is at work on them,', () => {
  let postgres: SystemPostgres;

  const run = <Row extends Record<string, unknown>>(text: string) => queryAs<Row>(postgres.superuserUrl, text);
  const isVacuumed = (table: string) =>
    eventually(async () => {
      const at = await run(`SELECT FROM pg_stat_activity WHERE query LIKE 'autovacuum: VACUUM%public.${table}'`);
      return at.length > 0;
    });

  const leaveDeadRows = async () => {
    await run(`INSERT INTO outbox_messages (tenant_id, id, type, data)
               SELECT gen_random_uuid(), ('0198' || substr(gen_random_uuid()::text, 5))::uuid, 'test.gone', '{}'
                 FROM generate_series(1, 40000)`);
    await run('DELETE FROM outbox_messages');
  };

  beforeAll(async () => {
    postgres = await startSystemPostgres();
    await migrate(postgres.ownerUrl, MIGRATIONS.slice(0, BEFORE));
    await leaveDeadRows();
    for (const [name, value] of Object.entries({ ...SLOWLY, autovacuum_naptime: 1 })) {
      await run(`ALTER SYSTEM SET ${name} = ${value}`);
    }
    await run('SELECT pg_reload_conf()');
  }, 120_000);
  afterAll(() => postgres.drop());

  it('are divided, and their first partition is dropped', async () => {
    await isVacuumed('outbox_messages');
    // Others, which it begins from now on, take it no time.
    for (const name of Object.keys(SLOWLY)) await run(`ALTER SYSTEM RESET ${name}`);
    await run('SELECT pg_reload_conf()');
    await migrate(postgres.ownerUrl, MIGRATIONS);
    expect(await run(`SELECT FROM pg_partitioned_table WHERE partrelid = 'outbox_messages'::regclass`)).toHaveLength(1);

    const slowly = Object.entries(SLOWLY).map(([name, value]) => `${name} = ${value}`);
    await run(`ALTER TABLE outbox_messages_first SET (${slowly.join()})`);
    await leaveDeadRows();
    await isVacuumed('outbox_messages_first');
    await run(`UPDATE partitioned_tables t
                  SET kept = floor(extract(epoch FROM now()) * 1000) - (SELECT max(ends) FROM partitions_of(t.name)) - 1000
                WHERE name = 'outbox_messages'`);
    const dataSource = await createDataSource(
      {
        url: postgres.applicationUrl,
        poolSize: 2,
        acquireTimeoutMs: 20_000,
        preparedStatements: true,
        assumeApplicationRole: false,
        applicationName: 'appkernel-test',
        statementTimeoutMs: 10_000,
        queryTimeoutMs: 11_000,
      },
      [],
    ).initialize();
    try {
      await new Partitions(new Database(dataSource, { preparedStatements: true }), silent).keep();
    } finally {
      await dataSource.destroy();
    }
    expect(await run(`SELECT to_regclass('outbox_messages_first') AS left`)).toEqual([{ left: null }]);
  }, 300_000);
});
