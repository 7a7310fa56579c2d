import { Injectable } from '@nestjs/common';
import { Outbox, Transactions, ValidationFailedError } from '@libs/kernel';
import { HealthCheckRequested } from '../domain/release.events';
import { type ReleaseReport, REPORT_PROBLEMS, type ReportingDevice } from '../domain/release-report';
import { ReleaseHealth } from '../infrastructure/release-health';
import { ReleaseReports } from '../infrastructure/release-reports';

/** The App of the reporting client. */
interface ReportingApp {
  readonly id: string;
  readonly tenantId: string;
}

export interface AcceptedReports {
  /** New ones, whether or not they were dropped. */
  readonly accepted: number;
  /** Those already known, or repeated in the batch. */
  readonly duplicates: number;
}

/** Clients' reports about their upgrades. */
@Injectable()
export class ReleaseReportsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly reports: ReleaseReports,
    private readonly health: ReleaseHealth,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Accepts all reports of a batch or, if one is invalid, none. However often the same event is reported, it counts
   * once. Reports beyond the installation's daily limit are silently dropped.
   *
   * @throws ValidationFailedError naming reports of releases that the App has not published, and times out of bounds.
   */
  accept(app: ReportingApp, device: ReportingDevice, reports: readonly ReleaseReport[]): Promise<AcceptedReports> {
    return this.transactions.run(app.tenantId, () => this.add(app, device, reports));
  }

  private async add(
    app: ReportingApp,
    device: ReportingDevice,
    reports: readonly ReleaseReport[],
  ): Promise<AcceptedReports> {
    const { accepted, problems, suspects } = await this.reports.add(app, device, reports);
    if (problems.length > 0) {
      throw new ValidationFailedError(
        problems.map(({ index, problem }) => ({
          field: `reports.${index}.${REPORT_PROBLEMS[problem]}`,
          code: problem,
        })),
      );
    }
    if (suspects.length > 0) {
      for (const id of await this.health.request(app.tenantId, suspects)) {
        await this.outbox.add(new HealthCheckRequested(app.tenantId, app.id, id));
      }
    }
    return { accepted, duplicates: reports.length - accepted };
  }
}
