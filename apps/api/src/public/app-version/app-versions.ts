import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import type { SupportedLocale } from '@libs/kernel';
import {
  type ClientFacts,
  decide,
  isDeviceSpecific,
  type OfferedRelease,
  PackageLinks,
  PublishedReleases,
  ReleasePolicyUnavailableError,
  VersionNames,
} from '@libs/releases';
import { MobileAppVersionResponse, type PackageLocation } from './app-version.dto';
import type { AppVersionQuery } from './app-version.query';

const RETRY_AFTER_SECONDS = 60;

/** The upgrade policies of Apps, as their clients see them. */
@Injectable()
export class AppVersions {
  constructor(
    private readonly releases: PublishedReleases,
    private readonly names: VersionNames,
    private readonly links: PackageLinks,
  ) {}

  /**
   * @returns the policy for the client, and whether another device may get another one.
   * @throws ReleasePolicyUnavailableError, DependencyUnavailableError when the database is away.
   */
  async get(
    app: AppSnapshot,
    query: AppVersionQuery,
    deviceKey: string | null,
    locale: SupportedLocale,
  ): Promise<{ policy: MobileAppVersionResponse; isDeviceSpecific: boolean }> {
    const { platform, packageType } = query;
    const policy = await this.releases.findPolicy(app, platform, packageType);
    const verdict = policy && decide(policy, app.upgrade, await this.factsOf(app, query, deviceKey));
    if (!policy || !verdict?.offered)
      throw new ReleasePolicyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    const { offered } = verdict;
    const location = this.locationOf(app, offered);
    const { defaultLocale } = app;
    return {
      policy: new MobileAppVersionResponse({ platform, offered, location, verdict, locale, defaultLocale }),
      isDeviceSpecific: isDeviceSpecific(policy),
    };
  }

  private async factsOf(app: AppSnapshot, query: AppVersionQuery, deviceKey: string | null): Promise<ClientFacts> {
    const { platform, packageType, versionCode, wgtVersionCode, nativeVersionCode, runtimeVersion } = query;
    const isWgt = packageType === 'wgt';
    const code = versionCode !== null && isWgt ? (wgtVersionCode ?? versionCode) : versionCode;
    // A client that tells its wgt apart means its native app by version_code.
    const nativeCode = isWgt ? (nativeVersionCode ?? (wgtVersionCode === null ? null : versionCode)) : null;
    return {
      deviceKey,
      version: code === null ? null : await this.names.find(app, platform, packageType, code),
      native: nativeCode === null ? null : await this.names.find(app, platform, 'native_app', nativeCode),
      runtimeVersion,
    };
  }

  private locationOf(app: AppSnapshot, { release, package: asset }: OfferedRelease): PackageLocation | null {
    if (!asset) return null;
    const { expires, signature } = this.links.sign({
      appId: app.id,
      releaseId: release.id,
      versionCode: release.versionCode,
      fileId: asset.id,
      sha256: asset.sha256,
    });
    return {
      url: `/api/v1/public/app-version/download/${release.id}/${asset.id}?expires=${expires}&signature=${signature}`,
      expiresAt: new Date(expires * 1_000),
    };
  }
}
