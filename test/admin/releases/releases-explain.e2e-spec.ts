import { assert, asyncProperty, boolean, constantFrom, integer, option, record, subarray } from 'fast-check';
import { expectProblem, reasons } from '../../http/support/problem';
import { aReport, reporter } from '../../support/reports';
import { TestReleases } from '../../public/support/releases';
import { aDeviceKey } from '../../support/api';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { adminClient, asOwner, asRoles, suiteOwner } from '../support/admin';
import { aDisabledApp, anotherTenant } from '../support/apps';

const IN_STORE = { external_url: 'https://apps.example.com/shop' };
const UNKNOWN = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be9ff';

type Query = Readonly<Record<string, string | number>>;

interface Explanation {
  readonly offered: { readonly id: string; readonly version_code: number } | null;
  readonly decision: { readonly action: string; readonly reason: string } | null;
  readonly rules: readonly { readonly rule: string; readonly verdict: string; readonly facts: object }[];
  readonly [field: string]: unknown;
}

describe('GET …/mobile/releases/explain', () => {
  const api = suiteApi();
  const releases = new TestReleases(api);
  const admin = suiteOwner(api);
  let path: string;

  beforeAll(() => {
    path = `apps/${api.appId}/mobile/releases/explain`;
  });
  beforeEach(async () => {
    await releases.clear();
    await upgrade({});
  });

  const upgrade = async (changes: object) => {
    const settings = { blockedVersions: [], reviewVersions: [], maintenance: { active: false }, ...changes };
    await releases.query('UPDATE apps SET upgrade = $1, lock_version = lock_version + 1', [JSON.stringify(settings)]);
  };
  const explain = async (query: Query): Promise<Explanation> => {
    const { body } = await admin.get(path).query(query).expect(200);
    return body.data as Explanation;
  };
  const verdicts = ({ rules }: Explanation) => rules.map(({ rule, verdict }) => `${rule} ${verdict}`);

  it('lists every rule that was tried, its facts, and the outcome', async () => {
    const old = await releases.add({ version_code: 10, version_name: '1.0', ...IN_STORE });
    const id = await releases.publish(
      { version_code: 20, version_name: '2.0', rollout_percent: 99.99, min_supported_version_code: 5, ...IN_STORE },
      { fallback: old },
    );
    await releases.known();
    const release = {
      id,
      version_name: '2.0',
      version_code: 20,
      upgrade_mode: 'optional',
      rollout_percent: 99.99,
      rollout_paused: false,
      delivery: 'store',
    };
    const device_key = aDeviceKey();
    const explanation = await explain({ platform: 'android', version_code: 15, device_key, channel: 'huawei' });
    const { bucket } = explanation.rules[1]!.facts as { bucket: number };
    expect(bucket).toBeLessThan(9_999);
    expect(explanation).toEqual({
      platform: 'android',
      package_type: 'native_app',
      current: release,
      fallback: { ...release, id: old, version_name: '1.0', version_code: 10, rollout_percent: 100 },
      offered: release,
      decision: { action: 'store', reason: 'newer_available', next_check_after_seconds: 3_600 },
      update_available: true,
      update_required: false,
      native_update_required: null,
      rules: [
        { rule: 'policy', verdict: 'passed', facts: { platform: 'android', package_type: 'native_app' } },
        {
          rule: 'rollout',
          verdict: 'passed',
          facts: {
            release_id: id,
            release_version_code: 20,
            version_code: 15,
            rollout_percent: 99.99,
            paused: false,
            bucket,
          },
        },
        { rule: 'maintenance', verdict: 'passed', facts: { active: false } },
        {
          rule: 'blocked_versions',
          verdict: 'passed',
          facts: { blocked_versions: [], version_code: 15, version_name: null },
        },
        { rule: 'newer_version', verdict: 'passed', facts: { offered: 20, version_code: 15, version_name: null } },
        {
          rule: 'review_versions',
          verdict: 'passed',
          facts: { review_versions: [], version_code: 15, version_name: null },
        },
        {
          rule: 'native_version',
          verdict: 'passed',
          facts: { min_native_version_code: null, native_version_code: null },
        },
        {
          rule: 'runtime',
          verdict: 'passed',
          facts: { required_runtime_version: null, runtime_match: 'any', runtime_version: null },
        },
        {
          rule: 'minimum_version',
          verdict: 'passed',
          facts: { min_supported_version_code: 5, version_code: 15, version_name: null },
        },
        { rule: 'delivery', verdict: 'newer_available', facts: { delivery: 'store', upgrade_mode: 'optional' } },
      ],
    });
  });

  it('reports that nothing is published', async () => {
    await releases.publish({ platform: 'ios' });
    await releases.known();
    expect(await explain({ platform: 'android', version_code: 1 })).toEqual({
      platform: 'android',
      package_type: 'native_app',
      current: null,
      fallback: null,
      offered: null,
      decision: null,
      update_available: null,
      update_required: null,
      native_update_required: null,
      rules: [{ rule: 'policy', verdict: 'unavailable', facts: { platform: 'android', package_type: 'native_app' } }],
    });
  });

  it('reports who is excluded, even if there was no previous release', async () => {
    await releases.publish({ version_code: 20, rollout_paused: true, ...IN_STORE });
    await releases.known();
    const explanation = await explain({ platform: 'android', version_code: 10 });
    expect(explanation).toMatchObject({ offered: null, decision: null, fallback: null, current: { version_code: 20 } });
    expect(verdicts(explanation)).toEqual(['policy passed', 'rollout rollout_paused']);
  });

  it('shows whether a device reported having a paused release', async () => {
    const id = await releases.publish({ version_code: 20, ...IN_STORE });
    const device_key = aDeviceKey();
    await reporter(api)
      .send([aReport(id, 'installed')], device_key)
      .expect(202);
    await releases.change(id, 'rollout_paused = true');
    await releases.known();
    const ofDevice = async (key: string) => (await explain({ platform: 'android', device_key: key })).rules[1];
    expect(await ofDevice(device_key)).toMatchObject({ verdict: 'passed', facts: { reported_installed: true } });
    expect(await ofDevice(aDeviceKey())).toMatchObject({
      verdict: 'rollout_paused',
      facts: { reported_installed: false },
    });
  });

  it('explains an App that is disabled', async () => {
    const app = await aDisabledApp(admin);
    await releases.publish({ app_id: app.id, version_code: 20, ...IN_STORE }, { appId: app.id });
    await releases.known();
    const { body } = await admin
      .get(`apps/${app.id}/mobile/releases/explain`)
      .query({ platform: 'android', version_code: 10 })
      .expect(200);
    expect(body.data.decision).toMatchObject({ action: 'store', reason: 'newer_available' });
  });

  it.each([
    ['', 'platform required'],
    ['platform=windows', 'platform not_allowed'],
    ['platform=ios&package_type=apk', 'package_type not_allowed'],
    ['platform=ios&version_code=-1', 'version_code not_integer'],
    ['platform=ios&version_code=1.5', 'version_code not_integer'],
    ['platform=ios&version_code=2147483648', 'version_code out_of_range'],
    ['platform=ios&native_version_code=x', 'native_version_code not_integer'],
    ['platform=ios&wgt_version_code=', 'wgt_version_code not_integer'],
    [`platform=ios&runtime_version=${'4'.repeat(65)}`, 'runtime_version too_long'],
    ['platform=ios&channel=', 'channel required'],
    ['platform=ios&device_key=mine', 'device_key not_uuid'],
    ['platform=ios&platform=ios', 'platform repeated'],
  ])('refuses %s', async (query, reason) => {
    const answer = await admin.get(`${path}?${query}`);
    expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED');
    expect(reasons(answer.body)).toEqual([reason]);
  });

  it('is limited to Apps of the tenant, needs the permission to read releases, and is not on the legacy route', async () => {
    const query = '?platform=android';
    expectProblem(await adminClient(api).get(path + query), 401, 'IAM.TOKEN.MISSING');
    await (await asRoles(api, 'auditor')).get(path + query).expect(200);
    const refused = await (await asRoles(api, 'content_editor')).get(path + query);
    expectProblem(refused, 403, 'IAM.PERMISSION.DENIED', ['required_permission']);
    const away = await asOwner(api, { 'X-Tenant-ID': await anotherTenant(api) });
    for (const answer of [
      await away.get(path + query),
      await admin.get(`apps/${UNKNOWN}/mobile/releases/explain${query}`),
      await admin.get(`mobile/releases/explain${query}`).set('X-AppID', api.appId),
    ]) {
      expectProblem(answer, 404, 'RESOURCE.NOT_FOUND');
    }
  });

  it('gives the client’s own answer, whatever is published, set and asked', async () => {
    const codes = integer({ min: 1, max: 6 });
    const columns = record({
      version_code: codes,
      min_supported_version_code: option(codes),
      min_native_version_code: option(codes),
      upgrade_mode: constantFrom('optional', 'forced'),
      rollout_percent: constantFrom(0.01, 50, 100),
      rollout_paused: boolean(),
      required_runtime_version: constantFrom(null, '3.99'),
      runtime_match: constantFrom('exact', 'minimum', 'any'),
      external_url: constantFrom(null, IN_STORE.external_url),
    });
    const world = record({
      packageType: constantFrom('native_app', 'wgt'),
      current: option(columns, { freq: 8 }),
      fallback: option(columns),
      hasReported: boolean(),
      settings: record({
        blockedVersions: subarray(['1', '2'], { maxLength: 1 }),
        reviewVersions: subarray(['3', '4'], { maxLength: 1 }),
        maintenance: record({ active: constantFrom(false, false, false, true) }),
      }),
      query: record(
        {
          version_code: codes,
          native_version_code: codes,
          wgt_version_code: codes,
          runtime_version: constantFrom('3.9', '3.99', '4.0'),
        },
        { requiredKeys: [] },
      ),
      hasKey: boolean(),
    });
    await assert(
      asyncProperty(world, async ({ packageType, current, fallback, hasReported, settings, query, hasKey }) => {
        await releases.clear();
        await upgrade(settings);
        const key = aDeviceKey();
        const fixed = { package_type: packageType };
        const old =
          fallback && (await releases.add({ ...fallback, ...fixed, version_code: fallback.version_code + 10 }));
        const id = current && (await releases.publish({ ...current, ...fixed }, { fallback: old }));
        if (id && hasReported)
          await reporter(api)
            .send([aReport(id, 'installed')], key)
            .expect(202);
        await releases.known();
        const asked = { platform: 'android', package_type: packageType, ...query };
        const answer = await api.http
          .get('/api/v1/public/app-version')
          .query(asked)
          .set({ 'X-AppID': api.appId, ...(hasKey ? { 'X-AK-Device-Key': key } : {}) });
        const explanation = await explain({ ...asked, ...(hasKey ? { device_key: key } : {}) });
        if (answer.status === 503) {
          expect(explanation).toMatchObject({ offered: null, decision: null });
          expect(verdicts(explanation).at(-1)).toMatch(
            /^policy unavailable$|^(fallback_)?rollout (not_in_rollout|rollout_paused)$/,
          );
          return;
        }
        expect(answer.status).toBe(200);
        const told = (answer.body as { data: Record<string, unknown> }).data;
        expect(explanation.offered?.version_code).toBe(told['version_code']);
        expect(explanation).toMatchObject({
          decision: told['decision'] ?? null,
          update_available: told['update_available'],
          update_required: told['update_required'],
          native_update_required: told['native_update_required'] ?? null,
        });
        if (explanation.decision) expect(explanation.rules.at(-1)!.verdict).toBe(explanation.decision.reason);
      }),
      { numRuns: rounds(40) },
    );
  }, 120_000);
});
