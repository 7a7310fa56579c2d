import {
  DECISION_REASONS,
  type DecisionReason,
  type OfferedRelease,
  PACKAGE_TYPES,
  type PackageType,
  type Platform,
  RELEASE_PLATFORMS,
  type TriedRule,
  UPGRADE_MODES,
  type UpgradeAnswer,
  type UpgradeMode,
  type UpgradeQuestion,
} from '@libs/releases';
import { Answer } from '../../http/answers/answer-fields';
import { MobileAppVersionDecision } from '../../public/app-version/app-version.dto';

/** The verdict of a rule. */
type TriedVerdict = DecisionReason | 'passed' | 'unavailable';

const VERDICTS = ['passed', 'unavailable', ...DECISION_REASONS] as const satisfies readonly TriedVerdict[];
const DELIVERIES = ['package', 'store'] as const;

export class AdminMobileReleaseRuleResponse {
  @Answer.Text({ description: 'The rules are tried in this order', example: 'rollout' })
  readonly rule: string;

  @Answer.OneOf('AppVersionVerdict', VERDICTS, {
    description:
      'Result of the rule: `passed` if it left the decision to the next rule; `unavailable` if nothing is published',
  })
  readonly verdict: TriedVerdict;

  @Answer.JsonObject({
    description: 'The facts that the rule considered',
    example: { rollout_percent: 30, bucket: 2_041 },
  })
  readonly facts: TriedRule['facts'];

  constructor({ rule, verdict, facts }: { rule: string; verdict: TriedVerdict; facts: TriedRule['facts'] }) {
    this.rule = rule;
    this.verdict = verdict;
    this.facts = facts;
  }
}

/** A release that was considered. */
export class AdminConsideredReleaseResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910' })
  readonly id: string;

  @Answer.Text({ example: '1.2.10' })
  readonly version_name: string;

  @Answer.Integer({ min: 1, example: 10_210 })
  readonly version_code: number;

  @Answer.OneOf('ReleaseUpgradeMode', UPGRADE_MODES, { example: 'recommended' })
  readonly upgrade_mode: UpgradeMode;

  @Answer.Number({ min: 0.01, max: 100, example: 30 })
  readonly rollout_percent: number;

  @Answer.Flag({ example: false })
  readonly rollout_paused: boolean;

  @Answer.OneOf('ReleaseDelivery', DELIVERIES, {
    nullable: true,
    description: 'Source from which clients get the release at present; null if there is none',
  })
  readonly delivery: OfferedRelease['delivery'];

  constructor({ release, delivery }: OfferedRelease) {
    this.id = release.id;
    this.version_name = release.versionName;
    this.version_code = release.versionCode;
    this.upgrade_mode = release.upgradeMode;
    this.rollout_percent = release.rolloutPercent;
    this.rollout_paused = release.rolloutPaused;
    this.delivery = delivery;
  }
}

/** The upgrade policy that a client would get, and why. */
export class AdminMobileReleaseExplainResponse {
  @Answer.OneOf('ReleasePlatform', RELEASE_PLATFORMS)
  readonly platform: Platform;

  @Answer.OneOf('ReleasePackageType', PACKAGE_TYPES)
  readonly package_type: PackageType;

  @Answer.Nested(() => AdminConsideredReleaseResponse, { nullable: true, description: 'The published release' })
  readonly current: AdminConsideredReleaseResponse | null;

  @Answer.Nested(() => AdminConsideredReleaseResponse, {
    nullable: true,
    description: 'The release for devices outside the rollout, while there is one',
  })
  readonly fallback: AdminConsideredReleaseResponse | null;

  @Answer.Nested(() => AdminConsideredReleaseResponse, {
    nullable: true,
    description: 'The policy that the client gets; null if it gets 503',
  })
  readonly offered: AdminConsideredReleaseResponse | null;

  @Answer.Nested(() => MobileAppVersionDecision, {
    nullable: true,
    description: 'The decision for the client; null if no version was given',
  })
  readonly decision: MobileAppVersionDecision | null;

  @Answer.Flag({ nullable: true })
  readonly update_available: boolean | null;

  @Answer.Flag({ nullable: true, example: false })
  readonly update_required: boolean | null;

  @Answer.Flag({ nullable: true, example: null })
  readonly native_update_required: boolean | null;

  @Answer.ListOf(() => AdminMobileReleaseRuleResponse, {
    description: 'The rules that were tried; the last one decided',
  })
  readonly rules: readonly AdminMobileReleaseRuleResponse[];

  constructor({ platform, packageType }: UpgradeQuestion, answer: UpgradeAnswer | null) {
    const { policy, verdict } = answer ?? {};
    this.platform = platform;
    this.package_type = packageType;
    this.current = considered(policy?.current);
    this.fallback = considered(policy?.fallback);
    this.offered = considered(verdict?.offered);
    this.decision = verdict?.decision ? new MobileAppVersionDecision(verdict.decision) : null;
    this.update_available = verdict?.updateAvailable ?? null;
    this.update_required = verdict?.updateRequired ?? null;
    this.native_update_required = verdict?.nativeUpdateRequired ?? null;
    const facts = { platform, package_type: packageType };
    this.rules = [
      { rule: 'policy', verdict: policy ? ('passed' as const) : ('unavailable' as const), facts },
      ...(verdict?.trace ?? []),
    ].map((rule) => new AdminMobileReleaseRuleResponse(rule));
  }
}

function considered(release: OfferedRelease | null | undefined): AdminConsideredReleaseResponse | null {
  return release ? new AdminConsideredReleaseResponse(release) : null;
}
