import { field, only } from '@libs/kernel';
import {
  DECISION_REASONS,
  type DecisionReason,
  type OfferedRelease,
  release,
  type TriedRule,
  type UpgradeAnswer,
  type UpgradeQuestion,
} from '@libs/releases';
import { answer } from '../../http/answers/answer';
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
  ...only(release, 'id', 'versionName'),
  versionCode: release.versionCode.example(10_210),
  upgradeMode: release.upgradeMode,
  rolloutPercent: field.decimal(0.01, 100).example(30),
  rolloutPaused: field.flag().example(false),
  delivery: field
    .one('ReleaseDelivery', DELIVERIES)
    .nullable()
    .about('Source from which clients get the release at present; null if there is none'),
}) {
  constructor({ release: considered, delivery }: OfferedRelease) {
    super({ ...considered, delivery });
  }
}

/** The upgrade policy that a client would get, and why. */
export class AdminMobileReleaseExplainResponse extends answer({
  ...only(release, 'platform', 'packageType'),
  current: field
    .nested(() => AdminConsideredReleaseResponse)
    .nullable()
    .about('The published release'),
  fallback: field
    .nested(() => AdminConsideredReleaseResponse)
    .nullable()
    .about('The release for devices outside the rollout, while there is one'),
  offered: field
    .nested(() => AdminConsideredReleaseResponse)
    .nullable()
    .about('The policy that the client gets; null if it gets 503'),
  decision: field
    .nested(() => MobileAppVersionDecision)
    .nullable()
    .about('The decision for the client; null if no version was given'),
  updateAvailable: field.flag().nullable(),
  updateRequired: field.flag().nullable().example(false),
  nativeUpdateRequired: field.flag().nullable().example(null),
  rules: field.listOf(() => AdminMobileReleaseRuleResponse).about('The rules that were tried; the last one decided'),
}) {
  constructor({ platform, packageType }: UpgradeQuestion, found: UpgradeAnswer | null) {
    const { policy, verdict } = found ?? {};
    const facts = { platform, package_type: packageType };
    super({
      platform,
      packageType,
      current: policy?.current ?? null,
      fallback: policy?.fallback ?? null,
      offered: verdict?.offered ?? null,
      decision: verdict?.decision ?? null,
      updateAvailable: verdict?.updateAvailable ?? null,
      updateRequired: verdict?.updateRequired ?? null,
      nativeUpdateRequired: verdict?.nativeUpdateRequired ?? null,
      rules: [{ rule: 'policy', verdict: policy ? 'passed' : 'unavailable', facts }, ...(verdict?.trace ?? [])],
    });
  }
}
