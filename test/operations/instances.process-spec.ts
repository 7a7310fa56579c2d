import { Sweeps } from '@libs/foundation';
import { eventually, startTestApi, type TestApi } from '../support/api';
import { queryAs, testPostgres } from '../support/database';
import { asOwner, type AdminClient } from '../admin/support/admin';
import { startServerProcess, WORKER, type ServerProcess } from '../support/server-process';

describe('The processes of an installation', () => {
  let api: TestApi;
  let owner: AdminClient;
  let worker: ServerProcess;

  beforeAll(async () => {
    api = await startTestApi({ RUN_WORKER: 'false' });
    owner = await asOwner(api);
    const environment = {
      NODE_ENV: 'test',
      DATABASE_URL: api.urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      DATA_DIR: testPostgres().directory,
      BUILD_COMMIT: '4f9a1c2',
    };
    worker = await startServerProcess(environment, WORKER);
  });
  afterAll(async () => {
    worker.child.kill('SIGKILL');
    await api.close();
  });

  const kinds = async () =>
    ((await owner.get('runtime').expect(200)).body.data.instances as { kind: string }[]).map(({ kind }) => kind).sort();
  const are = (...expected: string[]) =>
    eventually(async () => JSON.stringify(await kinds()) === JSON.stringify(expected));

  it('are listed as long as they run; they leave the list when told to end, or after a long silence, and are forgotten', async () => {
    const query = (text: string, values?: unknown[]) => queryAs(api.urls.superuserUrl, text, values);
    await are('api', 'worker');
    const { body } = await owner.get('runtime').expect(200);
    expect(body.data.instances[1]).toMatchObject({
      kind: 'worker',
      commit: '4f9a1c2',
      memory: { rss_bytes: expect.any(Number), heap_used_bytes: expect.any(Number) },
    });
    await query(`CREATE TABLE left_behind AS SELECT * FROM runtime_instances WHERE kind = 'worker'`);
    expect(await worker.kill('SIGTERM')).toBe(0);
    expect(await kinds()).toEqual(['api']);

    // What of it would be there had it been killed.
    await query('INSERT INTO runtime_instances SELECT * FROM left_behind');
    const silent = (seconds: number) =>
      query(`UPDATE runtime_instances SET last_seen_at = now() - make_interval(secs => $1) WHERE kind = 'worker'`, [
        seconds,
      ]);
    await silent(40);
    expect(await kinds()).toEqual(['api', 'worker']);
    await silent(46);
    expect(await kinds()).toEqual(['api']);
    await silent(3_601);
    await api.get(Sweeps).runAll();
    expect(await query('SELECT kind FROM runtime_instances')).toEqual([{ kind: 'api' }]);
  });
});
