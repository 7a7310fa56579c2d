import { Inject, Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { CONFIG, type Config } from '@libs/foundation';
import { localize, type SupportedLocale } from '@libs/kernel';
import {
  type ClientVersion,
  compareVersionNames,
  type KnownVersions,
  type OfferedRelease,
  type PackageType,
  UpgradeDecisions,
  type UpgradeVerdict,
  VersionNames,
  versionNamed,
} from '@libs/releases';
import { TEXTS } from '../../locales/texts';
import { AppVersions } from '../app-version/app-versions';
import { PROTOCOL_PLATFORMS, UniUpgradeCenterResponse } from './uni-upgrade-center.dto';
import { chooseUniUpgrade, type UniUpgrade, UNI_UPGRADE_CODES } from './uni-upgrade-choice';
import type { UniUpgradeRequest } from './uni-upgrade-request';

/** The version names of the App's releases on the client's platform. */
interface Names {
  readonly native: KnownVersions;
  readonly wgt: KnownVersions;
}

/** Answers clients of uni-upgrade-center with what the upgrade policies of their App decide. */
@Injectable()
export class UniUpgrades {
  constructor(
    private readonly decisions: UpgradeDecisions,
    private readonly names: VersionNames,
    private readonly versions: AppVersions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DependencyUnavailableError when the database is unavailable. */
  async check(
    app: AppSnapshot,
    request: UniUpgradeRequest,
    deviceKey: string | null,
    locale: SupportedLocale,
  ): Promise<UniUpgradeCenterResponse> {
    const names = {
      native: await this.names.all(app, request.platform, 'native_app'),
      wgt: await this.names.all(app, request.platform, 'wgt'),
    };
    const native = versionNamed(request.appVersion, names.native);
    const verdicts = {
      native: await this.decide(app, request, 'native_app', { deviceKey, version: native, native: null }),
      wgt: await this.decide(app, request, 'wgt', { deviceKey, version: wgtVersionOf(request, names), native }),
    };
    const { code, upgrade } = chooseUniUpgrade(verdicts, request);
    const { message } = app.upgrade.maintenance;
    const isShut = code === UNI_UPGRADE_CODES.none && app.upgrade.maintenance.active;
    return new UniUpgradeCenterResponse({
      code,
      message: isShut && message ? localize(message, locale, app.defaultLocale) : TEXTS[locale].uniUpgrade[code],
      ...(upgrade ? this.packageOf(app, request, upgrade, names, locale) : {}),
    });
  }

  private async decide(
    app: AppSnapshot,
    { platform, runtimeVersion }: UniUpgradeRequest,
    packageType: PackageType,
    client: { deviceKey: string | null; version: ClientVersion; native: ClientVersion | null },
  ): Promise<UpgradeVerdict<OfferedRelease> | null> {
    const answer = await this.decisions.decide(app, platform, packageType, { ...client, runtimeVersion });
    return answer?.verdict ?? null;
  }

  /** What the client should install, under the names of the protocol. */
  private packageOf(
    app: AppSnapshot,
    request: UniUpgradeRequest,
    { offered, isMandatory }: UniUpgrade,
    names: Names,
    locale: SupportedLocale,
  ) {
    const { release } = offered;
    return {
      _id: release.id,
      appid: app.dcloudAppid ?? request.appid ?? '',
      name: app.name,
      title: localize(release.title, locale, app.defaultLocale),
      contents: localize(release.releaseNotes, locale, app.defaultLocale),
      url: this.urlOf(app, offered, request),
      platform: [PROTOCOL_PLATFORMS[request.platform]],
      type: release.packageType,
      version: release.versionName,
      minUniVersion: nameOfMinimum(release.minNativeVersionCode, names.native),
      // A mandatory upgrade is never installed silently: the user is asked.
      isSilently: release.upgradeMode === 'silent' && !isMandatory,
      isMandatory,
      storeList: release.storeLinks,
      uniPlatform: request.platform,
      stablePublish: true,
      createEnv: 'upgrade-center',
      createDate: release.publishedAt.getTime(),
    } as const;
  }

  /** A download manager fetches the package. An app for iOS or HarmonyOS comes from a store, which the client opens. */
  private urlOf(app: AppSnapshot, offered: OfferedRelease, { platform }: UniUpgradeRequest): string {
    const location = this.versions.locationOf(app, offered);
    const packageUrl = location && `${this.config.publicBaseUrl}${location.url}`;
    const { packageType, externalUrl, storeLinks } = offered.release;
    const storeUrl = externalUrl ?? storeLinks[0]?.url ?? null;
    const isFromStore = packageType === 'native_app' && platform !== 'android';
    return (isFromStore ? (storeUrl ?? packageUrl) : (packageUrl ?? storeUrl)) ?? '';
  }
}

/** The newer version counts: a native app that was installed over a wgt brings its own resources. */
function wgtVersionOf({ appVersion, wgtVersion }: UniUpgradeRequest, { native, wgt }: Names): ClientVersion {
  const newer = compareVersionNames(appVersion, wgtVersion) > 0 ? appVersion : wgtVersion;
  const version = versionNamed(newer, wgt);
  return version.leastCode === 0 ? versionNamed(newer, native) : version;
}

/** The version name of the oldest known native app that meets it. */
function nameOfMinimum(minimum: number | null, known: KnownVersions): string | null {
  if (minimum === null) return null;
  const [oldest] = [...known].filter(([code]) => code >= minimum).sort(([a], [b]) => a - b);
  return oldest?.[1] ?? null;
}
