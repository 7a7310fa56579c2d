import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, deleteExpired, type Expired, Sweeps } from '@libs/foundation';
import { KEPT_FOR } from '../domain/release-report';

/** Expired rows, by table. */
const EXPIRED: readonly Expired[] = [
  { table: 'release_report_quotas', since: 'expires_at', after: '0 days' },
  { table: 'release_report_networks', since: 'expires_at', after: '0 days' },
  { table: 'release_outcomes', since: 'received_at', after: KEPT_FOR.outcomes },
  { table: 'release_reports', since: 'received_at', after: KEPT_FOR.reports, isWriteOnce: true },
  { table: 'release_installations', since: 'first_reported_at', after: KEPT_FOR.installations, isWriteOnce: true },
  { table: 'release_devices', since: 'last_reported_at', after: KEPT_FOR.devices },
  { table: 'release_device_days', since: 'day', after: KEPT_FOR.devices },
  { table: 'release_download_counts', since: 'slot', after: KEPT_FOR.downloads },
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
