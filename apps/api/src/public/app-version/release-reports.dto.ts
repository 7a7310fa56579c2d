import { field } from '@libs/kernel';
import { releaseReport } from '@libs/releases';
import { answer } from '../../http/answers/answer';
import { ListOf } from '../../http/fields/fields';
import { newRequest } from '../../http/fields/request';

const MAX_REPORTS = 50;

/** What happened to one release on a device. */
export class MobileReleaseReport extends newRequest(releaseReport) {}

export class MobileReleaseReportsRequest {
  @ListOf(() => MobileReleaseReport, { min: 1, max: MAX_REPORTS })
  readonly reports!: MobileReleaseReport[];
}

export class MobileReleaseReportsResponse extends answer({
  accepted: field.count().about('The number of new events, including dropped ones').example(1),
  duplicates: field.count().about('The number of events that had been reported before').example(0),
}) {}
