import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import type { SupportedLocale } from '@libs/kernel';
import {
  isDeviceSpecific,
  type OfferedRelease,
  PackageLinks,
  ReleasePolicyUnavailableError,
  UpgradeDecisions,
  type UpgradeVerdict,
} from '@libs/releases';
import { MobileAppVersionResponse, type PackageLocation } from './app-version.dto';
import type { AppVersionQuery } from './app-version.query';

const RETRY_AFTER_SECONDS = 60;

/** What a policy tells of besides the release. */
interface PolicyContext {
  readonly app: AppSnapshot;
  readonly query: AppVersionQuery;
  readonly verdict: UpgradeVerdict<OfferedRelease>;
  readonly locale: SupportedLocale;
  readonly now: number;
}

/** The upgrade policies of Apps, as their clients see them. */
@Injectable()
export class AppVersions {
  constructor(
    private readonly decisions: UpgradeDecisions,
    private readonly links: PackageLinks,
  ) {}

  /**
   * @returns the policy for the client, and whether another device may get another one.
   * @throws ReleasePolicyUnavailableError, DependencyUnavailableError when the database is unavailable.
   */
  async get(
    app: AppSnapshot,
    query: AppVersionQuery,
    deviceKey: string | null,
    locale: SupportedLocale,
  ): Promise<{ policy: MobileAppVersionResponse; isDeviceSpecific: boolean }> {
    const { policy, verdict } = (await this.decisions.answer(app, { ...query, deviceKey })) ?? {};
    if (!policy || !verdict?.offered) {
      throw new ReleasePolicyUnavailableError({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    return {
      policy: this.policyOffering(verdict.offered, { app, query, verdict, locale, now: Date.now() }),
      isDeviceSpecific: isDeviceSpecific(policy),
    };
  }

  /** The policy that tells of the release which the verdict offers. */
  policyOffering(
    offered: OfferedRelease,
    { app, query: { platform }, verdict, locale, now }: PolicyContext,
  ): MobileAppVersionResponse {
    const location = this.locationOf(app, offered, now);
    const { defaultLocale } = app;
    return new MobileAppVersionResponse({ platform, offered, location, verdict, locale, defaultLocale });
  }

  /** The location of the package, from the root of this service; null if there is none. */
  locationOf(app: AppSnapshot, { release, package: asset }: OfferedRelease, now = Date.now()): PackageLocation | null {
    if (!asset) return null;
    const { expires, signature } = this.links.sign(
      {
        appId: app.id,
        releaseId: release.id,
        versionCode: release.versionCode,
        fileId: asset.id,
        sha256: asset.sha256,
      },
      now,
    );
    return {
      url: `/api/v1/public/app-version/download/${release.id}/${asset.id}?expires=${expires}&signature=${signature}`,
      expiresAt: new Date(expires * 1_000),
    };
  }
}
