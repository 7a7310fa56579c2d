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

/** From then on the device has the release. */
export const HAVING_STATUSES: readonly ReportStatus[] = ['installed', 'first_run_ok'];

/** From then on it has none. Other statuses say nothing of what it has. */
export const ENDING_STATUSES: readonly ReportStatus[] = ['rolled_back'];

/** How the first run went: the last of them decides for the health gate. */
export const OUTCOME_STATUSES: readonly ReportStatus[] = ['failed', 'first_run_ok'];

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

/** What a client queued for longer is refused: counts of days so long ago do not change any more. */
export const OLDEST_REPORT_DAYS = 30;

/** Clocks of devices are ahead of ours by this much at most; reports from later on are refused. */
export const REPORT_AHEAD_MINUTES = 5;

/** A device that was silent for this long counts as seen anew when it reports. */
export const SEEN_AGAIN_AFTER_DAYS = 7;

/** A device counts for this many days after a day with a report; after that it is silent. */
export const COUNTED_AFTER_DAYS = 30;

/**
 * For how long what was reported is kept. Deleted reports are too old to be reported again; no health gate looks back
 * as far as outcomes are kept; devices without reports have left. Counts, and downloads by release and day, do not end.
 */
export const KEPT_FOR = {
  outcomes: '31 days',
  reports: '90 days',
  installations: '90 days',
  devices: '400 days',
  downloads: '2 years',
} as const;

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
