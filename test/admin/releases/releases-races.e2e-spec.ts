import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { suiteOwner } from '../support/admin';
import { aManagedApp, auditOf } from '../support/apps';
import { NEW_RELEASE, pointersOf, releaseClient, releaseEventsOf } from '../support/releases';

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string };
}

const PLATFORMS = ['android', 'ios', 'harmony'];
const ADMINS = rounds(100);

/** How often each outcome occurred, such as `409 RESOURCE.VERSION_CONFLICT`. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = body.code === undefined ? String(status) : `${status} ${body.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

describe('Releases that several administrators handle at once', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let appId: string;
  let path: string;
  let releases: ReturnType<typeof releaseClient>;

  beforeEach(async () => {
    appId = (await aManagedApp(admin)).id;
    path = `apps/${appId}/mobile/releases`;
    releases = releaseClient(admin, path);
  });

  const times = <T>(count: number, act: (index: number) => PromiseLike<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => act(index)));
  const publish = (id: string, lock_version = 1) => admin.post(`${path}/${id}/publish`, { lock_version });
  const pointers = async () =>
    (await pointersOf(api, appId)).map(({ platform, release_id, fallback_release_id }) => ({
      platform,
      release_id,
      fallback_release_id,
    }));
  const eventsOfType = async (type: string) =>
    (await releaseEventsOf(api, appId)).filter((event) => event.type === type);

  it(`publish it with the same lock_version: one of ${ADMINS} does`, async () => {
    const { id } = await releases.create({ target_platforms: PLATFORMS });
    const answers = await times(ADMINS, () => publish(id));
    expect(tally(answers)).toEqual({ '200': 1, '409 RESOURCE.VERSION_CONFLICT': ADMINS - 1 });
    expect(await releases.read(id)).toMatchObject({ publish_status: 'online', lock_version: 2 });
    expect(await eventsOfType('release.published')).toHaveLength(1);
    expect((await auditOf(api, id)).filter(({ outcome }) => outcome === 'success')).toHaveLength(2);
  }, 60_000);

  it('publish two of overlapping targets: as if one had come after the other', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const own = (await aManagedApp(admin)).id;
      const there = releaseClient(admin, `apps/${own}/mobile/releases`);
      const a = await there.create({ target_platforms: ['android', 'ios'] });
      const b = await there.create({ platform: 'harmony', target_platforms: ['harmony', 'ios'] });
      const both = await Promise.all(
        [a, b].map(({ id }) => admin.post(`${there.path}/${id}/publish`, { lock_version: 1 })),
      );
      expect(tally(both)).toEqual({ '200': 2 });
      const found = await pointersOf(api, own);
      const winner = found.find(({ platform }) => platform === 'ios')!.release_id;
      expect([a.id, b.id]).toContain(winner);
      expect(found).toEqual([
        { platform: 'android', release_id: a.id, fallback_release_id: null },
        { platform: 'harmony', release_id: b.id, fallback_release_id: null },
        { platform: 'ios', release_id: winner, fallback_release_id: winner === a.id ? b.id : a.id },
      ]);
      for (const { id } of [a, b]) {
        const status = id === winner ? 'online' : 'partial';
        expect(await there.read(id)).toMatchObject({ publish_status: status, lock_version: 2 });
      }
    }
  }, 60_000);

  it('publish many over all platforms: every pointer is the last of them, and none is lost', async () => {
    const made: string[] = [];
    for (let count = 0; count < 12; count++) {
      made.push((await releases.create({ target_platforms: count % 2 ? PLATFORMS : [...PLATFORMS].reverse() })).id);
    }
    expect(tally(await times(made.length, (index) => publish(made[index]!)))).toEqual({ '200': 12 });
    const found = await pointers();
    expect(found.map(({ platform }) => platform)).toEqual(['android', 'harmony', 'ios']);
    expect(new Set(found.map(({ release_id }) => release_id)).size).toBe(1);
    expect(new Set(found.map(({ fallback_release_id }) => fallback_release_id)).size).toBe(1);
    const statuses = await Promise.all(made.map(async (id) => (await releases.read(id)).publish_status));
    expect(statuses.filter((status) => status === 'online')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'offline')).toHaveLength(11);
  }, 60_000);

  it('publish and unpublish: the pointers are those of the last one', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const { id } = await releases.create();
      await releases.publish(id);
      const next = await releases.create();
      const [published, unpublished] = await Promise.all([
        publish(next.id),
        admin.post(`${path}/${id}/unpublish`, { lock_version: 2 }),
      ]);
      expect(published.status).toBe(200);
      expect([200, 409]).toContain(unpublished.status);
      expect(await pointers()).toEqual([
        {
          platform: 'android',
          release_id: next.id,
          fallback_release_id: unpublished.status === 200 ? null : id,
        },
      ]);
    }
  }, 60_000);

  it('publish and delete a draft: one of both happens', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const { id } = await releases.create();
      const [published, deleted] = await Promise.all([publish(id), admin.delete(`${path}/${id}`)]);
      const after = await admin.get(`${path}/${id}`);
      expect([published.status, deleted.status, after.status]).toEqual(
        published.status === 200 ? [200, 409, 200] : [404, 200, 404],
      );
    }
  }, 60_000);

  it('publish and change what publication fixes: never both', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const { id } = await releases.create();
      const answers = await Promise.all([
        publish(id),
        admin.patch(`${path}/${id}`, { lock_version: 1, version_name: '9.9' }),
      ]);
      expect(tally(answers)).toEqual({ '200': 1, '409 RESOURCE.VERSION_CONFLICT': 1 });
    }
  }, 60_000);

  it('take the same version_code: one of ten gets it', async () => {
    const answers = await times(10, () => admin.post(path, { ...NEW_RELEASE, version_code: 77 }));
    expect(tally(answers)).toEqual({ '201': 1, '422 RELEASES.VERSION.DUPLICATE': 9 });
  });

  it('delete overlapping batches in any order: each is deleted by one batch, and batches as a whole', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push((await releases.create()).id);
    // Each begins elsewhere and runs forwards or backwards: locked in this order, they would deadlock.
    const batches = Array.from({ length: 16 }, (_, index) => {
      const batch = Array.from({ length: 5 }, (_, step) => ids[(index * 7 + step * 3) % ids.length]!);
      return index % 2 === 0 ? batch : batch.reverse();
    });
    const answers = await times(batches.length, (index) => admin.post(`${path}/batch-delete`, { ids: batches[index] }));
    expect(Object.keys(tally(answers)).sort()).toEqual(['200', '409 RESOURCE.CONFLICT']);
    const deleted = answers.flatMap(({ status }, index) => (status === 200 ? batches[index]! : [])).sort();
    expect(deleted).toEqual([...new Set(deleted)]);
    const left = await Promise.all(ids.map(async (id) => (await admin.get(`${path}/${id}`)).status));
    expect(ids.filter((_, index) => left[index] === 404).sort()).toEqual(deleted);
    expect(await eventsOfType('release.deleted')).toHaveLength(deleted.length);
  }, 60_000);
});
