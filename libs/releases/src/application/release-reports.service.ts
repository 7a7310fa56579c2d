import { Injectable } from '@nestjs/common';
import { DROPPED_REPORTS, isCheckOf } from '@libs/foundation';
import { DependencyUnavailableError, Outbox, Transactions, ValidationFailedError } from '@libs/kernel';
import { HealthCheckRequested } from '../domain/release.events';
import { type ReleaseReport, REPORT_PROBLEMS, type ReportingDevice } from '../domain/release-report';
import { ReleaseHealth } from '../infrastructure/release-health';
import { NETWORK_ROOM_CONSTRAINT, ReleaseReports } from '../infrastructure/release-reports';

const MAX_ATTEMPTS = 10;

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
   * once. Reports beyond the daily budget of the installation, or of its network, are dropped, which only metrics tell.
   *
   * @throws ValidationFailedError naming reports of releases that the App has not published, and times out of bounds.
   */
  async accept(
    app: ReportingApp,
    device: ReportingDevice,
    reports: readonly ReleaseReport[],
  ): Promise<AcceptedReports> {
    const { added, dropped, budget } = await this.within(() =>
      this.transactions.run(app.tenantId, () => this.add(app, device, reports)),
    );
    if (dropped > 0 && DROPPED_REPORTS.hasSubscribers) DROPPED_REPORTS.publish({ budget, reports: dropped });
    const accepted = added.length + dropped;
    return { accepted, duplicates: reports.length - accepted };
  }

  /** Repeats what was undone as others had spent the rest of a network's budget: each time there is less left of it. */
  private async within<T>(attempt: () => Promise<T>): Promise<T> {
    for (let count = 1; ; count++) {
      try {
        return await attempt();
      } catch (error) {
        if (!isCheckOf(NETWORK_ROOM_CONSTRAINT, error)) throw error;
        if (count === MAX_ATTEMPTS) throw new DependencyUnavailableError({ retryAfterSeconds: 1, cause: error });
      }
    }
  }

  private async add(app: ReportingApp, device: ReportingDevice, reports: readonly ReleaseReport[]) {
    const added = await this.reports.add(app, device, reports);
    const { problems, suspects } = added;
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
        await this.outbox.add(new HealthCheckRequested({ tenantId: app.tenantId, appId: app.id }, id));
      }
    }
    return added;
  }
}
