import { aReport, reporter } from '../../support/reports';
import { eventually, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import type { AdminClient } from './admin';
import { aManagedApp } from './apps';
import { releaseClient, releaseEventsOf, type ReleaseAnswer } from './releases';

/** More than a fifth of at least ten devices within the hour. */
export const GATE = { max_failure_percent: 20, min_reports: 10, window_minutes: 60, action: 'notify' };

/** An App of its own with releases that have health gates, and devices that report on them. */
export async function aGuardedApp(api: TestApi, admin: AdminClient) {
  const appId = (await aManagedApp(admin)).id;
  const releases = releaseClient(admin, `apps/${appId}/mobile/releases`);
  const devices = reporter(api, appId);
  return {
    appId,
    releases,
    devices,
    /** Published. */
    guarded: async (gate: object = {}, input: object = {}): Promise<ReleaseAnswer> => {
      const { id } = await releases.create({ health_gate: { ...GATE, ...gate }, ...input });
      return releases.publish(id);
    },
    /** This many new devices report an outcome each. */
    tell: async (id: string, failures: number, successes = 0): Promise<void> => {
      for (let index = 0; index < failures + successes; index++) {
        await devices.send([aReport(id, index < failures ? 'failed' : 'first_run_ok')]).expect(202);
      }
    },
    /** The events about actions of the release's gate. */
    trips: async (id: string) =>
      (await releaseEventsOf(api, appId)).filter(
        ({ type, data }) => type === 'release.health.tripped' && data['release_id'] === id,
      ),
    statistics: async (id: string) => {
      const { body } = await admin.get(`${releases.path}/${id}/statistics`).expect(200);
      return body.data as { health_tripped_at: string | null };
    },
  };
}

export type GuardedApp = Awaited<ReturnType<typeof aGuardedApp>>;

/** Waits until all checks requested by reports are done. */
export async function checked(api: TestApi): Promise<void> {
  await eventually(async () => {
    const waiting = await queryAs(
      api.urls.superuserUrl,
      `SELECT FROM outbox_messages WHERE type = 'releases.health_check_requested' AND completed_at IS NULL`,
    );
    return waiting.length === 0;
  });
}

/** The system's records about a resource, oldest first. */
export function recordsOfSystem(api: TestApi, resourceId: string) {
  return queryAs<{ action: string; outcome: string; actor_id: string | null; route: string; changes: object[] }>(
    api.urls.superuserUrl,
    `SELECT action, outcome, actor_id, route, changes FROM audit_logs
      WHERE resource_id = $1 AND actor_type = 'system' ORDER BY seq`,
    [resourceId],
  );
}
