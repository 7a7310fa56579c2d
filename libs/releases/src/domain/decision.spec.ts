import type { ClientFacts } from './client-facts';
import { decide } from './decision';
import type { RuntimeMatch } from './release-settings';
import type { Candidate, DecidingRelease, UpgradePolicy, UpgradeSettings } from './upgrade-policy';

const CURRENT = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910';
const FALLBACK = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be905';
/** Bucket 5,643 of the current release. */
const DEVICE = '3f2b8c1e-7a53-4d0c-9f7e-1f5f0a6d2b44';
const SETTINGS: UpgradeSettings = { blockedVersions: [], reviewVersions: [], maintenance: { active: false } };

function aRelease(changes: Partial<DecidingRelease> = {}): DecidingRelease {
  return {
    id: CURRENT,
    packageType: 'native_app',
    versionName: '1.0.10',
    versionCode: 10,
    minSupportedVersionCode: null,
    minNativeVersionCode: null,
    upgradeMode: 'optional',
    rolloutPercent: 100,
    rolloutPaused: false,
    requiredRuntimeVersion: null,
    runtimeMatch: 'any',
    ...changes,
  };
}

function aPolicy(
  changes: Partial<DecidingRelease> = {},
  fallback: Partial<DecidingRelease> | null = null,
  delivery: Candidate['delivery'] = 'package',
): UpgradePolicy {
  return {
    current: { release: aRelease(changes), delivery },
    fallback: fallback && {
      release: aRelease({ id: FALLBACK, versionCode: 5, versionName: '1.0.5', ...fallback }),
      delivery,
    },
  };
}

function aClient(code: number | null, others: Partial<ClientFacts> = {}): ClientFacts {
  return {
    deviceKey: DEVICE,
    version: code === null ? null : { code, name: null },
    native: null,
    runtimeVersion: null,
    ...others,
  };
}

function verdictOf(policy: UpgradePolicy, client: ClientFacts, settings: Partial<UpgradeSettings> = {}) {
  const { offered, updateAvailable, updateRequired, decision, nativeUpdateRequired } = decide(
    policy,
    { ...SETTINGS, ...settings },
    client,
  );
  return {
    offered: offered?.release.versionCode ?? null,
    available: updateAvailable,
    required: updateRequired,
    native: nativeUpdateRequired,
    decision: decision && `${decision.action} ${decision.reason}`,
  };
}

const native = (code: number) => ({ native: { code, name: null } });

