import {
  type AcceptedReports,
  type Platform,
  PLATFORMS,
  type ReleaseReport,
  REPORT_STATUSES,
  type ReportStatus,
} from '@libs/releases';
import { Answer } from '../../http/answers/answer-fields';
import { Instant, Integer, ListOf, OneOf, Text, Uuid } from '../../http/fields/fields';

const MAX_REPORTS = 50;
const MAX_CODE = 2_147_483_647;
const ERROR_CODE = { max: 64, pattern: /^[A-Za-z0-9._:-]+$/ };

/** What became of one release on a device. */
export class MobileReleaseReport {
  @Uuid({
    description: 'Made by the client. However often it is reported, the event counts once.',
    example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be920',
  })
  readonly event_id!: string;

  @Uuid({ description: 'A release of the App that was published', example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be910' })
  readonly release_id!: string;

  @OneOf('ReleaseReportStatus', REPORT_STATUSES, { example: 'installed' })
  readonly status!: ReportStatus;

  @Text(ERROR_CODE, {
    optional: true,
    nullable: true,
    description: 'Why it failed, in the words of the client',
    example: 'E_NO_SPACE',
  })
  readonly error_code?: string | null;

  @Integer(0, MAX_CODE, {
    description: 'The version_code that the device ran before; 0 where it ran none',
    example: 10_200,
  })
  readonly from_version_code!: number;

  @Instant({ description: 'At most 30 days ago, and not more than five minutes ahead' })
  readonly occurred_at!: string;

  @OneOf('ReleasePlatform', PLATFORMS, {
    optional: true,
    description:
      'The platform of the device, one of the targets of the release. Only a release for several needs it: where it ' +
      'is absent the report counts for the platform of the release itself.',
    example: 'android',
  })
  readonly platform?: Platform;

  report(): ReleaseReport {
    return {
      eventId: this.event_id,
      releaseId: this.release_id,
      status: this.status,
      errorCode: this.error_code ?? null,
      fromVersionCode: this.from_version_code,
      occurredAt: new Date(this.occurred_at),
      platform: this.platform ?? null,
    };
  }
}

export class MobileReleaseReportsRequest {
  @ListOf(() => MobileReleaseReport, { min: 1, max: MAX_REPORTS })
  readonly reports!: MobileReleaseReport[];
}

export class MobileReleaseReportsResponse {
  @Answer.Count({ description: 'How many were new, those dropped included', example: 1 })
  readonly accepted: number;

  @Answer.Count({ description: 'How many had been reported before', example: 0 })
  readonly duplicates: number;

  constructor({ accepted, duplicates }: AcceptedReports) {
    this.accepted = accepted;
    this.duplicates = duplicates;
  }
}
