import { inIndexOrder, Sweeps } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { Sweeper } from '../../libs/foundation/src/outbox/sweeper';
import { SweepSchedule } from '../../libs/foundation/src/outbox/sweep-schedule';
import { IamSweeper } from '../../libs/iam/src/infrastructure/personal-data/iam-sweeper';
import { eventually } from '../support/api';
import { queryAs, silent } from '../support/database';
import { startTestOutbox, type TestOutbox } from '../support/outbox';

const BATCH = 5_000;

describe('The sweeps', () => {
  let at: TestOutbox;
  const sweepers: Sweeper[] = [];

  beforeAll(async () => {
    at = await startTestOutbox();
  });
  afterEach(async () => {
    await Promise.all(sweepers.splice(0).map((sweeper) => sweeper.stop()));
    await at.stopRelays();
    await query('DELETE FROM sweeps');
  });
  afterAll(() => at.close());

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(at.test.superuserUrl, text, values);
  const startSweeper = (sweeps: Sweeps) => {
    const sweeper = new Sweeper(sweeps, new SweepSchedule(at.test.database), silent);
    sweeper.start();
    sweepers.push(sweeper);
  };
  const runsOf = async (name: string) => {
    const [row] = await query<Record<string, unknown>>(
      `SELECT runs::integer, rows::integer, last_rows::integer, behind, last_error,
              round(extract(epoch FROM next_run_at - now()))::integer AS due_in
         FROM sweeps WHERE name = $1 AND lease_until IS NULL AND runs > 0`,
      [name],
    );
    return row;
  };

  it('are repeated while their batches are full, and measured', async () => {
    const batches = [BATCH, BATCH, 17];
    const sweeps = new Sweeps(silent);
    sweeps.register('test.full', () => {
      const rows = batches.shift() ?? 0;
      return Promise.resolve({ rows, full: rows === BATCH });
    });
    startSweeper(sweeps);
    expect(await eventually(() => runsOf('test.full'))).toEqual({
      runs: 1,
      rows: 10_017,
      last_rows: 17 + 2 * BATCH,
      behind: false,
      last_error: null,
      due_in: expect.closeTo(600, -1),
    });
  });

  it('go on with the next if one fails', async () => {
    const sweeps = new Sweeps(silent);
    sweeps.register('test.broken', () => Promise.reject(new Error('no such table')));
    sweeps.register('test.whole', () => Promise.resolve({ rows: 3, full: false }));
    startSweeper(sweeps);
    expect(await eventually(() => runsOf('test.whole'))).toMatchObject({ rows: 3 });
    expect(await eventually(() => runsOf('test.broken'))).toMatchObject({ last_error: 'Error: no such table' });
  });

  it('run in one process at a time, as often as they are due', async () => {
    let running = 0;
    let most = 0;
    let steps = 0;
    const register = () => {
      const sweeps = new Sweeps(silent);
      sweeps.register('test.shared', async (position) => {
        running += 1;
        steps += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 50));
        running -= 1;
        const step = Number(position) + 1;
        return { rows: 1, full: step < 6, position: String(step) };
      });
      return sweeps;
    };
    for (let process = 0; process < 4; process++) startSweeper(register());
    await eventually(() => runsOf('test.shared'));
    await Promise.all(sweepers.splice(0).map((sweeper) => sweeper.stop()));
    expect({ most, steps }).toEqual({ most: 1, steps: 6 });
  });

  it('say that they did not keep up, and are due again at once', async () => {
    const sweeps = new Sweeps(silent);
    sweeps.register('test.endless', () => Promise.resolve({ rows: BATCH, full: true }));
    const run = await sweeps.run('test.endless', 20, 0.5);
    expect(run).toMatchObject({ behind: true, error: null });
    const schedule = new SweepSchedule(at.test.database);
    await schedule.add(['test.endless', 'test.waiting']);
    expect(await schedule.take(['test.endless'], 60)).toBe('test.endless');
    await schedule.finish('test.endless', run, 600);
    // After those that wait for their turn.
    expect(await schedule.take(['test.endless', 'test.waiting'], 60)).toBe('test.waiting');
    expect(await schedule.take(['test.endless', 'test.waiting'], 60)).toBe('test.endless');
    expect(await schedule.take(['test.endless', 'test.waiting'], 60)).toBeNull();
  });

  it('keep the last sign-ins without reading all of them in each step', async () => {
    const [app] = await query<{ id: string }>('SELECT id FROM apps');
    const users = Array.from({ length: 2 * BATCH + 10 }, () => newId());
    await query(`INSERT INTO users (tenant_id, id, status) SELECT $1, unnest($2::uuid[]), 'active'`, [
      at.tenantId,
      users,
    ]);
    await query(
      `INSERT INTO login_events (tenant_id, id, app_id, user_id, identifier_key, result, method, occurred_at)
       SELECT $1, gen_random_uuid(), $2, u, '', 'success', 'password', now() - interval '300 days' + n * interval '1 second'
         FROM unnest($3::uuid[]) WITH ORDINALITY AS x (u, n)`,
      [at.tenantId, app?.id, users],
    );
    await query(
      `INSERT INTO login_events (tenant_id, id, app_id, identifier_key, result, method, occurred_at)
       VALUES ($1, $2, $3, '', 'failure', 'password', now() - interval '190 days')`,
      [at.tenantId, newId(), app?.id],
    );
    const sweeps = new Sweeps(silent);
    new IamSweeper(sweeps, at.test.database).onModuleInit();
    expect(await sweeps.run('iam.login_events', Infinity, 0)).toMatchObject({ rows: 1, error: null });
  });

  it('read the expired rows by an index', async () => {
    for (const [table, since] of [
      ['outbox_messages', 'completed_at'],
      ['login_events', 'occurred_at'],
      ['refresh_tokens', 'expires_at'],
      ['otp_requests', 'created_at'],
    ]) {
      const plan = await inIndexOrder<{ 'QUERY PLAN': string }>(
        at.test.database,
        `EXPLAIN SELECT ctid FROM ${table} WHERE ${since} < now() - interval '1 day'
          ORDER BY ${since} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      );
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('Index Scan using');
    }
  });
});