describe('Decision', () => {
  it.each<[string, UpgradePolicy, ClientFacts, Partial<UpgradeSettings>, object]>([
    ['newer', aPolicy(), aClient(9), {}, { available: true, required: false, decision: 'native newer_available' }],
    ['the same', aPolicy(), aClient(10), {}, { available: false, required: false, decision: 'none up_to_date' }],
    ['older than the client', aPolicy(), aClient(11), {}, { available: false, decision: 'none up_to_date' }],
    ['newer, of a store', aPolicy({}, null, 'store'), aClient(9), {}, { decision: 'store newer_available' }],
    ['newer, nowhere', aPolicy({}, null, null), aClient(9), {}, { available: false, decision: 'none newer_available' }],
    ['a newer wgt', aPolicy({ packageType: 'wgt' }), aClient(9), {}, { decision: 'wgt newer_available' }],
    [
      'forced',
      aPolicy({ upgradeMode: 'forced' }),
      aClient(9),
      {},
      { available: true, required: true, decision: 'native newer_available' },
    ],
    ['forced and the same', aPolicy({ upgradeMode: 'forced' }), aClient(10), {}, { required: false }],
    [
      'with a minimum above the client',
      aPolicy({ minSupportedVersionCode: 8 }),
      aClient(7),
      {},
      { available: true, required: true, decision: 'native below_minimum' },
    ],
    [
      'with the client as minimum',
      aPolicy({ minSupportedVersionCode: 8 }),
      aClient(8),
      {},
      { required: false, decision: 'native newer_available' },
    ],
    [
      'with a minimum that nothing reaches',
      aPolicy({ minSupportedVersionCode: 12 }),
      aClient(10),
      {},
      { available: false, required: true, decision: 'block below_minimum' },
    ],
    [
      'with a minimum and no way to get it',
      aPolicy({ minSupportedVersionCode: 8 }, null, null),
      aClient(7),
      {},
      { available: false, required: true, decision: 'block below_minimum' },
    ],
    [
      'a client blocked by code',
      aPolicy(),
      aClient(9),
      { blockedVersions: ['9'] },
      { available: true, decision: 'block blocked_version' },
    ],
    [
      'a client blocked by name',
      aPolicy(),
      aClient(null, { version: { code: 9, name: '1.0.9' } }),
      { blockedVersions: ['1.0.9.0'] },
      { decision: 'block blocked_version' },
    ],
    [
      'a client in a blocked native app',
      aPolicy({ packageType: 'wgt' }),
      aClient(9, native(3)),
      { blockedVersions: ['3'] },
      { decision: 'block blocked_version' },
    ],
    [
      'maintenance, blocked or not',
      aPolicy(),
      aClient(9),
      { blockedVersions: ['9'], maintenance: { active: true } },
      { available: true, decision: 'block maintenance' },
    ],
    [
      'a wgt for a version in review',
      aPolicy({ packageType: 'wgt', upgradeMode: 'silent', minSupportedVersionCode: 10 }),
      aClient(9, native(3)),
      { reviewVersions: ['3'] },
      { available: false, required: false, decision: 'none in_review' },
    ],
    [
      'a native app for a version in review',
      aPolicy(),
      aClient(9),
      { reviewVersions: ['9'] },
      { available: true, decision: 'native newer_available' },
    ],
    [
      'a wgt for a newer native app',
      aPolicy({ packageType: 'wgt', minNativeVersionCode: 4, upgradeMode: 'forced' }),
      aClient(9, native(3)),
      {},
      { available: false, required: false, native: true, decision: 'native native_too_old_for_wgt' },
    ],
    [
      'a wgt for this native app',
      aPolicy({ packageType: 'wgt', minNativeVersionCode: 4 }),
      aClient(9, native(4)),
      {},
      { available: true, native: false, decision: 'wgt newer_available' },
    ],
    [
      'a wgt for a native app that is not told',
      aPolicy({ packageType: 'wgt', minNativeVersionCode: 4 }),
      aClient(9),
      {},
      { available: true, native: null, decision: 'wgt newer_available' },
    ],
    [
      'a client that tells its native app only',
      aPolicy({ packageType: 'wgt', minNativeVersionCode: 4 }),
      aClient(null, native(3)),
      {},
      { available: null, required: null, native: true, decision: null },
    ],
  ])('%s', (_what, policy, client, settings, expected) => {
    expect(verdictOf(policy, client, settings)).toMatchObject({ offered: 10, ...expected });
  });

  it.each<[RuntimeMatch, string | null, boolean]>([
    ['exact', '3.99', true],
    ['exact', '3.99.0', true],
    ['exact', '4.0', false],
    ['exact', null, true],
    ['minimum', '3.100', true],
    ['minimum', '3.9', false],
    ['any', '1.0', true],
  ])('a wgt compiled for runtime 3.99 (%s) fits %s: %s', (runtimeMatch, runtimeVersion, fits) => {
    const policy = aPolicy({ packageType: 'wgt', requiredRuntimeVersion: '3.99', runtimeMatch });
    expect(verdictOf(policy, aClient(9, { runtimeVersion }))).toMatchObject({
      available: fits,
      decision: fits ? 'wgt newer_available' : 'none runtime_mismatch',
    });
  });

  it('compares names if a client knows no codes', () => {
    const client = (name: string) => aClient(null, { version: { code: null, name } });
    expect(verdictOf(aPolicy(), client('1.0.9'))).toMatchObject({ available: true });
    expect(verdictOf(aPolicy(), client('1.0.10'))).toMatchObject({ available: false });
    expect(verdictOf(aPolicy(), client('1.0.9'), { blockedVersions: ['null'] })).toMatchObject({
      decision: 'native newer_available',
    });
  });
});

