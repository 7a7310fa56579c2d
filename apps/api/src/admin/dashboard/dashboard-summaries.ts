import { Injectable } from '@nestjs/common';
import { AppIds, ManagedApps } from '@libs/apps';
import { OutboxQueueCounts, type QueueCounts } from '@libs/foundation';
import { type MemberFigures, MemberStatistics } from '@libs/iam';
import { found } from '@libs/kernel';
import { NotificationFigures } from '@libs/notifications';
import { ReleaseFigures } from '@libs/releases';
import { LRUCache } from 'lru-cache';

type JobState = 'ready' | 'active' | 'failed' | 'dead';

/** The figures of a tenant, or of one of its Apps, from all contexts. */
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

interface Subject {
  readonly tenantId: string;
  /** Null for all Apps of the tenant. */
  readonly appId: string | null;
}

/** Summaries, each computed once however many ask for it at the same time, and remembered for some seconds. */
@Injectable()
export class DashboardSummaries {
  private readonly remembered = new LRUCache<string, DashboardSummary, Subject>({
    max: MAX_SUMMARIES,
    ttl: SUMMARY_LIFETIME_MS,
    fetchMethod: (_key, _stale, { context }) => this.compute(context),
    // Whoever waits for one that was forgotten meanwhile gets it still.
    ignoreFetchAbort: true,
  });

  constructor(
    private readonly apps: AppIds,
    private readonly managed: ManagedApps,
    private readonly members: MemberStatistics,
    private readonly notifications: NotificationFigures,
    private readonly releases: ReleaseFigures,
    private readonly queues: OutboxQueueCounts,
  ) {}

  /** @throws ResourceNotFoundError for an App that is not the tenant's, or deleted. */
  async of(tenantId: string, appId: string | null): Promise<DashboardSummary> {
    if (appId !== null) found(await this.managed.find(tenantId, appId));
    return this.remembered.forceFetch(`${tenantId} ${appId ?? ''}`, { context: { tenantId, appId } });
  }

  private async compute({ tenantId, appId }: Subject): Promise<DashboardSummary> {
    const appIds = appId === null ? await this.apps.of(tenantId) : [appId];
    // One after the other: whoever looks at figures holds one connection, not four.
    const members = await this.members.figures(tenantId, appIds, appId);
    const publishedNotices = await this.notifications.publishedNotices(tenantId, appIds);
    const releasesOnline = await this.releases.online(tenantId, appIds);
    const queues = await (appId === null ? this.queues.ofTenant(tenantId) : this.queues.ofApp(tenantId, appId));
    const inAll = (state: JobState) => queues.reduce((sum, queue) => sum + queue[state], 0);
    const jobs = { ready: inAll('ready'), active: inAll('active'), failed: inAll('failed'), dead: inAll('dead') };
    return { ...members, apps: appIds.length, publishedNotices, releasesOnline, jobs };
  }
}
