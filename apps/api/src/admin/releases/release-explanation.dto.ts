import { field } from '@libs/kernel';
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
  type UpgradeQuestion,
} from '@libs/releases';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import { MobileAppVersionDecision } from '../../public/app-version/app-version.dto';

/** The verdict of a rule. */
type TriedVerdict = DecisionReason | 'passed' | 'unavailable';

const VERDICTS = ['passed', 'unavailable', ...DECISION_REASONS] as const satisfies readonly TriedVerdict[];
const DELIVERIES = ['package', 'store'] as const;

export class AdminMobileReleaseRuleResponse extends answer({
  rule: field.text().about('The rules are tried in this order').example('rollout'),
  verdict: field
    .one('AppVersionVerdict', VERDICTS)
    .about(
      'Result of the rule: `passed` if it left the decision to the next rule; `unavailable` if nothing is published',
    ),
  facts: field
    .json<TriedRule['facts']>()
    .about('The facts that the rule considered')
    .example({ rollout_percent: 30, bucket: 2_041 }),
}) {}

/** A release that was considered. */
export class AdminConsideredReleaseResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910'),
  versionName: field.text().example('1.2.10'),
  versionCode: field.integer(1).example(10_210),
  upgradeMode: field.one('ReleaseUpgradeMode', UPGRADE_MODES).example('recommended'),
  rolloutPercent: field.decimal(0.01, 100).example(30),
  rolloutPaused: field.flag().example(false),
  delivery: field
    .one('ReleaseDelivery', DELIVERIES)
    .nullable()
    .about('Source from which clients get the release at present; null if there is none'),
}) {
  constructor({ release, delivery }: OfferedRelease) {
    super({
      delivery,
      id: release.id,
      versionName: release.versionName,
      versionCode: release.versionCode,
      upgradeMode: release.upgradeMode,
      rolloutPercent: release.rolloutPercent,
      rolloutPaused: release.rolloutPaused,
    });
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
