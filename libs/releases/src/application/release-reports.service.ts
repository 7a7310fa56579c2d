import { Injectable } from '@nestjs/common';
import { Outbox, Transactions, ValidationFailedError } from '@libs/kernel';
import { HealthCheckRequested } from '../domain/release.events';
import { isOutcome, type ReleaseReport, REPORT_PROBLEMS } from '../domain/release-report';
import { ReleaseHealth } from '../infrastructure/release-health';
import { ReleaseReports } from '../infrastructure/release-reports';

/** Whose clients report. */
interface ReportingApp {
  readonly id: string;
  readonly tenantId: string;
}

export interface AcceptedReports {
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
   * it counts once.
   *
   * @param deviceKey a uuid in lower case.
   * @throws ValidationFailedError naming reports of releases that the App has not published, and times out of bounds.
   */
  accept(app: ReportingApp, deviceKey: string, reports: readonly ReleaseReport[]): Promise<AcceptedReports> {
    const add = () => this.add(app, deviceKey, reports);
    // Only outcomes are looked at by health gates; everything else is a single statement.
    return reports.some(isOutcome) ? this.transactions.run(app.tenantId, add) : add();
  }

  private async add(app: ReportingApp, deviceKey: string, reports: readonly ReleaseReport[]): Promise<AcceptedReports> {
    const { accepted, problems, suspects } = await this.reports.add(app, deviceKey, reports);
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
