import type { Platform } from './release-settings';

/** How far a device got with a release. */
export const REPORT_STATUSES = [
  'offered',
  'download_started',
  'downloaded',
  'installed',
  'first_run_ok',
  'failed',
  'rolled_back',
] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** What a device tells of one release. */
export interface ReleaseReport {
  /** A uuid of the client's making: the same event is counted once in an App. */
  readonly eventId: string;
  readonly releaseId: string;
  readonly status: ReportStatus;
  readonly errorCode: string | null;
  readonly fromVersionCode: number;
  readonly occurredAt: Date;
  /** Null for the platform of the release itself. */
  readonly platform: Platform | null;
}

/** What an installation tells beyond so many reports a day is taken and dropped. */
export const REPORTS_PER_DAY = 200;

/** Who tells. Both are for the client to choose, within what it owns. */
export interface ReportingDevice {
  /** A uuid in lower case. */
  readonly deviceKey: string;
  /** The network that the report comes from, as its prefix: an IPv4 /24 or an IPv6 /48. */
  readonly network: string;
}

/** Why a report cannot be true, as the code of a field error, and the field by its name on the wire. */
export const REPORT_PROBLEMS = {
  unknown_release: 'release_id',
  not_a_target: 'platform',
  in_future: 'occurred_at',
  too_old: 'occurred_at',
} as const;
export type ReportProblem = keyof typeof REPORT_PROBLEMS;
