import { expectProblem } from '../../http/support/problem';
import { MIGRATIONS } from '../../../migrations';
import { eventually } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aTenant } from '../support/tenants';

describe('The runtime', () => {
  const api = suiteApi({ BUILD_COMMIT: '4f9a1c2' });
  const owner = suiteOwner(api);

  const read = async () => (await owner.get('runtime').expect(200)).body.data;

  it('tells what runs and what it depends on', async () => {
    await eventually(async () => (await read()).instances.length === 1);
    const { body } = await api.http.get('/internal/v1/health/live').expect(200);
    const memory = { rss_bytes: expect.any(Number), heap_used_bytes: expect.any(Number) };
    const same = { version: body.data.version, commit: '4f9a1c2', node: process.version, memory };
    expect(await read()).toMatchObject({
      ...same,
      uptime_seconds: expect.any(Number),
      instances: [{ ...same, kind: 'all' }],
      database: {
        pool: { size: 10, waiting: 0 },
        migrations: { applied: MIGRATIONS.length, latest: MIGRATIONS.at(-1)!.name, pending: 0 },
        version: expect.stringMatching(/^\d+\.\d/),
      },
      redis: { status: 'disabled', latency_ms: null },
    });
  });

  it('counts what caches had and had not', async () => {
    const cacheNamed = async (name: string) =>
      ((await read()).caches as { name: string; hits: number; misses: number }[]).find((cache) => cache.name === name);
    // Who asks is looked up for each request.
    const before = await eventually(() => cacheNamed('account'));
    const after = await eventually(async () => {
      const account = await cacheNamed('account');
      return account && account.hits > before.hits && account;
    });
    expect(after).toMatchObject({ entries: expect.any(Number), bytes: expect.any(Number) });
    expect(after.misses).toBeGreaterThan(0);
  });

  it('counts the jobs of all tenants', async () => {
    for (const { id } of [await aTenant(api), { id: api.tenantId }]) {
      await queryAs(
        api.urls.superuserUrl,
        `INSERT INTO outbox_messages (tenant_id, id, type, lane, data, dead_at)
         VALUES ($1, gen_random_uuid(), 'test.dead', 'exports', '{}', now())`,
        [id],
      );
    }
    const exports = (await read()).queues.find(({ name }: { name: string }) => name === 'exports');
    expect(exports).toEqual({
      name: 'exports',
      ready: 0,
      delayed: 0,
      active: 0,
      failed: 0,
      dead: 2,
      oldest_ready_at: null,
    });
  });

  it('is the platform’s affair', async () => {
    const { owner: stranger } = await aTenant(api);
    expectProblem(await stranger.client.get('runtime'), 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
  });
});
