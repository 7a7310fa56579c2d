import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import type { FileAsset } from '@libs/files';
import { isUuid } from '@libs/kernel';
import { type OfferedRelease, PackageLinks, PublishedReleases, ReleaseApps } from '@libs/releases';
import { AppGuard } from '../../auth/app.guard';
import { ticketOf } from '../../http/request/link-ticket';
import type { Query } from '../../http/request/query';
import type { ApiRequest } from '../../http/request/request';

export interface PackageDownload {
  readonly app: AppSnapshot;
  readonly offered: OfferedRelease;
  readonly asset: FileAsset;
}

/** Resolves signed links to packages. */
@Injectable()
export class PackageDownloads {
  constructor(
    private readonly apps: AppGuard,
    private readonly releases: PublishedReleases,
    private readonly origins: ReleaseApps,
    private readonly links: PackageLinks,
  ) {}

  /**
   * Null for a link that is not valid, or no longer: the release is offered to nobody, its package is not clean, its
   * App cannot be used. If the request names an App, it must be the right one.
   *
   * @throws DependencyUnavailableError when the database is unavailable.
   */
  async find(request: ApiRequest, release: string, file: string): Promise<PackageDownload | null> {
    const ticket = ticketOf(request.query as Query);
    if (!ticket || !isUuid(release) || !isUuid(file)) return null;
    const [releaseId, fileId] = [release.toLowerCase(), file.toLowerCase()];
    const appId = await this.origins.find(releaseId);
    if (appId === null || !mayName(request.headers['x-appid'], appId)) return null;
    const app = await this.apps.findAvailable(appId);
    if (!app) return null;
    const offered = await this.releases.findOffered(app, releaseId);
    const asset = offered?.package;
    if (!asset || asset.id !== fileId) return null;
    const { versionCode } = offered.release;
    const linked = { appId, releaseId, versionCode, fileId, sha256: asset.sha256 };
    return this.links.isGood(linked, ticket) ? { app, offered, asset } : null;
  }
}

function mayName(header: string | string[] | undefined, appId: string): boolean {
  return header === undefined || header === '' || (typeof header === 'string' && header.toLowerCase() === appId);
}
