import { newId } from '@libs/kernel';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aDisabledApp, aManagedApp, eventsOf, NEW_APP } from '../support/apps';

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly ids?: string[]; readonly current_lock_version?: number };
}

/** How often each outcome occurred, such as `409 RESOURCE.VERSION_CONFLICT`. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = body.code === undefined ? String(status) : `${status} ${body.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe('Administrators at the same time', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);

  const times = <T>(count: number, act: (index: number) => PromiseLike<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index)));
  const deletions = async (id: string) => (await eventsOf(api, id)).filter(({ type }) => type === 'app.deleted').length;

  it('publish an onboarding upon the same version: one of twenty succeeds', async () => {
    const app = await aManagedApp(admin);
    const content = { expected_version: 0, enabled: true, slides: [] };
    const answers = await times(20, () => admin.post(`apps/${app.id}/startup/onboarding/publish`, content));
    expect(tally(answers)).toEqual({ '200': 1, '409 APPS.ONBOARDING.STALE': 19 });
    const { body } = await admin.get(`apps/${app.id}/startup/onboarding/revisions`).expect(200);
    expect(body.data).toMatchObject({ total: 1, items: [{ version: 1 }] });
  });

  it('publish concurrently: every version once, none lost', async () => {
    const app = await aManagedApp(admin);
    const attempts = rounds(20);
    let published = 0;
    await times(4, async () => {
      for (let attempt = 0; attempt < attempts; attempt++) {
        const { body: present } = await admin.get(`apps/${app.id}`).expect(200);
        const expected_version = present.data.startup.onboarding.published_version as number;
        const content = { expected_version, enabled: true, slides: [] };
        const { status } = await admin.post(`apps/${app.id}/startup/onboarding/publish`, content);
        if (status === 200) published++;
        else expect(status).toBe(409);
      }
    });
    const { body } = await admin.get(`apps/${app.id}/startup/onboarding/revisions?page_size=100`).expect(200);
    expect((body.data.items as { version: number }[]).map(({ version }) => version)).toEqual(
      Array.from({ length: published }, (_, index) => published - index),
    );
    expect(published).toBeGreaterThanOrEqual(attempts);
  }, 60_000);

  it('claim the same dcloud_appid: one of ten gets it', async () => {
    const dcloud_appid = `__UNI__${newId()}`;
    const answers = await times(10, () => admin.post('apps', { ...NEW_APP, dcloud_appid }));
    expect(tally(answers)).toEqual({ '201': 1, '422 REQUEST.VALIDATION_FAILED': 9 });
  });

  it('disable an App: one of eight does', async () => {
    const app = await aManagedApp(admin);
    const answers = await times(8, () => admin.post(`apps/${app.id}/disable`, { lock_version: 1 }));
    expect(tally(answers)).toEqual({ '200': 1, '409 RESOURCE.VERSION_CONFLICT': 7 });
  });

  it('delete an App: one of eight does, with one event', async () => {
    const app = await aDisabledApp(admin);
    const answers = await times(8, () => admin.delete(`apps/${app.id}`));
    expect(tally(answers)).toEqual({ '200': 1, '404 RESOURCE.NOT_FOUND': 7 });
    expect(await deletions(app.id)).toBe(1);
  });

  it('enable and delete an App: one of both happens', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const app = await aDisabledApp(admin);
      const [enabled, deleted] = await Promise.all([
        admin.post(`apps/${app.id}/enable`, { lock_version: app.lock_version }),
        admin.delete(`apps/${app.id}`),
      ]);
      const after = await admin.get(`apps/${app.id}`);
      expect([enabled.status, deleted.status, after.status]).toEqual(
        enabled.status === 200 ? [200, 409, 200] : [404, 200, 404],
      );
    }
  });

  it('delete overlapping batches in any order: each App is deleted by one batch, batches as a whole, without deadlocks', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 16; count++) ids.push((await aDisabledApp(admin)).id);
    // Each begins elsewhere and runs forwards or backwards: locked in this order, they would deadlock.
    const batches = Array.from({ length: 16 }, (_, index) => {
      const batch = Array.from({ length: 5 }, (_, step) => ids[(index * 7 + step * 3) % ids.length]!);
      return index % 2 === 0 ? batch : batch.reverse();
    });
    const answers = await times(batches.length, (index) => admin.post('apps/batch-delete', { ids: batches[index] }));
    const outcomes = tally(answers);
    expect(Object.keys(outcomes).sort()).toEqual(['200', '409 RESOURCE.CONFLICT']);
    const deleted = answers.flatMap(({ status }, index) => (status === 200 ? batches[index]! : []));
    expect(deleted).toEqual([...new Set(deleted)]);
    const rows = await queryAs<{ id: string }>(
      api.urls.superuserUrl,
      'SELECT id FROM apps WHERE id = ANY ($1) AND deleted_at IS NOT NULL',
      [ids],
    );
    expect(rows.map(({ id }) => id).sort()).toEqual(deleted.sort());
    expect(await Promise.all(deleted.map(deletions))).toEqual(deleted.map(() => 1));
    for (const [index, answer] of answers.entries()) {
      if (answer.status !== 409) continue;
      const obstacles = answer.body.ids as string[];
      expect(obstacles.length).toBeGreaterThan(0);
      expect(obstacles.every((id) => batches[index]!.includes(id) && deleted.includes(id))).toBe(true);
    }
  }, 60_000);
});
