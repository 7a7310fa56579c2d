import { type ClientFacts, type ClientVersion, codeOf, isListed, isOlder } from './client-facts';
import type { Candidate, DecidingRelease, UpgradeSettings } from './upgrade-policy';
import { compareVersionNames } from './version-name';

export const DECISION_REASONS = [
  'up_to_date',
  'newer_available',
  'below_minimum',
  'blocked_version',
  'in_review',
  'not_in_rollout',
  'rollout_paused',
  'native_too_old_for_wgt',
  'runtime_mismatch',
  'maintenance',
] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];

/** Why a client does not get the newest release though it is published. */
export type RolloutReason = Extract<DecisionReason, 'not_in_rollout' | 'rollout_paused'>;

/** One rule that was tried, with its facts under their wire names. */
export interface TriedRule {
  readonly rule: string;
  readonly verdict: DecisionReason | 'passed';
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A client that sends its version, and the release that it is offered. */
export interface Situation {
  readonly candidate: Candidate;
  readonly settings: UpgradeSettings;
  readonly client: ClientFacts;
  readonly heldBack: RolloutReason | null;
  readonly isNewer: boolean;
  readonly isBelowMinimum: boolean;
  readonly isInReview: boolean;
  readonly isNativeTooOld: boolean;
  readonly isRuntimeWrong: boolean;
}

interface Rule {
  readonly name: string;
  /** Null if the rule leaves the decision to the next one. */
  verdict(situation: Situation): DecisionReason | null;
  facts(situation: Situation): TriedRule['facts'];
}

/** In this order; the first one with a verdict decides. */
const RULES: readonly Rule[] = [
  {
    name: 'maintenance',
    verdict: ({ settings }) => (settings.maintenance.active ? 'maintenance' : null),
    facts: ({ settings }) => ({ active: settings.maintenance.active }),
  },
  {
    name: 'blocked_versions',
    verdict: ({ settings, client }) =>
      isListed(settings.blockedVersions, client.version, client.native) ? 'blocked_version' : null,
    facts: ({ settings, client }) => ({ blocked_versions: settings.blockedVersions, ...versionsOf(client) }),
  },
  {
    name: 'newer_version',
    verdict: ({ isNewer, isBelowMinimum, heldBack }) => (isNewer || isBelowMinimum ? null : (heldBack ?? 'up_to_date')),
    facts: ({ candidate: { release }, client }) => ({ offered: release.versionCode, ...versionsOf(client) }),
  },
  {
    name: 'review_versions',
    verdict: ({ isInReview }) => (isInReview ? 'in_review' : null),
    facts: ({ settings, client }) => ({ review_versions: settings.reviewVersions, ...versionsOf(client) }),
  },
  {
    name: 'native_version',
    verdict: ({ isNativeTooOld: isTooOld }) => (isTooOld ? 'native_too_old_for_wgt' : null),
    facts: ({ candidate: { release }, client }) => ({
      min_native_version_code: release.minNativeVersionCode,
      native_version_code: client.native?.code ?? null,
    }),
  },
  {
    name: 'runtime',
    verdict: ({ isRuntimeWrong }) => (isRuntimeWrong ? 'runtime_mismatch' : null),
    facts: ({ candidate: { release }, client }) => ({
      required_runtime_version: release.requiredRuntimeVersion,
      runtime_match: release.runtimeMatch,
      runtime_version: client.runtimeVersion,
    }),
  },
  {
    name: 'minimum_version',
    verdict: ({ isBelowMinimum }) => (isBelowMinimum ? 'below_minimum' : null),
    facts: ({ candidate: { release }, client }) => ({
      min_supported_version_code: release.minSupportedVersionCode,
      ...versionsOf(client),
    }),
  },
  {
    name: 'delivery',
    verdict: () => 'newer_available',
    facts: ({ candidate }) => ({ delivery: candidate.delivery, upgrade_mode: candidate.release.upgradeMode }),
  },
];

export function situationOf(
  candidate: Candidate,
  settings: UpgradeSettings,
  client: ClientFacts,
  version: ClientVersion,
  heldBack: RolloutReason | null,
): Situation {
  const { release } = candidate;
  const minimum = release.minSupportedVersionCode;
  const code = codeOf(version);
  return {
    candidate,
    settings,
    client,
    heldBack,
    isNewer: isOlder(version, release),
    isBelowMinimum: minimum !== null && code !== null && code < minimum,
    // Stores review the native app. A wgt, like any silent update, would bypass the review.
    isInReview: release.packageType === 'wgt' && isListed(settings.reviewVersions, version, client.native),
    isNativeTooOld: isNativeTooOld(release, client) === true,
    isRuntimeWrong: !fitsRuntime(release, client.runtimeVersion),
  };
}

/** Tries the rules until one decides, and adds each to the trace. */
export function reasonFor(situation: Situation, trace: TriedRule[]): DecisionReason {
  for (const rule of RULES) {
    const reason = rule.verdict(situation);
    trace.push({ rule: rule.name, verdict: reason ?? 'passed', facts: rule.facts(situation) });
    if (reason) return reason;
  }
  throw new Error('The last rule always decides');
}

/** Whether the native app is too old for a wgt; null if no wgt is requested or the native version is unknown. */
export function isNativeTooOld(
  { packageType, minNativeVersionCode: minimum }: DecidingRelease,
  { native }: ClientFacts,
): boolean | null {
  const code = native && codeOf(native);
  if (packageType !== 'wgt' || code === null) return null;
  return minimum !== null && code < minimum;
}

/** A client that does not send its runtime checks this itself. */
function fitsRuntime({ requiredRuntimeVersion: required, runtimeMatch }: DecidingRelease, runtime: string | null) {
  if (required === null || runtime === null || runtimeMatch === 'any') return true;
  const order = compareVersionNames(runtime, required);
  return runtimeMatch === 'exact' ? order === 0 : order >= 0;
}

function versionsOf({ version, native }: ClientFacts): TriedRule['facts'] {
  return {
    version_code: version?.code ?? null,
    version_name: version?.name ?? null,
    ...(native ? { native_version_code: native.code, native_version_name: native.name } : {}),
  };
}