describe('A partial rollout', () => {
  const outside = { rolloutPercent: 56.43 };
  const inside = { rolloutPercent: 56.44 };

  it('offers the previous release to the others', () => {
    expect(verdictOf(aPolicy(outside, {}), aClient(4))).toMatchObject({
      offered: 5,
      available: true,
      decision: 'native newer_available',
    });
    expect(verdictOf(aPolicy(outside, {}), aClient(5))).toMatchObject({
      offered: 5,
      available: false,
      decision: 'none not_in_rollout',
    });
    expect(verdictOf(aPolicy(inside, {}), aClient(5))).toMatchObject({ offered: 10, available: true });
    expect(verdictOf(aPolicy(inside, {}), aClient(5, { deviceKey: null }))).toMatchObject({ offered: 5 });
  });

  it('offers nothing to the others if there was no previous release', () => {
    const nothing = { offered: null, available: null, required: null, native: null, decision: null };
    expect(verdictOf(aPolicy(outside), aClient(4))).toEqual(nothing);
    expect(verdictOf(aPolicy({ rolloutPaused: true }), aClient(null))).toEqual(nothing);
  });

  it('leaves the release to clients that run it', () => {
    for (const changes of [outside, { rolloutPaused: true }]) {
      expect(verdictOf(aPolicy(changes, {}), aClient(10))).toMatchObject({ offered: 10, decision: 'none up_to_date' });
      expect(verdictOf(aPolicy(changes), aClient(10))).toMatchObject({ offered: 10, decision: 'none up_to_date' });
    }
  });

  it('leaves it, while it is paused, to devices that reported having it', () => {
    for (const rolloutPercent of [100, 56.43]) {
      const policy = aPolicy({ rolloutPercent, rolloutPaused: true }, {});
      expect(verdictOf(policy, aClient(null, { reportedReleaseId: CURRENT }))).toMatchObject({ offered: 10 });
      expect(verdictOf(policy, aClient(5, { reportedReleaseId: CURRENT }))).toMatchObject({
        offered: 10,
        decision: 'native newer_available',
      });
      expect(verdictOf(policy, aClient(null, { reportedReleaseId: null }))).toMatchObject({ offered: 5 });
    }
    expect(verdictOf(aPolicy(outside, {}), aClient(5, { reportedReleaseId: CURRENT }))).toMatchObject({ offered: 5 });
  });

  it('gives it to no new devices while it is paused', () => {
    for (const rolloutPercent of [100, 56.44]) {
      const policy = aPolicy({ rolloutPercent, rolloutPaused: true }, {});
      expect(verdictOf(policy, aClient(5))).toMatchObject({ offered: 5, decision: 'none rollout_paused' });
      expect(verdictOf(policy, aClient(4))).toMatchObject({ offered: 5, decision: 'native newer_available' });
    }
  });

  it('respects the rollout of the fallback itself', () => {
    for (const heldBack of [{ rolloutPaused: true }, { rolloutPercent: 0.01 }]) {
      const policy = aPolicy(outside, heldBack);
      expect(verdictOf(policy, aClient(4))).toMatchObject({ offered: null, decision: null });
      expect(verdictOf(policy, aClient(5))).toMatchObject({ offered: 5 });
    }
    const paused = aPolicy(outside, { rolloutPaused: true });
    expect(verdictOf(paused, aClient(4, { reportedReleaseId: FALLBACK }))).toMatchObject({ offered: 5 });
  });
});

describe('The trace', () => {
  it('names every rule that was tried with its facts, and ends with the one that decided', () => {
    const policy = aPolicy({ packageType: 'wgt', minNativeVersionCode: 4, rolloutPercent: 60 });
    const { trace } = decide(policy, SETTINGS, aClient(9, native(3)));
    expect(trace.map(({ rule, verdict }) => `${rule} ${verdict}`)).toEqual([
      'rollout passed',
      'maintenance passed',
      'blocked_versions passed',
      'newer_version passed',
      'review_versions passed',
      'native_version native_too_old_for_wgt',
    ]);
    expect(trace[0]?.facts).toMatchObject({ release_id: CURRENT, rollout_percent: 60, paused: false, bucket: 5_643 });
    expect(trace.at(-1)?.facts).toEqual({ min_native_version_code: 4, native_version_code: 3 });
  });

  it('shows that the rollout withholds a release', () => {
    const { trace } = decide(aPolicy({ rolloutPercent: 1 }), SETTINGS, aClient(4));
    expect(trace).toMatchObject([{ rule: 'rollout', verdict: 'not_in_rollout' }]);
  });
});
