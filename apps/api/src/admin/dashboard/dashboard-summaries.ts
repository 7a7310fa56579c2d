import { Injectable } from '@nestjs/common';
import { AppIds } from '@libs/apps';
import { OutboxQueueCounts, type QueueCounts } from '@libs/foundation';
import { type MemberFigures, MemberStatistics } from '@libs/iam';
import { NotificationFigures } from '@libs/notifications';
import { ReleaseFigures } from '@libs/releases';

type JobState = 'ready' | 'active' | 'failed' | 'dead';

/** The figures of a tenant, from all contexts. */
export interface DashboardSummary extends MemberFigures {
  readonly apps: number;
  readonly publishedNotices: number;
  readonly releasesOnline: number;
  /** In all queues together. */
  readonly jobs: Pick<QueueCounts, JobState>;
}

/** Long enough for all consoles of a tenant that are opened at the same time. */
export const SUMMARY_LIFETIME_MS = 5_000;
const MAX_SUMMARIES = 1_000;

interface Remembered {
  readonly summary: Promise<DashboardSummary>;
  /** By the clock of the process; null while it is computed. */
  until: number | null;
}

/** Summaries, each computed once however many ask for it at the same time, and remembered for some seconds. */
@Injectable()
export class DashboardSummaries {
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly apps: AppIds,
    private readonly members: MemberStatistics,
    private readonly notifications: NotificationFigures,
    private readonly releases: ReleaseFigures,
    private readonly queues: OutboxQueueCounts,
  ) {}

  of(tenantId: string): Promise<DashboardSummary> {
    const known = this.remembered.get(tenantId);
    if (known && (known.until === null || known.until > performance.now())) return known.summary;
    const computed: Remembered = { summary: this.compute(tenantId), until: null };
    this.remembered.delete(tenantId);
    this.remembered.set(tenantId, computed);
    // The one that was computed first.
    const [oldest] = this.remembered.keys();
    if (oldest !== undefined && this.remembered.size > MAX_SUMMARIES) this.remembered.delete(oldest);
    computed.summary.then(
      () => (computed.until = performance.now() + SUMMARY_LIFETIME_MS),
      // A failure is told to those who wait for it, and to nobody else.
      () => (computed.until = 0),
    );
    return computed.summary;
  }

  private async compute(tenantId: string): Promise<DashboardSummary> {
    const appIds = await this.apps.of(tenantId);
    // One after the other: whoever looks at figures holds one connection, not four.
    const members = await this.members.figures(tenantId, appIds);
    const publishedNotices = await this.notifications.publishedNotices(tenantId, appIds);
    const releasesOnline = await this.releases.online(tenantId, appIds);
    const queues = await this.queues.ofTenant(tenantId);
    const inAll = (state: JobState) => queues.reduce((sum, queue) => sum + queue[state], 0);
    const jobs = { ready: inAll('ready'), active: inAll('active'), failed: inAll('failed'), dead: inAll('dead') };
    return { ...members, apps: appIds.length, publishedNotices, releasesOnline, jobs };
  }
}
