import { Injectable } from '@nestjs/common';
import { AppIds } from '@libs/apps';
import { OutboxQueueCounts, type QueueCounts } from '@libs/foundation';
import { type MemberFigures, MemberStatistics } from '@libs/iam';
import { NotificationFigures } from '@libs/notifications';
import { ReleaseFigures } from '@libs/releases';
import { LRUCache } from 'lru-cache';

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
const SUMMARY_LIFETIME_MS = 5_000;
const MAX_SUMMARIES = 1_000;

/** Summaries, each computed once however many ask for it at the same time, and remembered for some seconds. */
@Injectable()
export class DashboardSummaries {
  private readonly remembered = new LRUCache<string, DashboardSummary>({
    max: MAX_SUMMARIES,
    ttl: SUMMARY_LIFETIME_MS,
    fetchMethod: (tenantId) => this.compute(tenantId),
    // Whoever waits for one that was forgotten meanwhile gets it still.
    ignoreFetchAbort: true,
  });

  constructor(
    private readonly apps: AppIds,
    private readonly members: MemberStatistics,
    private readonly notifications: NotificationFigures,
    private readonly releases: ReleaseFigures,
    private readonly queues: OutboxQueueCounts,
  ) {}

  of(tenantId: string): Promise<DashboardSummary> {
    return this.remembered.forceFetch(tenantId);
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
