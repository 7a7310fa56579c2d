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

/** A device's report about one release. */
export interface ReleaseReport {
  /** A uuid made by the client: the same event is counted once in an App. */
  readonly eventId: string;
  readonly releaseId: string;
  readonly status: ReportStatus;
  readonly errorCode: string | null;
  readonly fromVersionCode: number;
  readonly occurredAt: Date;
  /** Null for the platform of the release itself. */
  readonly platform: Platform | null;
}

/** Reports of an installation beyond this number a day are accepted and dropped. */
export const REPORTS_PER_DAY = 200;

/** The same of all installations in one network, as an App hears them: an attacker can invent installations. */
export const NETWORK_REPORTS_PER_DAY = 2_000;

/** The reporting device. Clients choose both values, within what they own. */
export interface ReportingDevice {
  /** A uuid in lower case. */
  readonly deviceKey: string;
  /** The client's network, as its prefix: an IPv4 /24 or an IPv6 /48. */
  readonly network: string;
  /** What one owner of many such networks has, as its prefix: an IPv6 /32; null for IPv4. */
  readonly block: string | null;
}

/** Why a report is impossible, as the code of a field error, and the field by its name on the wire. */
export const REPORT_PROBLEMS = {
  unknown_release: 'release_id',
  not_a_target: 'platform',
  in_future: 'occurred_at',
  too_old: 'occurred_at',
} as const;
export type ReportProblem = keyof typeof REPORT_PROBLEMS;
