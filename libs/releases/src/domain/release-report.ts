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

/** Why a report cannot be true, as the code of a field error, and the field by its name on the wire. */
export const REPORT_PROBLEMS = {
  unknown_release: 'release_id',
  not_a_target: 'platform',
  in_future: 'occurred_at',
  too_old: 'occurred_at',
} as const;
export type ReportProblem = keyof typeof REPORT_PROBLEMS;

/** Whether a health gate counts the report. */
export function isOutcome({ status }: ReleaseReport): boolean {
  return status === 'failed' || status === 'first_run_ok';
}
