import { newId } from '@libs/kernel';
import { Instances } from '@libs/operations';
import { AWAIT_RELAYS } from '../../apps/api/src/admin-cli/await-relays';
import { UsageError } from '../../apps/api/src/admin-cli/command';
import { queryAs } from '../support/database';
import { suiteApi } from '../support/suite';
import { runCommand } from './support/commands';

interface Awaited {
  readonly waited_seconds: number;
  readonly relays: readonly object[];
}

describe('npm run admin -- await-relays', () => {
  const api = suiteApi();

  const sql = (text: string, values: unknown[] = []) => queryAs(api.urls.superuserUrl, text, values);
  /** One that is told of for long enough, however busy the machine is. */
  const runs = (kind: string, commit: string | null) =>
    sql(
      `INSERT INTO runtime_instances (id, kind, version, commit, node, hostname, rss_bytes, heap_used_bytes, started_at,
         last_seen_at)
       VALUES ($1, $2, '0.1.0', $3, 'v24', 'previous', 1, 1, now(), now() + interval '1 hour')`,
      [newId(), kind, commit],
    );
  const wait = (seconds: number) => runCommand<Awaited>(api, AWAIT_RELAYS, { 'timeout-seconds': String(seconds) });

  afterEach(() => sql(`DELETE FROM runtime_instances WHERE hostname = 'previous'`));

  it('passes at once where no other build has a relay', async () => {
    await runs('api', 'previous');
    const looking = jest.spyOn(api.get(Instances), 'list');
    try {
      expect(await wait(600)).toEqual({ isGood: true, output: { waited_seconds: expect.any(Number), relays: [] } });
      expect(looking).toHaveBeenCalledTimes(1);
    } finally {
      looking.mockRestore();
    }
  });

  it('waits until the last worker of another build is gone', async () => {
    await runs('worker', 'previous');
    const waiting = wait(600);
    const first = await Promise.race([waiting, wait(0)]);
    expect(first.isGood).toBe(false);
    await sql(`DELETE FROM runtime_instances WHERE hostname = 'previous'`);
    expect((await waiting).isGood).toBe(true);
  });

  it('gives up after its time, and tells who is left', async () => {
    await runs('worker', 'previous');
    await runs('all', 'earlier');
    const { isGood, output } = await wait(0);
    expect(isGood).toBe(false);
    expect(output.relays).toEqual(
      expect.arrayContaining([
        { kind: 'worker', version: '0.1.0', commit: 'previous', hostname: 'previous' },
        { kind: 'all', version: '0.1.0', commit: 'earlier', hostname: 'previous' },
      ]),
    );
  });

  it('lets in another api of a build that runs already, whatever else does', async () => {
    await runs('worker', 'following');
    await runs('api', null);
    expect((await wait(0)).isGood).toBe(true);
  });

  it('has no use for a time that is none', async () => {
    await expect(runCommand(api, AWAIT_RELAYS, { 'timeout-seconds': 'soon' })).rejects.toBeInstanceOf(UsageError);
  });
});
