import { type ClientFacts, isOlder } from './client-facts';
import { isInRollout, rolloutBucket } from './rollout';
import {
  type Candidate,
  type DecidingRelease,
  isForEverybody,
  type UpgradePolicy,
  type UpgradeSettings,
} from './upgrade-policy';
import {
  type DecisionReason,
  isNativeTooOld,
  reasonFor,
  type RolloutReason,
  type Situation,
  situationOf,
  type TriedRule,
} from './upgrade-rules';

export const DECISION_ACTIONS = ['none', 'wgt', 'native', 'store', 'block'] as const;

/** `wgt` and `native`: install such a package; `store`: get it from a store; `block`: do not continue. */
export type DecisionAction = (typeof DECISION_ACTIONS)[number];

export interface Decision {
  readonly action: DecisionAction;
  readonly reason: DecisionReason;
  readonly nextCheckAfterSeconds: number;
}

export interface UpgradeVerdict<C extends Candidate = Candidate> {
  /** The release offered to this client; null when the rollout excludes it and there is no fallback. */
  readonly offered: C | null;
  /** Something newer exists that the client can install. Null, like the following, if it does not send its version. */
  readonly updateAvailable: boolean | null;
  readonly updateRequired: boolean | null;
  readonly decision: Decision | null;
  /** Whether the native app is too old for the wgt; null if no wgt is requested or the native app is unknown. */
  readonly nativeUpdateRequired: boolean | null;
  /** Every rule that was tried; the last one decided. */
  readonly trace: readonly TriedRule[];
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The sooner a client can expect a change, the sooner it asks again. */
const NEXT_CHECK_SECONDS: Readonly<Record<DecisionReason, number>> = {
  maintenance: MINUTE,
  blocked_version: 5 * MINUTE,
  below_minimum: 5 * MINUTE,
  newer_available: HOUR,
  not_in_rollout: HOUR,
  rollout_paused: HOUR,
  in_review: HOUR,
  native_too_old_for_wgt: HOUR,
  runtime_mismatch: 6 * HOUR,
  up_to_date: 6 * HOUR,
};

/** The release that a client is offered, and what it is to do. The same question always has the same answer. */
export function decide<C extends Candidate>(
  policy: UpgradePolicy<C>,
  settings: UpgradeSettings,
  client: ClientFacts,
): UpgradeVerdict<C> {
  const trace: TriedRule[] = [];
  const heldBack = tryRollout('rollout', policy.current, client, trace);
  const offered = heldBack ? fallbackFor(policy, client, trace) : policy.current;
  const nativeUpdateRequired = offered && isNativeTooOld(offered.release, client);
  if (!offered || !client.version) {
    return { offered, updateAvailable: null, updateRequired: null, decision: null, nativeUpdateRequired, trace };
  }
  const situation = situationOf(offered, settings, client, client.version, heldBack);
  const reason = reasonFor(situation, trace);
  const isAvailable = isObtainable(situation);
  const isForced = isAvailable && offered.release.upgradeMode === 'forced';
  return {
    offered,
    updateAvailable: isAvailable,
    updateRequired: isForced || (situation.isBelowMinimum && !situation.isInReview),
    decision: { action: actionFor(reason, situation), reason, nextCheckAfterSeconds: NEXT_CHECK_SECONDS[reason] },
    nativeUpdateRequired,
    trace,
  };
}

/** A fallback keeps its own rollout: if it was held back after it became the fallback, it reaches no new devices. */
function fallbackFor<C extends Candidate>({ fallback }: UpgradePolicy<C>, client: ClientFacts, trace: TriedRule[]) {
  if (!fallback || isForEverybody(fallback.release)) return fallback;
  return tryRollout('fallback_rollout', fallback, client, trace) ? null : fallback;
}

function tryRollout(rule: string, { release }: Candidate, client: ClientFacts, trace: TriedRule[]) {
  const heldBack = rolloutVerdict(release, client);
  trace.push({ rule, verdict: heldBack ?? 'passed', facts: rolloutFacts(release, client) });
  return heldBack;
}

/** Why the rollout withholds the release from the client. Clients that run it keep it, whatever its rollout. */
function rolloutVerdict(release: DecidingRelease, client: ClientFacts): RolloutReason | null {
  const { version, deviceKey, reportedReleaseId } = client;
  if (version && !isOlder(version, release)) return null;
  if (release.rolloutPaused) return reportedReleaseId === release.id ? null : 'rollout_paused';
  return isInRollout(release, deviceKey) ? null : 'not_in_rollout';
}

function rolloutFacts(release: DecidingRelease, client: ClientFacts): TriedRule['facts'] {
  const { version, deviceKey, reportedReleaseId } = client;
  const { id, versionCode, rolloutPercent, rolloutPaused } = release;
  const bucket = rolloutPercent < 100 && deviceKey !== null ? rolloutBucket(id, deviceKey) : null;
  return {
    release_id: id,
    release_version_code: versionCode,
    version_code: version?.code ?? null,
    rollout_percent: rolloutPercent,
    paused: rolloutPaused,
    ...(reportedReleaseId === undefined ? {} : { reported_installed: reportedReleaseId === id }),
    bucket,
  };
}

function isObtainable({
  candidate,
  isNewer,
  isInReview,
  isNativeTooOld: isTooOld,
  isRuntimeWrong,
}: Situation): boolean {
  return isNewer && candidate.delivery !== null && !isInReview && !isTooOld && !isRuntimeWrong;
}

function actionFor(reason: DecisionReason, situation: Situation): DecisionAction {
  if (reason === 'maintenance' || reason === 'blocked_version') return 'block';
  if (reason === 'native_too_old_for_wgt') return 'native';
  if (isObtainable(situation)) return installationOf(situation.candidate);
  // Below the minimum and without an upgrade.
  return situation.isBelowMinimum && !situation.isInReview ? 'block' : 'none';
}

function installationOf({ release, delivery }: Candidate): DecisionAction {
  if (delivery === 'store') return 'store';
  return release.packageType === 'wgt' ? 'wgt' : 'native';
}
