import { Sweeps } from '@libs/foundation';
import { Sweeper } from '../../libs/foundation/src/outbox/sweeper';
import { SweepSchedule } from '../../libs/foundation/src/outbox/sweep-schedule';
import { IamSweeper } from '../../libs/iam/src/infrastructure/personal-data/iam-sweeper';
import { eventually } from '../support/api';
import { queryAs, silent } from '../support/database';
import { startTestOutbox, type TestOutbox } from '../support/outbox';

const EXPIRED_ROWS = 200_000;
/** The promise for codes. On a machine that is slow, what is swept takes longer as well: then it is a part of that. */
const CODE_LEAVES_WITHIN_MS = 2_000;

describe('The sweeps', () => {
  let at: TestOutbox;
  let sweeper: Sweeper | undefined;

  beforeAll(async () => {
    at = await startTestOutbox();
  });
  afterAll(async () => {
    await sweeper?.stop();
    await at.close();
  });

  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    queryAs<Row>(at.test.superuserUrl, text, values);
  const swept = async () => {
    const [run] = await query<{ rows: number; behind: boolean }>(
      `SELECT rows::integer, behind FROM sweeps
        WHERE name = 'iam.login_events' AND lease_until IS NULL AND runs > 0`,
    );
    return run;
  };

  it('delete 200,000 rows while codes are sent within two seconds', async () => {
    const [app] = await query<{ id: string }>('SELECT id FROM apps');
    await query(
      `INSERT INTO login_events (tenant_id, id, app_id, identifier_key, result, method, occurred_at)
       SELECT $1, gen_random_uuid(), $2, '', 'failure', 'password', now() - interval '200 days' - n * interval '1 second'
         FROM generate_series(1, ${EXPIRED_ROWS}) n`,
      [at.tenantId, app?.id],
    );
    const sweeps = new Sweeps(silent);
    new IamSweeper(sweeps, at.test.database).onModuleInit();
    const waits: number[] = [];
    at.startRelay('test.code', ({ createdAt }) => {
      waits.push(Date.now() - createdAt.getTime());
      return Promise.resolve();
    });
    const start = performance.now();
    sweeper = new Sweeper(sweeps, new SweepSchedule(at.test.database), silent);
    sweeper.start();
    let isOver = false;
    const codes = (async () => {
      while (!isOver) {
        await at.add('test.code', { lane: 'codes.sms' });
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    })();
    const run = await eventually(swept).finally(() => (isOver = true));
    const seconds = (performance.now() - start) / 1_000;
    await codes;
    await eventually(async () => (await at.unsettled('test.code')) === 0);
    expect(run).toMatchObject({ rows: EXPIRED_ROWS, behind: false });
    expect(waits.length).toBeGreaterThan(1);
    expect(Math.max(...waits)).toBeLessThan(Math.max(CODE_LEAVES_WITHIN_MS, (seconds * 1_000) / 2));
    if (process.env['MEASURE']) {
      process.stderr.write(`${EXPIRED_ROWS} rows in ${seconds.toFixed(1)} s; codes after ${waits.join(' ')} ms\n`);
    }
  });
});
