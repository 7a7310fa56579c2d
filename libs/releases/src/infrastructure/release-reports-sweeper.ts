import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, deleteExpired, type Expired, Sweeps } from '@libs/foundation';

/**
 * Expired rows, by table. Reports older than 30 days are refused, so deleted ones cannot be reported again; no health
 * gate looks further back than 30 days; devices without reports have left. Downloads of an App stay known by
 * release and day.
 */
const EXPIRED: readonly Expired[] = [
  { table: 'release_report_quotas', since: 'expires_at', after: '0 days' },
  { table: 'release_report_networks', since: 'expires_at', after: '0 days' },
  { table: 'release_outcomes', since: 'received_at', after: '31 days' },
  { table: 'release_reports', since: 'received_at', after: '90 days', isWriteOnce: true },
  { table: 'release_installations', since: 'first_reported_at', after: '90 days', isWriteOnce: true },
  { table: 'release_devices', since: 'last_reported_at', after: '400 days' },
  { table: 'release_device_days', since: 'day', after: '400 days' },
  { table: 'release_download_counts', since: 'slot', after: '2 years' },
];

/** Deletes old reports of devices. The counts of releases are kept. */
@Injectable()
export class ReleaseReportsSweeper implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    for (const expired of EXPIRED) {
      this.sweeps.register(`releases.${expired.table}`, () => deleteExpired(this.database, expired));
    }
  }
}
