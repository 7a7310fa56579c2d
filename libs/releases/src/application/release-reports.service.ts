import { Injectable } from '@nestjs/common';
import { Outbox, Transactions, ValidationFailedError } from '@libs/kernel';
import { HealthCheckRequested } from '../domain/release.events';
import { type ReleaseReport, REPORT_PROBLEMS, type ReportingDevice } from '../domain/release-report';
import { ReleaseHealth } from '../infrastructure/release-health';
import { ReleaseReports } from '../infrastructure/release-reports';

/** Whose clients report. */
interface ReportingApp {
  readonly id: string;
  readonly tenantId: string;
}

export interface AcceptedReports {
  /** Those that were new, be they dropped or not. */
  readonly accepted: number;
  /** Those that were known already, or stand in the batch twice. */
  readonly duplicates: number;
}

/** What clients tell of their upgrades. */
@Injectable()
export class ReleaseReportsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly reports: ReleaseReports,
    private readonly health: ReleaseHealth,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Takes all reports of a batch or, when something is wrong with one, none. However often the same event is reported,
   * it counts once. What goes beyond the installation's day is dropped, and nobody is told.
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
