import { rolloutBucket } from '../../libs/releases/src/domain/rollout';
import { suiteOwner } from '../admin/support/admin';
import { aGuardedApp, checked, type GuardedApp } from '../admin/support/health';
import { aDeviceKey, eventually } from '../support/api';
import { suiteApi } from '../support/suite';

/** One in a hundred devices. */
const A_FEW = { rollout_percent: 1 };
const GATE = { max_failure_percent: 20, min_reports: 3, window_minutes: 60, action: 'pause' };

describe('A release that was held back', () => {
  const api = suiteApi();
  const admin = suiteOwner(api);
  let app: GuardedApp;
  beforeEach(async () => {
    app = await aGuardedApp(api, admin);
  });

  const publish = async (input: object = {}) => app.releases.publish((await app.releases.create(input)).id);
  const deviceOutside = (...releases: readonly { readonly id: string }[]): string => {
    for (;;) {
      const key = aDeviceKey();
      if (releases.every(({ id }) => rolloutBucket(id, key) >= 5_000)) return key;
    }
  };
  const deviceInside = ({ id }: { readonly id: string }, ...others: readonly { readonly id: string }[]): string => {
    for (;;) {
      const key = deviceOutside(...others);
      if (rolloutBucket(id, key) < 100) return key;
    }
  };
  const policyFor = (key: string) =>
    api.http
      .get('/api/v1/public/app-version')
      .query({ platform: 'android', package_type: 'wgt' })
      .set({ 'X-AppID': app.appId, 'X-AK-Device-Key': key });
  /** Once this process has seen what was published. */
  const expectOffered = (key: string, version: unknown) =>
    eventually(async () => {
      const { status, body } = await policyFor(key);
      return (status === 200 ? (body as { data: { version_code: number } }).data.version_code : status) === version;
    });
  const placesOf = async (id: string) => {
    const { published_platforms, fallback_platforms, publish_status } = await app.releases.read(id);
    return { published_platforms, fallback_platforms, publish_status };
  };

  it('paused half-way, reaches nobody through the next staged publication', async () => {
    const a = await publish();
    const b = await publish({ rollout_percent: 50 });
    await app.releases.rollOut(b.id, { paused: true });
    const c = await publish(A_FEW);
    await expectOffered(deviceInside(c), c['version_code']);
    await expectOffered(deviceOutside(b, c), a['version_code']);
    // Even devices that would be in the rollout of the paused one.
    await expectOffered(deviceInside(b, c), a['version_code']);
    expect(await placesOf(a.id)).toEqual({
      publish_status: 'offline',
      published_platforms: [],
      fallback_platforms: ['android'],
    });
    expect(await placesOf(b.id)).toEqual({
      publish_status: 'offline',
      published_platforms: [],
      fallback_platforms: [],
    });
  });

  it('is withdrawn where it is the fallback: then those outside the rollout have no policy', async () => {
    const a = await publish();
    const b = await publish(A_FEW);
    const outside = deviceOutside(b);
    await expectOffered(outside, a['version_code']);
    const withdrawn = await app.releases.unpublish(a.id);
    expect(withdrawn).toMatchObject({ publish_status: 'offline', fallback_platforms: [] });
    await expectOffered(outside, 503);
    await expectOffered(deviceInside(b), b['version_code']);
    const { lock_version } = await app.releases.read(a.id);
    const again = await admin.post(`${app.releases.path}/${a.id}/unpublish`, { lock_version }).expect(409);
    expect(again.body).toMatchObject({ code: 'RELEASES.STATE.INVALID' });
  });

  it('stopped by its health gate, is no fallback either', async () => {
    const a = await publish();
    const b = await publish({ health_gate: GATE });
    await app.tell(b.id, 4);
    await checked(api);
    expect(await app.releases.read(b.id)).toMatchObject({ rollout_paused: true });
    const c = await publish(A_FEW);
    await expectOffered(deviceOutside(c), a['version_code']);
    expect((await placesOf(b.id)).fallback_platforms).toEqual([]);
  });

  it('stopped by its health gate half-way, leaves everybody who does not have it what was out before', async () => {
    const a = await publish();
    const b = await publish({ rollout_percent: 50, health_gate: GATE });
    const inside = deviceInside(b);
    await expectOffered(inside, b['version_code']);
    await app.tell(b.id, 4);
    await checked(api);
    await expectOffered(inside, a['version_code']);
    await expectOffered(deviceOutside(b), a['version_code']);
    expect((await placesOf(a.id)).fallback_platforms).toEqual(['android']);
    // Resumed by an administrator, it continues where it was.
    await app.releases.rollOut(b.id, { paused: false });
    await expectOffered(inside, b['version_code']);
  });

  it('withdrawn by its health gate, brings nothing back', async () => {
    const a = await publish();
    const b = await publish({ rollout_percent: 50, health_gate: { ...GATE, action: 'unpublish' } });
    await app.tell(b.id, 4);
    await checked(api);
    await expectOffered(deviceInside(b), 503);
    expect(await placesOf(b.id)).toMatchObject({ publish_status: 'offline', published_platforms: [] });
    expect(await placesOf(a.id)).toMatchObject({ publish_status: 'offline', fallback_platforms: [] });
  });

  it('stopped by its health gate while it is the fallback, reaches nobody new', async () => {
    const a = await publish({ health_gate: GATE });
    const b = await publish(A_FEW);
    const outside = deviceOutside(b);
    await expectOffered(outside, a['version_code']);
    await app.tell(a.id, 4);
    await checked(api);
    await expectOffered(outside, 503);
    await expectOffered(deviceInside(b), b['version_code']);
  });

  it('paused after it became the fallback, stays with those who have it', async () => {
    const a = await publish();
    const b = await publish(A_FEW);
    await app.releases.rollOut(a.id, { paused: true });
    const key = deviceOutside(b);
    await expectOffered(key, 503);
    const answer = await policyFor(key).query({ version_code: a['version_code'] }).expect(200);
    expect(answer.body.data).toMatchObject({ version_code: a['version_code'], update_available: false });
  });

  it('asks nothing of those whom it does not reach: the public configuration names the minimum of the fallback', async () => {
    const native = { package_type: 'native_app' };
    await publish({ ...native, min_supported_version_code: 3 });
    await publish({ ...native, min_supported_version_code: 900, ...A_FEW });
    await eventually(async () => {
      const { body } = await api.http.get('/api/v1/public/config').set('X-AppID', app.appId).expect(200);
      return body.data.upgrade.min_supported.android === 3;
    });
  });
});
