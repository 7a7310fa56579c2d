import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, Sweeps } from '@libs/foundation';

const BATCH = 5_000;

/** So many batches at once at most: a million rows in each round of the sweeps. */
const BATCHES = 200;

/**
 * Which rows go, by table. A report is refused once it is 30 days old, so it cannot come again after these; no health
 * gate looks further back than 30 days; the devices of which nothing was heard are those that left.
 */
const OLD: Readonly<Record<string, string>> = {
  release_report_quotas: 'expires_at < now()',
  release_outcomes: "received_at < now() - interval '31 days'",
  release_reports: "received_at < now() - interval '90 days'",
  release_devices: "last_reported_at < now() - interval '400 days'",
};

/** Takes away what devices told long ago. The counts remain. */
@Injectable()
export class ReleaseReportsSweeper implements OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('release-reports', () => this.sweep());
  }

  private async sweep(): Promise<void> {
    for (const [table, condition] of Object.entries(OLD)) {
      for (let batch = 0; batch < BATCHES; batch++) {
        // The condition once more: not every PostgreSQL looks whether a row that was changed meanwhile is still the one.
        const deleted = await this.database.runAsSystem(() =>
          this.database.query(
            `DELETE FROM ${table}
              WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH})) AND ${condition}
              RETURNING 1 AS one`,
          ),
        );
        if (deleted.length < BATCH) break;
      }
    }
  }
}
