import fc from 'fast-check';
import { decide, type DecisionAction } from './decision';
import { UPGRADE_MODES } from './release-settings';
import type { Candidate, DecidingRelease, UpgradePolicy } from './upgrade-policy';

const INSTALLS: readonly DecisionAction[] = ['wgt', 'native', 'store'];

const codes = fc.integer({ min: 1, max: 12 });
const releases: fc.Arbitrary<DecidingRelease> = fc.record({
  id: fc.uuid(),
  packageType: fc.constantFrom('native_app' as const, 'wgt' as const),
  versionName: fc.constant('1.0.0'),
  versionCode: codes,
  minSupportedVersionCode: fc.option(codes),
  minNativeVersionCode: fc.option(codes),
  upgradeMode: fc.constantFrom(...UPGRADE_MODES),
  rolloutPercent: fc.constantFrom(0.01, 50, 100),
  rolloutPaused: fc.boolean(),
  requiredRuntimeVersion: fc.constantFrom(null, '3.99'),
  runtimeMatch: fc.constantFrom('exact' as const, 'minimum' as const, 'any' as const),
});
const candidates: fc.Arbitrary<Candidate> = fc.record({
  release: releases,
  delivery: fc.constantFrom('package' as const, 'store' as const, null),
});
const policies: fc.Arbitrary<UpgradePolicy> = fc.record({ current: candidates, fallback: fc.option(candidates) });
const lists = fc.array(codes.map(String), { maxLength: 2 });
const settings = fc.record({
  blockedVersions: lists,
  reviewVersions: lists,
  maintenance: fc.record({ active: fc.boolean() }),
});
const clientsOf = (version: fc.Arbitrary<{ code: number; name: null } | null>) =>
  fc.record({
    deviceKey: fc.option(fc.uuid()),
    version,
    native: fc.option(codes.map((code) => ({ code, name: null }))),
    runtimeVersion: fc.constantFrom(null, '3.9', '3.99', '4.0'),
  });
const version = codes.map((code) => ({ code, name: null }));

describe('For every client', () => {
  it('the decision is the verdict of the last rule that was tried', () => {
    fc.assert(
      fc.property(policies, settings, clientsOf(version), (policy, upgrade, client) => {
        const { offered, decision, trace } = decide(policy, upgrade, client);
        const rules = trace.filter(({ rule }) => !rule.endsWith('rollout'));
        expect(rules.slice(0, -1).every(({ verdict }) => verdict === 'passed')).toBe(true);
        expect(rules.at(-1)?.verdict).toBe(decision?.reason);
        if (!offered) expect(trace.every(({ verdict }) => verdict !== 'passed')).toBe(true);
        expect(decision === null).toBe(offered === null);
      }),
    );
  });

  it('a client that does not send its version is told nothing about updates', () => {
    fc.assert(
      fc.property(policies, settings, clientsOf(fc.constant(null)), (policy, upgrade, client) => {
        const { updateAvailable, updateRequired, decision } = decide(policy, upgrade, client);
        expect([updateAvailable, updateRequired, decision]).toEqual([null, null, null]);
      }),
    );
  });

  it('an update is newer, available, and compatible with the client', () => {
    fc.assert(
      fc.property(policies, settings, clientsOf(version), (policy, upgrade, client) => {
        const { offered, updateAvailable, decision, nativeUpdateRequired } = decide(policy, upgrade, client);
        if (!offered || !decision || !client.version) return;
        const { code } = client.version;
        if (updateAvailable) {
          expect(code).toBeLessThan(offered.release.versionCode);
          expect(offered.delivery).not.toBeNull();
          expect(nativeUpdateRequired).not.toBe(true);
        } else if (INSTALLS.includes(decision.action)) {
          expect(decision).toMatchObject({ action: 'native', reason: 'native_too_old_for_wgt' });
        }
      }),
    );
  });

  it('an update is required below the minimum, or when it is forced and available, and never otherwise', () => {
    fc.assert(
      fc.property(policies, settings, clientsOf(version), (policy, upgrade, client) => {
        const { offered, updateAvailable, updateRequired, trace } = decide(policy, upgrade, client);
        if (!offered || !client.version) return;
        const { release } = offered;
        const isBelow = client.version.code < (release.minSupportedVersionCode ?? 0);
        const isForced = updateAvailable === true && release.upgradeMode === 'forced';
        const isReviewed = (code: number | undefined) => upgrade.reviewVersions.includes(String(code));
        const isInReview =
          release.packageType === 'wgt' && (isReviewed(client.version.code) || isReviewed(client.native?.code));
        expect({ updateRequired, trace }).toEqual({ updateRequired: (isBelow && !isInReview) || isForced, trace });
      }),
    );
  });

  it('no client is sent back to the fallback after running the current release', () => {
    fc.assert(
      fc.property(policies, settings, clientsOf(version), (policy, upgrade, client) => {
        const runsIt = (client.version?.code ?? 0) >= policy.current.release.versionCode;
        return !runsIt || decide(policy, upgrade, client).offered === policy.current;
      }),
    );
  });

  it('a growing rollout takes the release from no device', () => {
    const percents = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(policies, settings, clientsOf(version), percents, percents, (policy, upgrade, client, a, b) => {
        const at = (rolloutPercent: number) => {
          const current = { ...policy.current, release: { ...policy.current.release, rolloutPercent } };
          return decide({ ...policy, current }, upgrade, client).offered === current;
        };
        return !at(Math.min(a, b)) || at(Math.max(a, b));
      }),
    );
  });
});
