import { migrate } from '@libs/foundation';
import { MIGRATIONS } from '../../migrations';
import { eventually } from '../support/api';
import { queryAs } from '../support/database';
import { describeWithSystemPostgres, startSystemPostgres, type SystemPostgres } from '../support/system-postgres';

const BEFORE = MIGRATIONS.findIndex(({ name }) => name === 'Partitions1763712000096');

describeWithSystemPostgres('The migration that divides large tables, beside autovacuum', () => {
  let postgres: SystemPostgres;

  beforeAll(async () => {
    postgres = await startSystemPostgres();
    await migrate(postgres.ownerUrl, MIGRATIONS.slice(0, BEFORE));
  }, 120_000);
  afterAll(() => postgres.drop());

  const run = (text: string) => queryAs(postgres.superuserUrl, text);

  it('does not wait until it has read the table', async () => {
    await run(`INSERT INTO outbox_messages (tenant_id, id, type, data)
               SELECT gen_random_uuid(), gen_random_uuid(), 'test.gone', '{}' FROM generate_series(1, 40000)`);
    await run('DELETE FROM outbox_messages');
    for (const [name, value] of [
      ['autovacuum_naptime', '1s'],
      ['autovacuum_vacuum_cost_delay', '100ms'],
      ['autovacuum_vacuum_cost_limit', '1'],
    ] as const) {
      await run(`ALTER SYSTEM SET ${name} = '${value}'`);
    }
    await run('SELECT pg_reload_conf()');
    const vacuums = () =>
      run(`SELECT pid FROM pg_stat_activity WHERE query LIKE 'autovacuum: VACUUM % public.outbox_messages'
           OR query LIKE 'autovacuum: VACUUM public.outbox_messages'`);
    await eventually(async () => (await vacuums()).length > 0, 90_000);
    await migrate(postgres.ownerUrl, MIGRATIONS);
    expect(await run(`SELECT FROM pg_partitioned_table WHERE partrelid = 'outbox_messages'::regclass`)).toHaveLength(1);
  }, 300_000);
});
