import { randomUUID } from 'node:crypto';
import { aDeviceKey, type TestApi } from './api';
import { queryAs } from './database';

export const REPORTS = '/api/v1/public/app-version/reports';

/** One event as a client reports it. */
export interface Report {
  readonly event_id: string;
  readonly release_id: string;
  readonly status: string;
  readonly from_version_code: number;
  readonly occurred_at: string;
  readonly [field: string]: unknown;
}

/** A new event of the present time. */
export function aReport(releaseId: string, status = 'installed', more: object = {}): Report {
  return {
    event_id: randomUUID(),
    release_id: releaseId,
    status,
    from_version_code: 10,
    occurred_at: new Date().toISOString(),
    ...more,
  };
}

/** This many new events. */
export function reportsOf(releaseId: string, status: string, count: number): Report[] {
  return Array.from({ length: count }, () => aReport(releaseId, status));
}

/** The counts of a release, over all days and platforms. */
export interface Counts {
  readonly reports: number;
  readonly counted: number;
}

let networks = 0;

/** An address in a network (/24) that is unique in the suite. */
export function anAddress(): string {
  networks += 1;
  return `20.${networks >> 8}.${networks & 0xff}.7`;
}

/** Devices of one App that report, each from a network of its own if the api trusts a proxy. */
export function reporter(api: TestApi, appId = api.appId) {
  const send = (reports: readonly object[], deviceKey: string = aDeviceKey(), address: string = anAddress()) =>
    api.http
      .post(REPORTS)
      .set({ 'X-AppID': appId, 'X-AK-Device-Key': deviceKey, 'X-Forwarded-For': address })
      .send({ reports });
  return {
    send,
    /** Sends in batches, each from a new device. */
    sendAll: async (reports: readonly Report[], size = 50): Promise<void> => {
      for (let start = 0; start < reports.length; start += size) {
        await send(reports.slice(start, start + size)).expect(202);
      }
    },
  };
}

/** How many reports of a release are stored, and how many its days count. */
export async function countsOf(api: TestApi, releaseId: string): Promise<Counts> {
  const [row] = await queryAs<{ reports: number; counted: number }>(
    api.urls.superuserUrl,
    `SELECT (SELECT count(*)::int FROM release_reports WHERE release_id = $1) AS reports,
            (SELECT coalesce(sum(offered + download_started + downloaded + installed + first_run_ok + failed
                                 + rolled_back), 0)::int
               FROM release_report_days WHERE release_id = $1) AS counted`,
    [releaseId],
  );
  return row!;
}
