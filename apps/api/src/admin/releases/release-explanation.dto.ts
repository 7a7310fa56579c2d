import {
  DECISION_REASONS,
  type DecisionReason,
  type OfferedRelease,
  PACKAGE_TYPES,
  type PackageType,
  type Platform,
  PLATFORMS,
  type TriedRule,
  UPGRADE_MODES,
  type UpgradeAnswer,
  type UpgradeMode,
  type UpgradeQuestion,
} from '@libs/releases';
import { ApiProperty } from '@nestjs/swagger';
import { MobileAppVersionDecision } from '../../public/app-version/app-version.dto';

/** What a rule said. */
type Verdict = DecisionReason | 'passed' | 'unavailable';

const VERDICTS = ['passed', 'unavailable', ...DECISION_REASONS] as const satisfies readonly Verdict[];
const DELIVERIES = ['package', 'store'] as const;

export class AdminMobileReleaseRuleResponse {
  @ApiProperty({ description: 'The rules are tried in this order', example: 'rollout' })
  readonly rule: string;

  @ApiProperty({
    enum: VERDICTS,
    enumName: 'AppVersionVerdict',
    description: '`passed` where it left the decision to the next one; `unavailable` where nothing is published',
    example: 'passed',
  })
  readonly verdict: Verdict;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'What it looked at',
    example: { rollout_percent: 30, bucket: 2_041 },
  })
  readonly facts: TriedRule['facts'];

  constructor({ rule, verdict, facts }: { rule: string; verdict: Verdict; facts: TriedRule['facts'] }) {
    this.rule = rule;
    this.verdict = verdict;
    this.facts = facts;
  }
}

/** A release that was considered. */
export class AdminConsideredReleaseResponse {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910' })
  readonly id: string;

  @ApiProperty({ example: '1.2.10' })
  readonly version_name: string;

  @ApiProperty({ type: 'integer', minimum: 1, example: 10_210 })
  readonly version_code: number;

  @ApiProperty({ enum: [...UPGRADE_MODES], enumName: 'ReleaseUpgradeMode', example: 'recommended' })
  readonly upgrade_mode: UpgradeMode;

  @ApiProperty({ minimum: 0.01, maximum: 100, example: 30 })
  readonly rollout_percent: number;

  @ApiProperty({ example: false })
  readonly rollout_paused: boolean;

  @ApiProperty({
    type: String,
    enum: DELIVERIES,
    nullable: true,
    description: 'From where clients get it now; null where there is no such place',
    example: 'package',
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

/** What a client would be told, and why. */
export class AdminMobileReleaseExplainResponse {
  @ApiProperty({ enum: [...PLATFORMS], enumName: 'ReleasePlatform', example: 'android' })
  readonly platform: Platform;

  @ApiProperty({ enum: [...PACKAGE_TYPES], enumName: 'ReleasePackageType', example: 'native_app' })
  readonly package_type: PackageType;

  @ApiProperty({ type: () => AdminConsideredReleaseResponse, nullable: true, description: 'What is published' })
  readonly current: AdminConsideredReleaseResponse | null;

  @ApiProperty({
    type: () => AdminConsideredReleaseResponse,
    nullable: true,
    description: 'What those get whom the rollout leaves out, as long as there is a rollout',
  })
  readonly fallback: AdminConsideredReleaseResponse | null;

  @ApiProperty({
    type: () => AdminConsideredReleaseResponse,
    nullable: true,
    description: 'The policy that the client gets; null where it gets 503',
  })
  readonly offered: AdminConsideredReleaseResponse | null;

  @ApiProperty({ type: () => MobileAppVersionDecision, nullable: true, description: 'Null without a version' })
  readonly decision: MobileAppVersionDecision | null;

  @ApiProperty({ type: Boolean, nullable: true, example: true })
  readonly update_available: boolean | null;

  @ApiProperty({ type: Boolean, nullable: true, example: false })
  readonly update_required: boolean | null;

  @ApiProperty({ type: Boolean, nullable: true, example: null })
  readonly native_update_required: boolean | null;

  @ApiProperty({ type: () => [AdminMobileReleaseRuleResponse], description: 'Those that were tried; the last decided' })
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
